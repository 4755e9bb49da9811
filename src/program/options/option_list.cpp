// The rows of the option list, and what is looked up in it.
#include <program/options/option_shapes.h>

#include <algorithm>
#include <g2t/control_variates/control_variates.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/nearest.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/terms.hpp>
#include <g2t/program/options/default_options.hpp>
#include <g2t/program/options/option_list.hpp>

namespace g2t {
namespace program {
namespace {

constexpr const char* kData = "Model and data";
constexpr const char* kFamily = "Family";
constexpr const char* kEstimator = "Estimator";
constexpr const char* kRun = "Run";
constexpr const char* kOutput = "Output";

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
    if (std::find(kinds.begin(), kinds.end(), wanted.substr(0, wanted.find('.'))) != kinds.end()) continue;
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

double read_momentum(const std::string& name, const std::string& text) {
  const double momentum = read_number(name, text);
  if (!(momentum >= 0 && momentum < 1)) refuse_option(name, text, "a number from 0 to below 1 is needed");
  return momentum;
}

std::vector<std::pair<std::string, OptimizerKind>> optimizers() {
  std::vector<std::pair<std::string, OptimizerKind>> pairs;
  for (OptimizerKind kind : {OptimizerKind::Sgd, OptimizerKind::HeavyBall, OptimizerKind::Nesterov}) {
    pairs.emplace_back(optimizer_name(kind), kind);
  }
  return pairs;
}

template <class T>
struct OptimizerField {
  T OptimizerOptions::*member;

