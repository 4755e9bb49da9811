// Rows of the family and of the estimator.
#include <program/options/option_rows.h>
#include <program/options/option_shapes.h>

#include <g2t/control_variates/control_variates.hpp>
#include <g2t/core/contains.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/terms.hpp>

namespace g2t::program {
namespace {

constexpr const char* kFamily = "Family";
constexpr const char* kEstimator = "Estimator";

std::vector<std::string> all_kinds() {
  std::vector<std::string> names;
  for (const ControlVariateKind& kind : control_variate_kinds()) names.push_back(kind.name);
  return names;
}

std::vector<std::string> read_control_variates(const std::string& name, const std::string& text) {
  std::vector<std::string> names = read_list(name, text);
  if (names.size() == 1 && (names[0] == "all" || names[0] == "none")) return names;
  const std::vector<std::string> kinds = all_kinds();
  for (const std::string& wanted : names) {
    if (contains(kinds, wanted.substr(0, wanted.find('.')))) continue;
    refuse_option(name, text, "there is no '" + wanted + "'; all, none, or some of these are needed: " + join(kinds));
  }
  return names;
}

std::vector<double> read_fractions(const std::string& name, const std::string& text) {
  std::vector<double> fractions;
  for (const std::string& entry : read_list(name, text)) {
    const double fraction = read_number(name, entry);
    if (!(fraction >= 0 && fraction < 1) || (!fractions.empty() && fraction <= fractions.back())) {
      refuse_option(name, text, "fractions from 0 to below 1 are needed, each larger than the one before");
    }
    fractions.push_back(fraction);
  }
  return fractions;
}

}  // namespace

void add_estimator_options(std::vector<OptionSpec>& rows) {
  const std::string named = join(recipe_names());
  const std::vector<OptionSpec> more{
      choice_of({"family", "", kFamily,
                 "auto is full-rank up to " + std::to_string(kMaxFullRankParameters) + " parameters, low-rank up to " +
                     std::to_string(kMaxLowRankParameters) + " (not with plain), mean-field above"},
                field(&FitOptions::family),
                std::vector<std::pair<std::string, FamilyChoice>>{{"auto", FamilyChoice::Auto},
                                                                  {"mean-field", FamilyChoice::MeanField},
                                                                  {"low-rank", FamilyChoice::LowRank},
                                                                  {"full-rank", FamilyChoice::FullRank}}),
      optional_of({"rank", "auto|N", kFamily, "directions of a low-rank q; auto: as many as pay, found along the run"},
                  field(&FitOptions::rank),
                  [](const std::string& name, const std::string& text) { return read_count(name, text, 0); }, "auto"),
      choice_of({"coordinates", "", kFamily,
                 "natural: no step size, stops at a tolerance; plain: as published (default of paper:...)"},
                field(&FitOptions::coordinates),
                std::vector<std::pair<std::string, Coordinates>>{{"natural", Coordinates::Natural},
                                                                 {"plain", Coordinates::Plain}}),
      choice_of({"scale-coordinate", "", kFamily,
                 "plain: coordinate of a mean-field scale: its logarithm, or the scale itself"},
                field(&FitOptions::scale_coordinate),
                std::vector<std::pair<std::string, ScaleCoordinate>>{{"log-scale", ScaleCoordinate::LogScale},
                                                                     {"scale", ScaleCoordinate::Scale}}),
      text_of({"estimator", "NAME|FILE", kEstimator,
               "auto: best subset of the control variates and its weights; fixed: "
               "all of them, weights fitted; " +
                   named + "; or a recipe file"},
              field(&InputOptions::estimator)),
      list_of({"pool", "NAME,...", kEstimator,
               "select among these recipes, with their given weights: " + named + ", or recipe files"},
              field(&InputOptions::pool)),
      option_of({"control-variates", "NAME,...", kEstimator,
                 "all, none, or some of " + join(all_kinds()) + ", or parts of them: NAME.mean, NAME.scale"},
                field(&FitOptions::control_variates), read_control_variates),
      choice_of({"split", "", kEstimator,
                 "plain: none; separate weights for the mean's and the scale's part of each control variate (parts: "
                 "NAME.mean, NAME.scale), or for each block of parameters too (blocks: NAME.scale.BLOCK)"},
                field(&FitOptions::split),
                std::vector<std::pair<std::string, Split>>{
                    {"none", Split::None}, {"parts", Split::Parts}, {"blocks", Split::Blocks}}),
      make_row(
          {"draws", "N|auto", kEstimator,
           "gradient draws per step; auto: selected with the estimator, single draws or pairs too"},
          [](Options& o, const std::string& name, const std::string& text) {
            o.fit.draws = text == "auto" ? kChosenDraws : read_count(name, text, 1);
          },
          [](const Options& o) { return o.fit.draws == kChosenDraws ? Json("auto") : Json(o.fit.draws); }),
      flag_of({"antithetic", "", kEstimator,
               "draws in antithetic pairs, the default in natural coordinates (--antithetic=false: single draws)"},
              field(&FitOptions::antithetic)),
      count_of({"select-draws", "N", kEstimator, "draws of a selection (natural, without --select-at: 128)"},
               field(&FitOptions::select_draws), 2),
      option_of({"select-at", "FRACTION,...", kEstimator,
                 "times of selections: fractions of the budget, from 0 (plain: after warm-up) to below 1; plain: "
                 "0,0.1,0.5; natural: selections from the steps' own draws, with trials of other terms"},
                field(&FitOptions::select_at), read_fractions),
      choice_of(
          {"select-from", "", kEstimator, "plain: moments at the average of the latest iterates, or the last one"},
          field(&FitOptions::select_from),
          std::vector<std::pair<std::string, SelectFrom>>{{"average", SelectFrom::Average},
                                                          {"last", SelectFrom::Last}}),
      choice_of(
          {"reselect", "", kEstimator,
           "plain: select at --select-at only, as published, or also when the noise drifts from the prediction, as "
           "long as selections but the first take 2 % of the time at most"},
          field(&FitOptions::reselect),
          std::vector<std::pair<std::string, Reselect>>{{"planned", Reselect::Planned}, {"drift", Reselect::Drift}}),
      choice_of({"decide-by", "", kEstimator,
                 "mean squared norms of draws that did not fit the weights, or of those that did, as published"},
                field(&FitOptions::decide_by),
                std::vector<std::pair<std::string, DecideBy>>{{"cross-fit", DecideBy::CrossFit},
                                                              {"plug-in", DecideBy::PlugIn}}),
      optional_of({"largest-weight", "NUMBER|none", kEstimator,
                   "bound on the absolute weight of a control variate (presets: none, as published): larger ones add "
                   "noise when q moves"},
                  field(&FitOptions::largest_weight), read_positive, "none"),
      text_of({"costs", "measured|FILE", kEstimator, "seconds of each term; with a file, time is model time"},
              field(&InputOptions::costs))};
  rows.insert(rows.end(), more.begin(), more.end());
}

}  // namespace g2t::program
