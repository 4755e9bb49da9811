// Translation, compilation and cache, with scripts in place of stanc and the compiler.
#include "stan_testing.hpp"

#include <g2t/stan/program.hpp>

#include <gmock/gmock.h>

#include <pwd.h>
#include <unistd.h>

namespace g2t::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ProgramTest : public StanTest {
 protected:
  void SetUp() override {
    StanTest::SetUp();
    // "Translates" by repeating the program; the compiler writes what it was given to its output file, and keeps count.
    script("stan/stanc", "for last; do :; done\ncase $1 in --info) echo '{}';; esac\ncat \"$last\"\n");
    unpacked("stan");
    compiler_ = script("compiler", "echo \"$*\" >> " + log().string() +
                                       "\nif [ \"$1\" = --version ]; then echo compiler 1; exit; fi\n"
                                       "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done\necho made > \"$out\"\n");
    set("CXX", compiler_);
    program_ = {(folder_ / "model.stan").string(), {}};
    write_text(program_.file, "parameters { real x; }");
  }

  std::filesystem::path log() const { return folder_ / "compiler.log"; }
  StanBuild build(const StanBuildOptions& options = {}) {
    return build_stan_program(program_, toolchain_in((folder_ / "stan").string()), options);
  }
  // Of models, not of the bridge.
  int compilations() const {
    const std::string text = text_at(log());
    int count = 0;
    for (std::size_t at = text.find("model.hpp"); at != std::string::npos; at = text.find("model.hpp", at + 1)) ++count;
    return count;
  }

  StanProgram program_;
  std::string compiler_;
};

TEST_F(ProgramTest, IsCompiledOnce) {
  const StanBuild first = build(), again = build();
  EXPECT_FALSE(first.was_cached);
  EXPECT_TRUE(again.was_cached);
  EXPECT_EQ(first.library, again.library);
  EXPECT_EQ(text_at(first.library), "made\n");
  EXPECT_EQ(compilations(), 1);
  const std::string commands = text_at(log());
  EXPECT_EQ(commands.find("bridge.cpp"), commands.rfind("bridge.cpp"));
  EXPECT_THAT(commands, HasSubstr("-fvisibility=hidden"));
  EXPECT_THAT(commands, HasSubstr("-DSTAN_THREADS"));
  EXPECT_THAT(commands, HasSubstr("libtbb.so.2"));
}

TEST_F(ProgramTest, IsTextThatStancTakes) {
  const auto message = [&](const std::string& text) {
    write_text(program_.file, text);
    return input_error([&] { build(); });
  };
  EXPECT_THAT(message("\xEF\xBB\xBFparameters { real x; }"), HasSubstr("model.stan: starts with a byte order mark; save it without"));
  EXPECT_THAT(message(std::string("\xFF\xFEp\0", 4)), HasSubstr("UTF-16"));
  EXPECT_THAT(message("\x1F\x8B\x08"), HasSubstr("gzip"));
  EXPECT_THAT(message(std::string("real\0x", 6)), HasSubstr("zero byte"));
  EXPECT_EQ(compilations(), 0);
}

TEST_F(ProgramTest, IsCachedInTheUsersFolderWithoutHome) {
  set("XDG_CACHE_HOME", "");
  set("HOME", "");
  const passwd* const user = ::getpwuid(::getuid());
  if (user == nullptr) GTEST_SKIP() << "the system knows no home folder";
  EXPECT_EQ(cache_folder(), std::string(user->pw_dir) + "/.cache/g2t");
}

TEST_F(ProgramTest, IsCompiledAgainWhereAnythingChanged) {
  const std::string first = build().library;
  std::filesystem::copy(program_.file, folder_ / "other name.stan");
  program_.file = (folder_ / "other name.stan").string();
  EXPECT_TRUE(build().was_cached);  // a name is not what it is made of
  EXPECT_FALSE(build({.native = true, .rebuild = false}).was_cached);
  EXPECT_TRUE(build({.native = true, .rebuild = false}).was_cached);
  EXPECT_FALSE(build({.native = false, .rebuild = true}).was_cached);
  write_text(program_.file, "parameters { real y; }");
  EXPECT_NE(build().library, first);
  script("compiler", text_at(compiler_).substr(10) + "# changed\n");
  EXPECT_TRUE(build().was_cached);  // the same version
  std::string text = text_at(compiler_).substr(10);
  text.replace(text.find("compiler 1"), 10, "compiler 2");
  script("compiler", text);
  EXPECT_FALSE(build().was_cached);
}

TEST_F(ProgramTest, TellsWhatItDoes) {
  std::vector<std::string> said;
  build_stan_program(program_, toolchain_in((folder_ / "stan").string()), {}, [&said](const StanBuildProgress& progress) {
    if (progress.is_done) said.push_back(progress.what);
  });
  ASSERT_EQ(said.size(), 2U);
  EXPECT_THAT(said[0], HasSubstr("the bridge to Stan"));
  EXPECT_EQ(said[1], "compiling model.stan (about a minute, once)");
}

TEST_F(ProgramTest, IsRefusedAtItsLine) {
  script("stan/stanc", "echo \"Syntax error in 'model.stan', line 3, column 7 to column 9, parsing error:\" >&2\nexit 1\n");
  const std::string message = input_error([&] { build(); });
  EXPECT_THAT(message, HasSubstr("model.stan:3:7: is no valid Stan program\nSyntax error in 'model.stan'"));
  EXPECT_FALSE(std::filesystem::exists(log()));
  program_.file = "absent.stan";
  EXPECT_THAT(input_error([&] { build(); }), HasSubstr("absent.stan: there is no such file"));
}

TEST_F(ProgramTest, PassesWarningsOn) {
  script("stan/stanc", "echo 'Warning: deprecated' >&2\necho code\n");
  EXPECT_EQ(build().warnings, "Warning: deprecated\n");
}

TEST_F(ProgramTest, SaysWhyTheCompilerFailed) {
  script("compiler", "[ \"$1\" = --version ] && exit 0\necho 'no such header' >&2\nexit 1\n");
  EXPECT_THAT(input_error([&] { build(); }), HasSubstr("failed while compiling the bridge"));
  EXPECT_THAT(input_error([&] { build(); }), HasSubstr("\nno such header"));
  script("compiler", "[ \"$1\" = --version ] && exit 0\nkill -9 $$\n");
  EXPECT_THAT(input_error([&] { build(); }), HasSubstr("about 1.5 GB of memory"));
  set("CXX", "no-such-compiler");
  EXPECT_THAT(input_error([&] { build(); }), HasSubstr("there is no such C++ compiler"));
}

TEST_F(ProgramTest, LeavesNothingHalfMade) {
  const std::string text = text_at(compiler_).substr(10);
  script("compiler", "[ \"$1\" = --version ] && { echo compiler 1; exit; }\nwhile [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; "
                     "done\necho half > \"$out\"\ncase $out in *.so) exit 1;; esac\n");
  EXPECT_THAT(input_error([&] { build(); }), HasSubstr("failed while linking"));
  script("compiler", text);
  EXPECT_EQ(text_at(build().library), "made\n");
}

}  // namespace
}  // namespace g2t::testing
