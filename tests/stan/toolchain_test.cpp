// Where a toolchain is looked for, both layouts, and what is said where there is none.
#include "stan_testing.hpp"

#include <g2t/stan/toolchain.hpp>

#include <gmock/gmock.h>

namespace g2t::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ToolchainTest : public StanTest {
 protected:
  std::string installed(const std::string& name, const std::string& minor = "39") {
    script(name + "/stanc", "");
    return unpacked(name, minor);
  }
  std::string source_tree(const std::string& name) {
    const std::filesystem::path root = folder_ / name, math = root / "stan/lib/stan_math";
    write_text(root / "stan/src/stan/version.hpp", "#define STAN_MAJOR 2\n#define STAN_MINOR 37\n#define STAN_PATCH 0\n");
    for (const char* const part : {"lib/eigen_3.4.0/Eigen/Core", "lib/boost_1.87.0/boost/a.hpp", "lib/tbb_2020.3/include/tbb/a.h",
                                   "lib/sundials_6.1.1/include/a.h", "lib/sundials_6.1.1/lib/libsundials_cvodes.a",
                                   "lib/tbb/libtbb.so.2"})
      write_text(math / part, "");
    write_text(root / "stan/lib/rapidjson_1.1.0/rapidjson/a.h", "");
    script(name + "/bin/stanc", "");
    return root.string();
  }
};

TEST_F(ToolchainTest, IsLookedForInThisOrder) {
  set("CMDSTAN", source_tree("cmdstan"));
  EXPECT_EQ(find_toolchain("").version, "2.37.0");
  set("BRIDGESTAN", installed("bridgestan", "36"));
  EXPECT_EQ(find_toolchain("").version, "2.36.0");
  installed(std::string("cache/g2t/stan-") + kStanVersion);
  EXPECT_EQ(find_toolchain("").version, "2.39.0");
  set("G2T_STAN", installed("named", "38"));
  EXPECT_EQ(find_toolchain("").version, "2.38.0");
  EXPECT_EQ(find_toolchain(installed("given", "35")).version, "2.35.0");
}

TEST_F(ToolchainTest, OfASourceTreeHasItsParts) {
  const StanToolchain found = toolchain_in(source_tree("cmdstan"));
  const std::string math = (folder_ / "cmdstan/stan/lib/stan_math").string();
  EXPECT_THAT(found.include_dirs,
              ElementsAre((folder_ / "cmdstan/stan/src").string(), math, math + "/lib/eigen_3.4.0", math + "/lib/boost_1.87.0",
                          math + "/lib/tbb_2020.3/include", math + "/lib/sundials_6.1.1/include",
                          (folder_ / "cmdstan/stan/lib/rapidjson_1.1.0").string()));
  EXPECT_THAT(found.libraries,
              ElementsAre(math + "/lib/tbb/libtbb.so.2", math + "/lib/sundials_6.1.1/lib/libsundials_cvodes.a"));
}

TEST_F(ToolchainTest, NamesTheCommandsWhereThereIsNone) {
  const std::string message = input_error([] { find_toolchain(""); });
  EXPECT_THAT(message, HasSubstr("no Stan toolchain is installed"));
  EXPECT_THAT(message, HasSubstr("tools/install-stan"));
}

TEST_F(ToolchainTest, IsRefusedWithAReason) {
  const auto refusal = [](const std::string& folder) { return input_error([&] { toolchain_in(folder); }); };
  EXPECT_THAT(refusal((folder_ / "absent").string()), HasSubstr("no such folder"));
  write_text(folder_ / "other/file", "");
  EXPECT_THAT(refusal((folder_ / "other").string()), HasSubstr("holds no Stan toolchain"));
  EXPECT_THAT(refusal(installed("old", "34")), HasSubstr("has Stan 2.34.0, but 2.35 or later is needed"));
  const std::string tree = source_tree("unbuilt");
  std::filesystem::remove_all(tree + "/stan/lib/stan_math/lib/tbb");
  EXPECT_THAT(refusal(tree), HasSubstr("build one model with it first"));
}

}  // namespace
}  // namespace g2t::testing