  T& operator()(Options& options) const { return options.fit.optimizer.*member; }
  const T& operator()(const Options& options) const { return options.fit.optimizer.*member; }
};
template <class T>
OptimizerField(T OptimizerOptions::*) -> OptimizerField<T>;

auto at_least(Index least) {
  return [least](const std::string& name, const std::string& text) { return read_count(name, text, least); };
}

void add_data_options(std::vector<OptionSpec>& rows) {
  const std::vector<std::string> general{"logistic", "poisson", "bnn"}, columns{"logistic", "bnn"};
  const std::vector<std::string> stan{".stan", ".so"}, with_data{"logistic", "poisson", "bnn", ".stan", ".so"};
  const std::vector<std::pair<std::string, std::string>> formats{
      {"auto", "auto"}, {"csv", "csv"}, {"libsvm", "libsvm"}};
  const std::vector<std::pair<std::string, std::string>> priors{{"hierarchical", "hierarchical"}, {"fixed", "fixed"}};
  const std::vector<OptionSpec> more{
      only_for(with_data, text_of({"data", "FILE", kData,
                                   "the data: LIBSVM (logistic), CSV with or without names, or JSON (Stan models)"},
                                field(&ModelOptions::data))),
      only_for(preset_names(), text_of({"data-dir", "FOLDER", kData,
                                        "where presets find their files (default: the "
                                        "environment variable G2T_DATA_DIR)"},
                                       field(&ModelOptions::data_dir))),
      only_for(general, choice_of({"data-format", "", kData,
                                   "auto goes by the name (.svm, .libsvm, .csv, .tsv), else "
                                   "by the first line"},
                                  field(&ModelOptions::data_format), formats)),
      only_for({"logistic"},
               flag_of({"zero-based", "", kData, "LIBSVM indices start at 0"}, field(&ModelOptions::zero_based))),
      only_for({"logistic"}, make_row(
                                 {"features", "N", kData, "number of LIBSVM features (default: the highest index)"},
                                 [](Options& o, const std::string& name, const std::string& text) {
                                   o.model.features = read_count(name, text, 1);
                                 },
                                 [](const Options& o) {
                                   return o.model.features > 0 ? nlohmann::json(o.model.features) : nlohmann::json();
                                 })),
      only_for({"logistic"}, make_row(
                                 {"no-intercept", "", kData, "leaves the intercept out"},
                                 [](Options& o, const std::string& name, const std::string& text) {
                                   o.model.intercept = !read_flag(name, text);
                                 },
                                 [](const Options& o) { return nlohmann::json(!o.model.intercept); })),
      only_for({"logistic"}, text_of({"positive", "LABEL", kData, "the label that counts as 1 (default: the larger)"},
                                     field(&ModelOptions::positive))),
      only_for(general, text_of({"response", "COLUMN", kData,
                                 "CSV column to explain (default: the first; poisson needs "
                                 "it given)"},
                                field(&ModelOptions::response))),
      only_for({"poisson"}, list_of({"groups", "COLUMN,...", kData,
                                     "grouping columns; levels in numeric order, else in "
                                     "order of appearance"},
                                    field(&ModelOptions::groups))),
      only_for({"poisson"}, text_of({"exposure", "COLUMN", kData, "positive; its logarithm is added to the log rate"},
                                    field(&ModelOptions::exposure))),
      only_for(columns, flag_of({"standardize", "", kData,
                                 "CSV inputs (bnn: the response too) to mean 0 and sd 1 by "
                                 "1/n; a constant input becomes 0, --categorical's stay"},
                                field(&ModelOptions::standardize))),
      only_for(columns, list_of({"categorical", "COLUMN,...", kData,
                                 "CSV columns of levels: one input of 0 and 1 a level, "
                                 "but the first (with --no-intercept: all)"},
                                field(&ModelOptions::categorical))),
      only_for({"bnn"},
               count_of({"hidden-units", "N", kData, "width of the network"}, field(&ModelOptions::hidden_units), 1)),
      only_for({"bnn"}, choice_of({"prior", "", kData, "weights N(0, alpha^2) with alpha unknown, or N(0, scale^2)"},
                                  field(&ModelOptions::prior), priors)),
      only_for(general, optional_of({"prior-scale", "NUMBER", kData,
                                     "sd of the prior (default: logistic 1, poisson 10, "
                                     "bnn 10, or 5 if fixed)"},
                                    field(&ModelOptions::prior_scale), read_positive)),
      only_for({".stan"}, text_of({"stan-dir", "FOLDER", kData,
                                   "the Stan toolchain (default: G2T_STAN, that of tools/install-stan, BRIDGESTAN, CMDSTAN)"},
                                  field(&ModelOptions::stan_dir))),
      only_for({".stan"}, choice_of({"stan-backend", "", kData,
                                     "a C++ compiler, once a program; or stanli: at once, not all of Stan"},
                                    field(&ModelOptions::stan_backend),
                                    std::vector<std::pair<std::string, StanBackend>>{
                                        {"compiled", StanBackend::Compiled}, {"stanli", StanBackend::Stanli}})),
      only_for({".stan"}, flag_of({"native", "", kData, "compile for this machine's instructions: its own library"},
                                  field(&ModelOptions::native))),
      only_for({".stan"}, list_of({"include-paths", "FOLDER,...", kData,
                                   "where #include looks, after the program's own folder"},
                                  field(&ModelOptions::include_paths))),
      only_for(stan, text_of({"prior-only-data", "FILE", kData,
                              "JSON that leaves the prior alone (brms: prior_only is 1): log prior and likelihood apart"},
                             field(&ModelOptions::prior_only_data)))};
  rows.insert(rows.end(), more.begin(), more.end());
}

void add_estimator_options(std::vector<OptionSpec>& rows) {
  const std::string named = join(recipe_names());
  const std::vector<OptionSpec> more{
      choice_of(
          {"family", "", kFamily,
           "auto is full-rank up to " + std::to_string(kMostFullRankParameters) + " parameters, mean-field above"},
          field(&FitOptions::family),
          std::vector<std::pair<std::string, FamilyChoice>>{{"auto", FamilyChoice::Auto},
                                                            {"mean-field", FamilyChoice::MeanField},
                                                            {"full-rank", FamilyChoice::FullRank}}),
      choice_of({"coordinates", "", kFamily,
                 "natural: no step size, stops at a tolerance; plain: as published (default of paper:...)"},
                field(&FitOptions::coordinates),
                std::vector<std::pair<std::string, Coordinates>>{{"natural", Coordinates::Natural},
                                                                 {"plain", Coordinates::Plain}}),
      choice_of({"scale-coordinate", "", kFamily, "plain: a mean-field scale by its logarithm, or as it is"},
                field(&FitOptions::scale_coordinate),
                std::vector<std::pair<std::string, ScaleCoordinate>>{{"log-scale", ScaleCoordinate::LogScale},
                                                                     {"scale", ScaleCoordinate::Scale}}),
      text_of({"estimator", "NAME|FILE", kEstimator,
               "auto: best subset of the control variates and its weights; fixed: "
               "all of them, weights fitted; " +
                   named + "; or a recipe file"},
              field(&FitOptions::estimator)),
      list_of(
          {"pool", "NAME,...", kEstimator, "choose among these recipes, as they are: " + named + ", or recipe files"},
          field(&FitOptions::pool)),
      option_of({"control-variates", "NAME,...", kEstimator, "all, none, or some of " + join(all_kinds()) + ", or parts of them: NAME.mean, NAME.scale"},
                field(&FitOptions::control_variates), read_control_variates),
      choice_of({"split", "", kEstimator,
                 "plain: none; parts gives the mean's and the scale's part of each a weight of its own (NAME.mean, NAME.scale), "
                 "blocks each block of parameters too (NAME.scale.BLOCK)"},
                field(&FitOptions::split),
                std::vector<std::pair<std::string, Split>>{
                    {"none", Split::None}, {"parts", Split::Parts}, {"blocks", Split::Blocks}}),
      make_row({"draws", "N|auto", kEstimator, "gradient draws a step; auto: chosen with the estimator, pairs or not too"},
               [](Options& o, const std::string& name, const std::string& text) {
                 o.fit.draws = text == "auto" ? kChosenDraws : read_count(name, text, 1);
               },
               [](const Options& o) {
                 return o.fit.draws == kChosenDraws ? nlohmann::json("auto") : nlohmann::json(o.fit.draws);
               }),
      flag_of({"antithetic", "", kEstimator,
               "draws in mirrored pairs, the default in natural coordinates (--antithetic=false: single draws)"},
              field(&FitOptions::antithetic)),
      count_of({"select-draws", "N", kEstimator, "draws that a choice rests on (natural, without --select-at: 128)"}, field(&FitOptions::select_draws), 2),
      option_of({"select-at", "FRACTION,...", kEstimator,
                 "when to choose: fractions of the budget, from 0 (plain: after warm-up) to below 1; plain: 0,0.1,0.5; "
                 "natural: from the steps' own draws, others tried when that pays"},
                field(&FitOptions::select_at), read_fractions),
      choice_of({"select-from", "", kEstimator, "plain: moments at the average of the latest iterates, or the last one"},
                field(&FitOptions::select_from),
                std::vector<std::pair<std::string, SelectFrom>>{{"average", SelectFrom::Average},
                                                                {"last", SelectFrom::Last}}),
      choice_of({"reselect", "", kEstimator,
                 "plain: choose at --select-at only, as published, or also when the noise drifts from what was predicted, "
                 "as long as choices but the first take 2 % of the time at most"},
                field(&FitOptions::reselect),
                std::vector<std::pair<std::string, Reselect>>{{"planned", Reselect::Planned},
                                                              {"drift", Reselect::Drift}}),
      choice_of({"decide-by", "", kEstimator,
                 "squared norms of draws that did not fit the weights, or of those that did, as published"},
                field(&FitOptions::decide_by),
                std::vector<std::pair<std::string, DecideBy>>{{"cross-fit", DecideBy::CrossFit},
                                                              {"plug-in", DecideBy::PlugIn}}),
      optional_of({"largest-weight", "NUMBER|none", kEstimator,
                   "of a control variate, in size (presets: none, as published): larger ones fit where q is and not where it goes"},
                  field(&FitOptions::largest_weight), read_positive, "none"),
      text_of({"costs", "measured|FILE", kEstimator, "seconds of each term; with a file time is model time"},
              field(&FitOptions::costs))};
  rows.insert(rows.end(), more.begin(), more.end());
}

void add_run_options(std::vector<OptionSpec>& rows) {
  const std::string budget = std::to_string(static_cast<int>(kDefaultTimeBudget)) + "s";
  const std::vector<OptionSpec> more{
      choice_of({"optimizer", "", kRun, "plain: what moves q"}, OptimizerField{&OptimizerOptions::kind}, optimizers()),
      option_of({"momentum", "NUMBER", kRun, "plain: of heavy-ball and nesterov"}, OptimizerField{&OptimizerOptions::momentum},
                read_momentum),
      optional_of({"step-size", "auto|NUMBER", kRun, "plain: auto is a race among twelve sizes"}, field(&FitOptions::step_size),
                  read_positive, "auto"),
      choice_of({"when-changed", "", kRun,
                 "plain: when a choice changes the estimator, keep the step size, scale it by the root of the ratio of mean "
                 "squared norms, or race it again"},
                field(&FitOptions::when_changed),
                std::vector<std::pair<std::string, WhenChanged>>{
                    {"keep", WhenChanged::Keep}, {"scale", WhenChanged::Scale}, {"race", WhenChanged::Race}}),
      flag_of({"keep-step-size", "", kRun, "plain: never shrink the step size, not even when a run diverges"},
              field(&FitOptions::keep_step_size)),
      optional_of(
          {"time-budget", "TIME", kRun, "10s, 500ms, 2m, 1h or seconds (default: " + budget + " if no limit is given)"},
          field(&FitOptions::time_budget), read_seconds),
      optional_of({"iterations", "N", kRun, "most steps (plain: after warm-up and step race; default: no such limit)"},
                  field(&FitOptions::iterations), at_least(1)),
      option_of({"tolerance", "X", kRun,
                 "natural: stop when the fit is this near to the best one, root mean square, in posterior sds (Stan models: 0.1)"},
                field(&FitOptions::tolerance), read_positive),
      make_row({"weight-draws", "N", kRun,
                "natural: most log densities for importance weights at the end, from proposals that adapt where those of q are "
                "uneven (default: 2000, none beyond q's own; Stan models: 20000)"},
               [](Options& o, const std::string& name, const std::string& text) {
                 o.fit.weight_draws = read_count(name, text, kReportDraws);
               },
               [](const Options& o) { return nlohmann::json(o.fit.weight_draws); }),
      count_of({"warmup-steps", "N", kRun, "plain: first steps, with the base estimator"}, field(&FitOptions::warmup_steps),
               0),
      option_of({"warmup-step-size", "NUMBER", kRun, "plain: step size of those"}, field(&FitOptions::warmup_step_size),
                read_positive),
      choice_of({"averaging", "", kRun, "plain: the last iterate, the average of the second half's, or the better"},
                field(&FitOptions::averaging),
                std::vector<std::pair<std::string, Averaging>>{
                    {"auto", Averaging::Auto}, {"none", Averaging::None}, {"tail", Averaging::Tail}}),
      text_of({"init", "FILE|RADIUS", kRun,
               "a saved q, a JSON file of the parameters' values, or the radius around 0 to start within (default: natural: "
               "the best of several paths; plain: mean 0, scale 0.1)"},
              field(&FitOptions::init)),
      count_of({"starts", "N", kRun,
                "natural: points that paths start from (zero, radius 0.5, radius 2, best of 20, ...)"},
               field(&FitOptions::starts), 1),
      option_of({"seed", "N", kRun, "of all random numbers"}, field(&FitOptions::seed), read_seed),
      count_of({"threads", "N", kRun, "results do not depend on it"}, field(&FitOptions::threads), 1)};
  rows.insert(rows.end(), more.begin(), more.end());
}

void add_output_options(std::vector<OptionSpec>& rows) {
  const std::vector<OptionSpec> more{
      text_of({"output", "PREFIX", kOutput, "write PREFIX.csv and its siblings (default: no files)"},
              field(&OutputOptions::output)),
      count_of({"output-draws", "N", kOutput, "draws in PREFIX.csv"}, field(&OutputOptions::output_draws), 1),
      flag_of({"resample", "", kOutput, "PREFIX.csv holds draws resampled by importance weights, not those of q"},
              field(&OutputOptions::resample)),
      choice_of({"format", "", kOutput,
                 "names in PREFIX.csv as they are, or without dots that cmdstanpy cannot read (of Stan models all can be)"},
                field(&OutputOptions::format),
                std::vector<std::pair<std::string, std::string>>{{"plain", "plain"}, {"cmdstan", "cmdstan"}}),
      flag_of({"force", "", kOutput, "replace files that exist"}, field(&OutputOptions::force)),
      flag_of({"json", "", kOutput, "print one JSON document on stdout, and nothing else there"},
              field(&OutputOptions::json)),
      flag_of({"quiet", "", kOutput, "no talk on stderr"}, field(&OutputOptions::quiet)),
      count_of({"refresh", "N", kOutput, "progress lines a second on a terminal; 0: none"},
               field(&OutputOptions::refresh), 0)};
  rows.insert(rows.end(), more.begin(), more.end());
}

}  // namespace
}  // namespace program

bool OptionSpec::fits(const std::string& model) const {
  return models.empty() || std::find(models.begin(), models.end(), model_kind(model)) != models.end();
}

const std::vector<OptionSpec>& option_list() {
  static const std::vector<OptionSpec> list = [] {
    std::vector<OptionSpec> rows;
    program::add_data_options(rows);
    program::add_estimator_options(rows);
    program::add_run_options(rows);
    program::add_output_options(rows);
    return rows;
  }();
  return list;
}

const OptionSpec& option_named(const std::string& name) {
  std::vector<std::string> names;
  for (const OptionSpec& row : option_list()) {
    if (row.name == name) return row;
    names.push_back(row.name);
  }
  const std::string meant = nearest(name, names);
  throw InvalidArgument("options", "name", "--" + name,
                        "there is no such option" + (meant.empty() ? "" : "; did you mean --" + meant + "?"));
}

std::string settings_json(const Options& options) {
  std::string json = "{\"model\": " + nlohmann::json(options.model.model).dump();
  for (const OptionSpec& row : option_list()) {
    std::string key = row.name;
    std::replace(key.begin(), key.end(), '-', '_');
    json += ", \"" + key + "\": " + row.json(options);
  }
  return json + "}";
}

}  // namespace g2t
