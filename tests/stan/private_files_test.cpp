// What other users could have put into the cache is not used.
#include "stan_testing.hpp"

#include <gmock/gmock.h>
#include <stan/cache_entry.h>
#include <stan/private_files.h>
#include <sys/stat.h>
#include <unistd.h>

#include <g2t/stan/program.hpp>
#include <g2t/stan/toolchain.hpp>

namespace g2t::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using stan::CacheEntry;

constexpr uid_t kSomebody = 65534;

class PrivateFiles : public StanTest {
 protected:
  void SetUp() override {
    StanTest::SetUp();
    before_mask_ = ::umask(0002);  // as where each user has a group
  }
  void TearDown() override {
    ::umask(before_mask_);
    StanTest::TearDown();
  }

  const fs::path cache_ = folder_ / "cache/g2t";
  /// A library in the cache; its path.
  std::string keep_a_library() const {
    CacheEntry entry("models", "key");
    write_text(entry.scratch("model.so"), "library");
    return entry.keep("model.so");
  }
  static std::string refusal() {
    return input_error([] { static_cast<void>(CacheEntry("models", "key").find("model.so")); });
  }
  static unsigned mode_of(const fs::path& path) { return static_cast<unsigned>(fs::status(path).permissions()); }
  static void give_away(const fs::path& path) { ASSERT_EQ(::lchown(path.c_str(), kSomebody, kSomebody), 0); }

 private:
  mode_t before_mask_ = 0;
};

TEST_F(PrivateFiles, FoldersAreMadeForTheirUserAlone) {
  const fs::path entry = fs::path(keep_a_library()).parent_path();
  for (const fs::path& folder : {cache_, cache_ / "models", entry}) EXPECT_EQ(mode_of(folder), 0700U) << folder;
  EXPECT_EQ(mode_of(entry / "lock"), 0600U);
  EXPECT_EQ(refusal(), "nothing was thrown");
  const CacheEntry open("models", "key");
  EXPECT_EQ(mode_of(fs::path(open.scratch("x")).parent_path()), 0700U);
}

TEST_F(PrivateFiles, WhatOthersMayWriteIsNotUsed) {
  const fs::path library = keep_a_library();
  fs::permissions(library, fs::perms::owner_all | fs::perms::others_read);
  for (const fs::path& path : {cache_, cache_ / "models", library.parent_path(), library}) {
    for (const fs::perms more : {fs::perms::group_write, fs::perms::others_write}) {
      fs::permissions(path, more, fs::perm_options::add);
      EXPECT_THAT(refusal(), ::testing::AllOf(HasSubstr(path.string()), HasSubstr("other users may write"), HasSubstr("chmod -R go-w")));
      fs::permissions(path, more, fs::perm_options::remove);
    }
  }
  EXPECT_EQ(refusal(), "nothing was thrown");
}

TEST_F(PrivateFiles, AFolderAboveMustNotLetEverybodyRename) {
  keep_a_library();
  fs::permissions(folder_ / "cache", fs::perms::all);
  EXPECT_THAT(refusal(), HasSubstr("every user may write"));
  fs::permissions(folder_ / "cache", fs::perms::all | fs::perms::sticky_bit);  // as /tmp
  EXPECT_EQ(refusal(), "nothing was thrown");
}

TEST_F(PrivateFiles, WhatBelongsToOthersIsNotUsed) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const fs::path library = keep_a_library();
  for (const fs::path& path : {cache_, cache_ / "models", library.parent_path(), library}) {
    give_away(path);
    EXPECT_THAT(refusal(), ::testing::AllOf(HasSubstr(path.string()), HasSubstr("not to root"), HasSubstr("not run"))) << path;
    ASSERT_EQ(::chown(path.c_str(), 0, 0), 0);
  }
  EXPECT_EQ(refusal(), "nothing was thrown");
}

TEST_F(PrivateFiles, ALinkToTheCacheIsOnesOwn) {
  keep_a_library();
  fs::rename(cache_, folder_ / "elsewhere");
  fs::create_symlink(folder_ / "elsewhere", cache_);
  EXPECT_EQ(refusal(), "nothing was thrown");
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give links away";
  give_away(cache_);
  EXPECT_THAT(refusal(), HasSubstr("belongs to"));
}

TEST_F(PrivateFiles, ToolsOfTheCacheAreCheckedToo) {
  unpacked(std::string("cache/g2t/stan-") + kStanVersion);
  write_text(cache_ / (std::string("stan-") + kStanVersion) / "stanc", "");
  write_text(cache_ / "stanli-0.24.0/libstanli.so", "no library");
  for (const auto& entry : fs::recursive_directory_iterator(cache_)) fs::permissions(entry, fs::perms::group_write, fs::perm_options::remove);
  fs::permissions(cache_, fs::perms::owner_all);
  EXPECT_EQ(input_error([] { static_cast<void>(find_toolchain("")); }), "nothing was thrown");
  fs::permissions(cache_, fs::perms::all);
  EXPECT_THAT(input_error([] { static_cast<void>(find_toolchain("")); }), HasSubstr("other users may write"));
  const StanProgram program{scratch_.write("x.stan", "model {}"), {}};
  EXPECT_THAT(input_error([&] { static_cast<void>(interpret_stan_program(program, "", "")); }), HasSubstr("other users may write"));
}

}  // namespace
}  // namespace g2t::testing
