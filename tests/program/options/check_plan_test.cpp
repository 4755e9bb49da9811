// Faults of options show before the first draw, those of a cost table as faults of its file.
#include <gmock/gmock.h>

#include <g2t/core/errors.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/program/options/check_plan.hpp>

namespace g2t {
namespace {

using ::testing::HasSubstr;

TEST(CheckPlan, NamesWhatCannotBe) {
  const auto model = make_poisson(simulate_poisson({2}, 8, 1).data);
  Options options;
  options.model.model = "poisson";
  options.fit.iterations = 5;
  EXPECT_EQ(check_plan(*model, options, options.fit).start.structure, Structure::Dense);

  FitOptions settings = options.fit;
  settings.control_variates = {"none-such"};
  EXPECT_THROW(check_plan(*model, options, settings), InvalidArgument);

  settings = options.fit;
  options.inputs.costs = "costs.json";
  settings.costs = Costs{};
  settings.costs->terms = {{"rep", {1e-5, 1e-6}}};
  try {
    check_plan(*model, options, settings);
    FAIL() << "the table lacks terms";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("costs.json: lacks the cost of a term"));
  }
  EXPECT_THROW(check_plan(*model, options, options.fit, Index{1} << 50), InputError);  // no memory for so many draws
}

}  // namespace
}  // namespace g2t
