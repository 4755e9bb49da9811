// Files that are written later are those that the program would have written.
#include <gmock/gmock.h>

#include <g2t/core/errors.hpp>
#include <g2t/core/json.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/program/files/save_again.hpp>
#include <support/files.hpp>

#include <fstream>
#include <sstream>

namespace g2t {
namespace {

std::string text_of(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(SaveAgain, WritesWhatWriteFitWrites) {
  const testing::ScratchFolder folder;
  LoadedModel loaded;
  loaded.model = make_poisson(simulate_poisson({2}, 8, 1).data);
  FitOptions how = plain_fit_options();
  how.iterations = 20;
  how.answer_draws = 7;
  const FitResult result = fit(*loaded.model, how);
  Options options;
  options.model.model = "poisson";
  const FitContents contents = fit_contents(loaded, result, options);
  options.output.output = folder.file("run");
  options.output.format = "cmdstan";
  write_fit(*announce_fit(options.output, {}), fit_contents(loaded, result, options));

  const auto saved = save_again(contents, {{"output", folder.file("again")}, {"format", "cmdstan"}});
  ASSERT_EQ(saved, fit_output_files(folder.file("again")));
  const std::vector<std::string> files = fit_output_files(folder.file("run"));
  for (std::size_t i = 0; i + 1 < files.size(); ++i) EXPECT_EQ(text_of(files[i]), text_of(saved[i])) << files[i];
  Json one = Json::parse(text_of(files.back())), other = Json::parse(text_of(saved.back()));
  EXPECT_EQ(other["settings"]["output"], Json(folder.file("again")));
  other["settings"]["output"] = one["settings"]["output"];
  EXPECT_EQ(one.dump(2), other.dump(2));

  EXPECT_THROW(save_again(contents, {{"output", folder.file("again")}}), InvalidArgument);  // they exist
  EXPECT_NO_THROW(save_again(contents, {{"output", folder.file("again")}, {"force", "true"}}));
  EXPECT_THROW(save_again(contents, {}), InvalidArgument);
  EXPECT_THROW(save_again(contents, {{"seed", "3"}}), InvalidArgument);
}

}  // namespace
}  // namespace g2t
