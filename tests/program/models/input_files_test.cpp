// Whatever option names a file, that file is an input.
#include <gmock/gmock.h>

#include <filesystem>
#include <g2t/program/models/input_files.hpp>
#include <g2t/program/options/option_list.hpp>

#include "../../support/scratch_folder.hpp"
#include "../program_testing.hpp"

namespace g2t {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

TEST(InputFiles, AreTheTextsAndEntriesThatNameOne) {
  const testing::ScratchFolder folder;
  const std::string a = folder.write("a.json", ""), b = folder.write("b,c.json", "");
  EXPECT_THAT(files_among({"", "rep", a, b, "stl," + a, a + "x", std::filesystem::path(a).parent_path().string()}),
              ElementsAre(a, b, a));
}

TEST(InputFiles, AreThoseOfEveryOptionThatTakesAFile) {
  const testing::ScratchFolder folder;
  Options options;
  options.model.model = folder.write("model.stan", "#include part.stan\n");
  const std::string part = folder.write("part.stan", "");
  std::vector<std::string> all = {options.model.model, part};
  int count = 0;
  for (const OptionSpec& row : option_list()) {
    if (row.group == kOutputGroup || row.value_name.find("FILE") == std::string::npos) continue;
    const std::string file = folder.write("input-" + std::to_string(++count), "");
    row.set(options, file);
    all.push_back(file);
  }
  EXPECT_GE(count, 5);  // data, prior-only-data, estimator, init, costs
  options.inputs.pool = {"rep", folder.write("recipe.json", "")};
  all.push_back(options.inputs.pool.back());
  options.output.output = folder.write("output", "");
  EXPECT_THAT(input_files(options), ::testing::UnorderedElementsAreArray(all));
}

TEST(InputFiles, AreThePartsOfAFileThatIsNotThere) {
  const testing::ScratchFolder folder;
  ModelOptions options;
  options.model = "logistic";
  options.data = folder.file("data.svm");
  const std::string first = folder.write("data.svm.0", ""), second = folder.write("data.svm.1", "");
  folder.write("data.svm.3", "");
  EXPECT_THAT(input_files(options), ElementsAre(first, second));
  folder.write("data.svm", "");
  EXPECT_THAT(input_files(options), ElementsAre(options.data));
}

TEST(InputFiles, KnowThePresetsFile) {
  const testing::ScratchFolder folder;
  ModelOptions options;
  options.model = "paper:a1a";
  options.data_dir = std::filesystem::path(folder.write("a1a", "")).parent_path().string();
  EXPECT_THAT(input_files(options), ElementsAre(options.data_dir + "/a1a"));
  options.model = "paper:frisk";
  EXPECT_THAT(input_files(options), IsEmpty());
}

}  // namespace
}  // namespace g2t
