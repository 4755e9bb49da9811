// Rows of how a fit runs.
#include <program/options/option_rows.h>
#include <program/options/option_shapes.h>

namespace g2t::program {
namespace {

constexpr const char* kRun = "Run";

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

}  // namespace

void add_run_options(std::vector<OptionSpec>& rows) {
  const std::string budget = std::to_string(static_cast<int>(kDefaultTimeBudget)) + "s";
  const std::vector<OptionSpec> more{
      choice_of({"optimizer", "", kRun, "plain: the stochastic gradient method"},
                OptimizerField{&OptimizerOptions::kind}, optimizers()),
      option_of({"momentum", "NUMBER", kRun, "plain: of heavy-ball and nesterov"},
                OptimizerField{&OptimizerOptions::momentum}, read_momentum),
      optional_of({"step-size", "auto|NUMBER", kRun, "plain: auto: a race among twelve sizes"},
                  field(&FitOptions::step_size), read_positive, "auto"),
      choice_of({"when-changed", "", kRun,
                 "plain: when a selection changes the estimator, keep the step size, scale it by the root of the ratio "
                 "of mean "
                 "squared norms, or race it again"},
                field(&FitOptions::when_changed),
                std::vector<std::pair<std::string, WhenChanged>>{
                    {"keep", WhenChanged::Keep}, {"scale", WhenChanged::Scale}, {"race", WhenChanged::Race}}),
      flag_of({"keep-step-size", "", kRun, "plain: never shrink the step size, not even when a run diverges"},
              field(&FitOptions::keep_step_size)),
      optional_of(
          {"time-budget", "TIME", kRun, "10s, 500ms, 2m, 1h or seconds (default: " + budget + " if no limit is given)"},
          field(&FitOptions::time_budget), read_seconds),
      optional_of(
          {"iterations", "N", kRun, "maximum number of steps (plain: after warm-up and step race; default: no limit)"},
          field(&FitOptions::iterations), at_least(1)),
      option_of({"tolerance", "X", kRun,
                 "natural: error that the answer's means may have, root mean square, in posterior sds"},
                field(&FitOptions::tolerance), read_positive),
      count_of({"warmup-steps", "N", kRun, "plain: first steps, with the base estimator"},
               field(&FitOptions::warmup_steps), 0),
      option_of({"warmup-step-size", "NUMBER", kRun, "plain: step size of those"}, field(&FitOptions::warmup_step_size),
                read_positive),
      choice_of({"averaging", "", kRun, "plain: the last iterate, the average over the second half, or the better one"},
                field(&FitOptions::averaging),
                std::vector<std::pair<std::string, Averaging>>{
                    {"auto", Averaging::Auto}, {"none", Averaging::None}, {"tail", Averaging::Tail}}),
      text_of({"init", "FILE|RADIUS", kRun,
               "a saved q, a JSON file of the parameters' values, or the radius around 0 of random starts (default: "
               "natural: "
               "the best of several paths; plain: mean 0, scale 0.1)"},
              field(&InputOptions::init)),
      count_of({"starts", "N", kRun,
                "natural: number of starting points of paths (zero, radius 0.5, radius 2, best of 20, ...)"},
               field(&FitOptions::starts), 1),
      optional_of({"sample-rows", "auto|N", kRun,
                   "natural: rows that the run goes by, at least; all rows correct them, and check what they led to. auto: "
                   "from 100,000 rows on as many as the answer needs; 0: all"},
                  field(&FitOptions::sample_rows), at_least(0), "auto"),
      option_of({"seed", "N", kRun, "seed of all random numbers"}, field(&FitOptions::seed), read_seed),
      count_of({"threads", "N", kRun, "number of threads; results do not depend on it"}, field(&FitOptions::threads),
               1)};
  rows.insert(rows.end(), more.begin(), more.end());
}

}  // namespace g2t::program
