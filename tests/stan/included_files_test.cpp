// What a program includes, at any depth and in any spelling.
#include <gmock/gmock.h>

#include <g2t/stan/program.hpp>

#include "stan_testing.hpp"

namespace g2t {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class IncludedFiles : public testing::StanTest {};

TEST_F(IncludedFiles, AreFoundInAllFoldersAndInOneAnother) {
  const auto at = [&](const char* name) { return (folder_ / name).string(); };
  testing::write_text(at("model.stan"),
                      "functions {\n#include first.stan\n  #include \"second.stan\" real f() { return 1; }\n"
                      "#include <third.stan>\n#include missing.stan\n}\n");
  testing::write_text(at("first.stan"), "#include fourth.stan");
  testing::write_text(at("fourth.stan"), "#include first.stan");  // one another
  testing::write_text(at("more/second.stan"), "");
  testing::write_text(at("third.stan"), "");
  testing::write_text(at("more/third.stan"), "");
  testing::write_text(at("other.stan"), "");
  EXPECT_THAT(included_files({at("model.stan"), {at("more")}}),
              UnorderedElementsAre(at("first.stan"), at("fourth.stan"), at("more/second.stan"), at("third.stan"),
                                   at("more/third.stan")));
}

TEST_F(IncludedFiles, AreBelowTheFoldersThoughTheyBeginWithASlash) {
  const std::string file = (folder_ / "model.stan").string();
  testing::write_text(file, "#include /parts/a.stan\n");
  testing::write_text(folder_ / "parts/a.stan", "data { }");
  EXPECT_THAT(included_files({file, {}}), UnorderedElementsAre((folder_ / "parts/a.stan").string()));
  EXPECT_EQ(text_with_includes({file, {}}), "data { }\n");
}

TEST_F(IncludedFiles, AreNoneOfAProgramByItself) {
  const std::string file = (folder_ / "model.stan").string();
  testing::write_text(file, "model { }\n#include");
  EXPECT_THAT(included_files({file, {}}), IsEmpty());
  EXPECT_THAT(included_files({file + ".absent", {}}), IsEmpty());
}

TEST_F(IncludedFiles, CanStandInTheText) {
  const std::string file = (folder_ / "model.stan").string();
  testing::write_text(file,
                      "data {\n#include a.stan\n  // #include b.stan\n#include \"b.stan\" real r;\n#include c.stan\n}");
  testing::write_text(folder_ / "a.stan", "int N;");
  testing::write_text(folder_ / "b.stan", "#include a.stan\n// end\n");
  EXPECT_EQ(text_with_includes({file, {}}),
            "data {\nint N;\n  // #include b.stan\nint N;\n// end\n real r;\n#include c.stan\n}");
  testing::write_text(folder_ / "a.stan", "#include a.stan");
  EXPECT_NO_THROW(text_with_includes({file, {}}));
}

}  // namespace
}  // namespace g2t
