// Applies what a user gave over a model's defaults, and checks that it holds together.
#include <inference/option_text.h>

#include <g2t/core/errors.hpp>
#include <g2t/inference/load_model.hpp>
#include <g2t/inference/option_list.hpp>
#include <string>

namespace g2t {
namespace {

void check_together(const Options& options) {
  const FitOptions& fit = options.fit;
  if (fit.antithetic && fit.draws % 2 != 0) {
    inference::refuse_option("draws", std::to_string(fit.draws),
                             "with --antithetic draws come in pairs: an even number");
  }
  if (fit.antithetic && fit.select_draws % 2 != 0) {
    inference::refuse_option("select-draws", std::to_string(fit.select_draws),
                             "with --antithetic draws come in pairs: an even number");
  }
  if (!fit.pool.empty() && fit.estimator != "auto") {
    inference::refuse_option("estimator", fit.estimator,
                             "contradicts --pool, which chooses the estimator itself; give one of the two");
  }
  if (fit.family == FamilyChoice::FullRank && fit.scale_coordinate == ScaleCoordinate::Scale) {
    inference::refuse_option("scale-coordinate", "scale", "is for the mean-field family, not for --family full-rank");
  }
}

}  // namespace

Options make_options(const std::string& model, const std::vector<std::pair<std::string, std::string>>& given) {
  Options options = default_options(model);
  for (const auto& [name, text] : given) {
    const OptionSpec& row = option_named(name);
    if (!row.fits(model)) {
      inference::refuse_option(name, text, "does not fit " + model + "; it is for " + inference::join(row.models));
    }
    row.set(options, text);
  }
  check_together(options);
  if (!options.fit.time_budget && !options.fit.iterations) options.fit.time_budget = kDefaultTimeBudget;
  return options;
}

}  // namespace g2t
