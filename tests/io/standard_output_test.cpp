// What is printed goes where descriptor 1 goes, and a failure keeps its reason.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cerrno>
#include <g2t/core/errors.hpp>
#include <g2t/io/standard_output.hpp>
#include <io/io_testing.hpp>
#include <io/text_file.hpp>
#include <iostream>
#include <support/scratch_folder.hpp>

namespace g2t {
namespace {

using ::testing::HasSubstr;

// Descriptor 1 is another file, or closed, and then what it was.
class Redirected {
 public:
  explicit Redirected(const std::string& path) : before_(::dup(STDOUT_FILENO)) {
    std::cout.flush();
    ::close(STDOUT_FILENO);
    if (!path.empty() && ::open(path.c_str(), O_WRONLY | O_CREAT, 0666) != STDOUT_FILENO) ADD_FAILURE() << path;
  }
  ~Redirected() {
    ::dup2(before_, STDOUT_FILENO);
    ::close(before_);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

 private:
  int before_;
};

std::string fault_of(const std::string& path, const std::string& printed) {
  const Redirected redirected(path);
  StandardOutput output;
  return testing::message_of<InputError>([&] {
    std::cout << printed << std::flush;
    std::cout << "more";  // after the failure
    output.finish();
  });
}

TEST(StandardOutput, IsWrittenWhole) {
  const testing::ScratchFolder folder;
  {
    const Redirected redirected(folder.file("printed"));
    StandardOutput output;
    std::cout << "some" << std::flush << " words";
    output.finish();
  }
  EXPECT_EQ(io::read_text_file(folder.file("printed")), "some words");
}

TEST(StandardOutput, KeepsTheReasonOfItsFirstFailure) {
  for (const std::size_t size : {1U, 200000U}) {
    EXPECT_THAT(fault_of("/dev/full", std::string(size, 'x')), HasSubstr("standard output: No space left on device"));
    EXPECT_THAT(fault_of("", std::string(size, 'x')), HasSubstr("standard output: Bad file descriptor"));
  }
}

TEST(StandardOutput, TakesAClosedDescriptorBeforeAFileDoes) {
  const testing::ScratchFolder folder;
  const Redirected redirected("");
  const StandardOutput output;
  const int file = ::open(folder.write("file", "").c_str(), O_WRONLY);
  EXPECT_GT(file, STDERR_FILENO);
  ::close(file);
  ::close(STDOUT_FILENO);
}

}  // namespace
}  // namespace g2t
