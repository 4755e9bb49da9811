// Programs that print, fail, die, and do not exist.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stan/process.h>

#include <fstream>
#include <string>

#include "../support/scratch_folder.hpp"

namespace g2t::stan {
namespace {

TEST(Process, KeepsBothStreams) {
  const ProcessResult result = run({"sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_FALSE(result.is_ok());
}

TEST(Process, TakesArgumentsAsTheyAre) {
  EXPECT_EQ(run({"printf", "%s|", "a b", "$HOME", "*"}).output, "a b|$HOME|*|");
}

TEST(Process, TakesMoreThanAPipeHolds) {
  EXPECT_EQ(run({"sh", "-c", "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero"}).output.size(), 300000U);
}

TEST(Process, TellsOfSignals) {
  const ProcessResult result = run({"sh", "-c", "kill -9 $$"});
  EXPECT_EQ(result.signal, 9);
  EXPECT_FALSE(result.is_ok());
}

TEST(Process, TellsThatThereIsNoSuchProgram) {
  EXPECT_THAT(run({"no-such-program-here"}).errors, ::testing::HasSubstr("cannot be started"));
}

// The program ends once it has been ticked for three times, or has given up after a minute.
TEST(Process, TicksWhileItWaits) {
  const testing::ScratchFolder folder;
  const std::string file = folder.file("seen");
  int ticks = 0;
  const ProcessResult result =
      run({"sh", "-c", "for k in $(seq 600); do test -e \"$0\" && exit 0; sleep 0.1; done; exit 1", file}, [&] {
        if (++ticks == 3) std::ofstream(file) << "seen";
      });
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_GE(ticks, 3);
}

}  // namespace
}  // namespace g2t::stan
