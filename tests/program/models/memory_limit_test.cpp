// The least of several limits, from files as Linux has them; and models that do not fit are refused before they are
// built.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/program/models/load_model.hpp>
#include <g2t/program/models/memory_limit.hpp>
#include <program/program_testing.hpp>

namespace g2t {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::message_of;

class MemoryLimits : public ::testing::Test {
 protected:
  MemoryLimits() {
    for (const char* name : {"proc/self", "groups/a/b", "groups/memory/c"})
      fs::create_directories(folder_.path() / name);
    folder_.write("proc/meminfo", "MemTotal:       1000000 kB\nMemFree:  5 kB\n");
  }
  [[nodiscard]] MemoryLimit limit() const { return memory_limit(folder_.file("proc"), folder_.file("groups")); }

  testing::ScratchFolder folder_;
};

TEST_F(MemoryLimits, AreThoseOfTheMachine) {
  EXPECT_EQ(limit().bytes, 1024e6);
  EXPECT_EQ(limit().what, "this machine");
  folder_.write("proc/self/cgroup", "0::/a/b\n4:memory:/c\n");
  EXPECT_EQ(limit().bytes, 1024e6);  // groups without files
}

TEST_F(MemoryLimits, AreThoseOfAControlGroupOrOneAboveIt) {
  folder_.write("proc/self/cgroup", "1:cpu:/x\n0::/a/b\n");
  folder_.write("groups/a/b/memory.max", "max\n");
  EXPECT_EQ(limit().bytes, 1024e6);
  folder_.write("groups/a/memory.max", "5000\n");
  EXPECT_EQ(limit().bytes, 5000);
  EXPECT_EQ(limit().what, "the control group");
  folder_.write("groups/memory.max", "4000\n");  // as inside a container
  EXPECT_EQ(limit().bytes, 4000);
}

TEST_F(MemoryLimits, AreThoseOfAControlGroupOfTheFirstVersion) {
  folder_.write("proc/self/cgroup", "5:cpu,memory:/c\n0::/\n");
  folder_.write("groups/memory/c/memory.limit_in_bytes", "6000\n");
  EXPECT_EQ(limit().bytes, 6000);
}

TEST_F(MemoryLimits, AreNoneWhereNothingIsKnown) {
  EXPECT_GT(memory_limit(folder_.file("no"), folder_.file("no")).bytes, 1e18);
}

TEST(CheckMemory, SaysWhatIsNeededAndWhatThereIs) {
  check_memory(99, {"a.csv", 3, 7}, "for it", {100, "this machine"});
  EXPECT_EQ(message_of([] { check_memory(3.3e9, {"a.csv", 3, 7}, "for it", {2e6, "ulimit -v"}); }),
            "a.csv:3:7: out of memory: for it at least 3.3 GB are needed, and ulimit -v has 2 MB");
}

TEST(CheckMemory, RefusesAModelBeforeItIsBuilt) {
  const testing::ScratchFolder folder;
  ModelOptions options;
  options.model = "logistic";
  options.data = folder.write("a.svm", "1 1:0.5\n0 2:1 2000000000:1\n1 3:1\n");
  const auto message = [&] { return message_of([&] { static_cast<void>(load_model(options)); }); };
  EXPECT_THAT(message(),
              AllOf(HasSubstr("a.svm:2:7: out of memory"), HasSubstr("2,000,000,000 features"), HasSubstr("200.0 GB")));
  options.data = folder.write("a.svm", "1 1:0.5\n0 2:1\n");
  options.features = 2000000000;
  EXPECT_THAT(message(), AllOf(HasSubstr("a.svm: out of memory"), HasSubstr("--features")));
  options = ModelOptions();
  options.model = "bnn";
  options.data = folder.write("a.csv", "y,x\n1,2\n0,3\n");
  options.hidden_units = 10000000000;
  EXPECT_THAT(message(), HasSubstr("10,000,000,000 hidden units"));
}

}  // namespace
}  // namespace g2t
