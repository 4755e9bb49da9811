// Programs that print, fail, die, and do not exist.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stan/process.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

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

TEST(Process, HasTemporaryFilesInItsScratch) {
  const testing::ScratchFolder folder;
  EXPECT_EQ(run({"sh", "-c", "printf %s \"$TMPDIR\""}, {.tick = nullptr, .folder = "", .scratch = folder.path()}).output,
            folder.path());
}

TEST(Process, RunsInAFolder) {
  const testing::ScratchFolder folder;
  EXPECT_EQ(run({"pwd", "-P"}, {.tick = nullptr, .folder = folder.path(), .scratch = ""}).output,
            std::filesystem::canonical(folder.path()).string() + "\n");
}

// A process that is killed while it waits for a program that has a child.
TEST(Process, DiesWithThisOne) {
  const testing::ScratchFolder folder;
  const std::string scratch = folder.file("scratch"), file = folder.file("children");
  std::filesystem::create_directory(scratch);
  const pid_t waiting = ::fork();
  if (waiting == 0) {
    run({"sh", "-c", "sleep 300 & echo $! $$ > \"$0.new\"; mv \"$0.new\" \"$0\"; wait", file},
        {.tick = nullptr, .folder = "", .scratch = scratch});
    ::_exit(0);
  }
  const auto wait_for = [](const auto& condition) {
    for (int k = 0; k < 1000 && !condition(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return condition();
  };
  ASSERT_TRUE(wait_for([&] { return std::filesystem::exists(file); }));
  pid_t child = 0, program = 0;
  std::ifstream(file) >> child >> program;
  ASSERT_EQ(::kill(child, 0), 0);
  ::kill(waiting, SIGKILL);
  ::waitpid(waiting, nullptr, 0);
  const auto is_gone = [](pid_t process) {  // or waits to be reaped by whoever has it now
    std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
    std::string id, name, state;
    return !(stat >> id >> name >> state) || state == "Z";
  };
  EXPECT_TRUE(wait_for([&] { return is_gone(child) && is_gone(program); }));
  EXPECT_TRUE(wait_for([&] { return !std::filesystem::exists(scratch); }));
}

// The program ends once it has been ticked for three times, or has given up after a minute.
TEST(Process, EndsWithAnExceptionOfTheTick) {
  const testing::ScratchFolder folder;
  const std::string place = folder.file("pid");
  const auto interrupt = [&] {
    if (std::filesystem::exists(place) && std::filesystem::file_size(place) > 0) throw std::runtime_error("enough");
  };
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THROW(run({"sh", "-c", "echo $$ > \"$0\"; exec sleep 60", place}, {.tick = interrupt, .folder = "", .scratch = ""}),
               std::runtime_error);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  pid_t program = 0;
  std::ifstream(place) >> program;
  ASSERT_GT(program, 0);
  EXPECT_NE(::kill(program, 0), 0);  // it is no more
}

TEST(Process, TicksWhileItWaits) {
  const testing::ScratchFolder folder;
  const std::string file = folder.file("seen");
  int ticks = 0;
  const ProcessResult result =
      run({"sh", "-c", "for k in $(seq 600); do test -e \"$0\" && exit 0; sleep 0.1; done; exit 1", file}, {.tick = [&] {
        if (++ticks == 3) std::ofstream(file) << "seen";
      }, .folder = "", .scratch = ""});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_GE(ticks, 3);
}

}  // namespace
}  // namespace g2t::stan
