// The words of all warnings: what was counted, then reasons against convergence, then reasons against trust.
#include <fmt/format.h>

#include <cmath>
#include <g2t/core/counted.hpp>
#include <g2t/core/readable.hpp>
#include <g2t/inference/warning.hpp>

namespace g2t {
namespace {

/// One warning for one reader.
class WarningWords {
 public:
  WarningWords(const FitWarning& warning, Wording wording) : warning_(warning), wording_(wording) {}

  [[nodiscard]] std::string text() const {
    if (warning_.kind < WarningKind::Stuck) return of_counts();
    return warning_.kind < WarningKind::HeavyTails ? against_convergence() : against_trust();
  }

 private:
  // Settings are named before anything of the model's enters: its own braces stay.
  template <typename... Parts>
  [[nodiscard]] std::string say(const std::string& text, const Parts&... parts) const {
    return fmt::format(fmt::runtime(with_settings_named(text, wording_)), parts...);
  }
  [[nodiscard]] double number(const char* name) const { return warning_.number(name); }
  [[nodiscard]] Index count(const char* name) const { return static_cast<Index>(std::llround(number(name))); }
  [[nodiscard]] std::string counts(const char* name, const char* noun) const { return counted(count(name), noun); }
  [[nodiscard]] std::string name() const { return warning_.names.empty() ? "a value" : warning_.names.front(); }
  [[nodiscard]] std::string failures() const {
    return warning_.failures.empty() ? "" : " (" + describe(warning_.failures) + ")";
  }
  [[nodiscard]] std::string gradient_check() const {
    return wording_ == Wording::Fields ? "check_gradient()" : say("'g2t evaluate {check_gradient}'");
  }
  [[nodiscard]] std::string limits() const {
    return say(warning_.has_iteration_limit ? "{iterations} or {time_budget}" : "{time_budget}");
  }
  [[nodiscard]] std::string family() const { return family_name(warning_.family); }

  [[nodiscard]] std::string of_counts() const {
    switch (warning_.kind) {
      case WarningKind::FailedDraws:
        return say(
            "{} of {} had a log density or score that is not finite, and the fit is that of the rest{}; check the "
            "model's support, or transform the parameters so that all values are allowed",
            grouped(count("failed_draws")), counts("draws", "draw"), failures());
      case WarningKind::ShrunkSteps:
        return say(
            "most draws were not finite in {}, and q was made smaller instead; give a start inside the support "
            "with {start}",
            counts("steps", "step"));
      case WarningKind::SkippedSteps:
        return say(
            "the run skipped {}, since no draw was usable or the move was not finite; try a smaller {step_size}",
            counts("steps", "step"));
      case WarningKind::NonFiniteSteps:
        return say("the run left out {} that would not have been finite; check the model with {}",
                   counts("steps", "step"), gradient_check());
      case WarningKind::SignFlips:
        return say("a scale crossed zero {} and was mirrored; a smaller {step_size} avoids that",
                   counts("flips", "time"));
      case WarningKind::StepSizeCuts:
        return say(
            "the step size proved too large {}: the run went back to its best state and on with {:.3g}; "
            "'{}' avoids that",
            counts("cuts", "time"), number("step_size"), say(fmt::format("{{step_size={:.3g}}}", number("step_size"))));
      case WarningKind::FailedSelections:
        return say(
            "{} had too few usable draws or too little time, and kept the estimator as it was; give more "
            "{time_budget}, or fewer {select_draws}",
            counts("selections", "selection"));
      case WarningKind::SelectionsShortOfDraws:
        return say("{} had too few usable draws and kept the estimator as it was; give more {select_draws}",
                   counts("selections", "selection"));
      case WarningKind::MissingValues:
        return say(
            "{} of the model could not be computed (nan): {}{}{}; check how the model computes its values",
            counts("values", "value"), fmt::join(warning_.names, ", "),
            count("values") > static_cast<Index>(warning_.names.size()) ? ", ..." : "", failures());
      case WarningKind::IncompleteValues:
        return say(
            "{} of the model could not be computed in some of the draws: {}; what is said of them is of the other draws{}; check how "
            "the model computes its values",
            counts("values", "value"), incomplete(), failures());
      case WarningKind::ModesCovered:
        return say("the starts found {}; the answer covers each with its mass: {}; give {modes=one} for the best one alone",
                   counts("modes", "mode"), shares());
      case WarningKind::LongTails:
        return say(
            "a few draws in long tails decide the sds of {}: {}{}; use the quantiles",
            counts("values", "value"), fmt::join(warning_.names, ", "),
            count("values") > static_cast<Index>(warning_.names.size()) ? ", ..." : "");
      case WarningKind::ReportShortOfDraws:
        return say("there was no time for all draws of the answer: {}; give more {time_budget}", draws_of_report());
      case WarningKind::UndecidedStepSize:
        return say(
            "there was no time to compare step sizes, so {:.3g} is a guess; give more {time_budget}, or a "
            "{step_size}",
            number("step_size"));
      default:
        return say("no step was made after the warm-up; give more {time_budget}");
    }
  }

  // Of the parts that there are.
  [[nodiscard]] std::string draws_of_report() const {
    std::string list;
    for (const auto& [name, part] : {std::pair{"elbo_draws", "the ELBO"},
                                     {"answer_draws", "the parameters"},
                                     {"value_draws", "the model's own values"}})
      if (!std::isnan(number(name)))
        list += fmt::format("{}{} for {}", list.empty() ? "" : ", ", grouped(count(name)), part);
    return list;
  }

  // Of the first values.
  [[nodiscard]] std::string incomplete() const {
    std::string list;
    for (std::size_t k = 0; k < warning_.names.size(); ++k)
      list += fmt::format("{}{} ({})", k == 0 ? "" : ", ", warning_.names[k],
                          counts(fmt::format("missing_{}", k + 1).c_str(), "draw"));
    return count("values") > static_cast<Index>(warning_.names.size()) ? list + ", ..." : list;
  }

  [[nodiscard]] std::string against_convergence() const {
    switch (warning_.kind) {
      case WarningKind::Stuck:
        return say(
            "the fit could not go on: too many steps in a row had no finite draw; check the model with {}, or give "
            "a start with {start}",
            gradient_check());
      case WarningKind::Diverged:
        return say("the fit diverged: its ELBO is not finite; give a smaller {step_size}");
      case WarningKind::ElboBelowStart:
        return say("the fit diverged: its ELBO is below that of the start; give a smaller {step_size}");
      case WarningKind::ElboBelowBest:
        return say(
            "the ELBO ended {} nats below the best on the way; give a smaller {step_size} or a longer "
            "{time_budget}",
            nats(number("nats"), 2));
      case WarningKind::BestIsResult:
        return say(
            "the result is the best approximation seen on the way, not the last one; it is no optimum: give a smaller "
            "{step_size}");
      case WarningKind::EarlierIsResult:
        if (std::isnan(number("nats")))
          return say("the result is the best approximation on the way, not the last one: compare it with fits of other "
                     "values of {seed}");
        return say(
            "the ELBO ended {} nats below the best on the way; the result is that one: compare it with fits "
            "of other values of {seed}",
            nats(number("nats"), 2));
      case WarningKind::ElboNotFinite:
        return say("the ELBO at the end is not finite; check the model's support, or give a start with {start}");
      case WarningKind::ManyFailedDraws:
        return say(
            "so many draws failed that the fit is of another distribution than the model's; transform the "
            "parameters so that all values are allowed");
      case WarningKind::MovingScale:
        return say(
            "the scale of {} was still changing from block to block (now {:.3g}): it may grow or shrink without "
            "end, as with an improper posterior; check the prior of that parameter, or give more {}",
            warning_.names.front(), number("scale"), limits());
      case WarningKind::UnboundedDirection:
        return say(
            "the posterior has no bound along a direction of {}: q can be widened or moved along it without end, as with "
            "an improper posterior, or parameters that data do not tell apart; give {} a proper prior, or fix a value",
            fmt::join(warning_.names, ", "), warning_.names.size() == 1 ? "it" : "them");
      case WarningKind::CurvatureNotKnown:
        return say(
            "how far the fit is from the best mean-field one is not known, since the posterior's curvature is not: "
            "that takes more draws than were made, or fewer parameters; compare fits of several values of {seed}, "
            "or try {family=full-rank}");
      case WarningKind::NoConvergenceTest:
        return say("there was no time for a test of convergence; give more {}", limits());
      case WarningKind::ChainsNotSettled:
        return say(
            "chains from q had not settled after {}: the posterior may have narrow or far regions; give more {time_budget} "
            "and {chain_gradients}, or reparameterise the model",
            counts("gradients", "gradient"));
      case WarningKind::ImpreciseMeans:
        if (!std::isfinite(number("rms"))) return unknown_error("means");
        return say(
            "means are known to {:.2g} posterior sds (root mean square; the least precise one, of {}, to {:.2g}), the "
            "tolerance is {:.2g}: give more {time_budget}, {chain_gradients} or {weight_draws}",
            number("rms"), name(), number("largest"), number("tolerance"));
      case WarningKind::ImpreciseSds:
        if (!std::isfinite(number("rms"))) return unknown_error("sds");
        return say(
            "sds are known to {:.0f} % (root mean square; the least precise one, of {}, to {:.0f} %), {:.0f} % are asked for: "
            "tails are long; give more {time_budget}, {chain_gradients} or {answer_draws}",
            100 * number("rms"), name(), 100 * number("largest"), 100 * number("tolerance"));
      case WarningKind::GapStalled:
        return distance() +
               say("; it did not get nearer in the last block: steps of the noise's size, or an optimum that "
                   "moves; give a larger {tolerance}, more {draws}, or reparameterise the model");
      default:
        return distance() + say("; give more {}, or a larger {tolerance}", limits());
    }
  }

  [[nodiscard]] std::string unknown_error(const char* what) const {
    return say(
        "how far the answer's {} are off is not known: some of its draws have no density, or there are too few; give more "
        "{time_budget}, or take another {answer}",
        what);
  }

  [[nodiscard]] std::string distance() const {
    return say(
        "the fit is about {:.2g} posterior sds (root mean square) from the best {} Gaussian, {:.3g} +- {:.2g} nats; "
        "the tolerance is {:.2g}",
        number("distance"), family(), number("gap"), number("gap_se"), number("tolerance"));
  }

  [[nodiscard]] std::string against_trust() const {
    constexpr const char* kOtherWays = "reparameterise the model, or sample it with MCMC";
    switch (warning_.kind) {
      case WarningKind::HeavyTails:
        return say(
            "Pareto k of the importance weights is {:.2f}, above {:.2g}: the posterior has tails or a shape that no "
            "{} Gaussian has; {}",
            number("khat"), number("threshold"), family(),
            warning_.family == Structure::Dense ? kOtherWays : say("try {family=full-rank}, ") + kOtherWays);
      case WarningKind::UnevenWeights:
        return say("weights leave an effective sample size of {} for {}: no proposal fits the posterior; {}",
                   grouped(count("effective_sample_size")), counts("draws", "draw"), kOtherWays);
      case WarningKind::ChainsDrift:
        return say("chains from q still drifted, by {:.2f} sds from the first to the second half of their moves; {}",
                   number("drift"), kOtherWays);
      case WarningKind::ChainsDisagree:
        return say(
            "chains from wider starts do not agree with the others (R-hat {:.2f}): there are regions between which they do "
            "not move; {}",
            number("r_hat"), kOtherWays);
      case WarningKind::ChainApart:
        return say(
            "a chain stayed apart from the others, and its distance is {:.0f} % of a variance: there is a region that is hard to "
            "leave; give more {time_budget} and {chain_gradients}, or reparameterise the model",
            100 * number("share"));
      case WarningKind::ChainStuck:
        return say("a chain hardly moved (acceptance {:.2g}): the posterior is very narrow somewhere; {}",
                   number("acceptance"), kOtherWays);
      case WarningKind::ModesNotSeen:
        return say("{} found by one of {} only ({} in all): there may be more that no start found; give more {starts}",
                   counts("once", "mode"), counts("starts", "start"), count("modes"));
      case WarningKind::SampleOfRows:
        return say(
            "log densities by a sample of the rows ({} of {}) differ from those by all by {:.2g} nats (sd), and there was no time "
            "for more; give more {time_budget}, or {sample_rows=0}",
            grouped(count("rows")), grouped(count("all")), number("sd"));
      case WarningKind::SeveralModes:
        return say(
            "the starts ended in {}, of ELBO {}; the answer covers one of them alone: add information that "
            "tells them apart (an ordering, a sign), or choose one with {start}",
            counts("modes", "different mode"), modes());
      case WarningKind::WrongGradient:
        return say("the gradient is wrong: by {} (coordinate {}) it is {:.6g} where finite differences of the log density say "
                   "{:.6g}, near the start ({:.6g}); check it with {}",
                   name(), count("coordinate"), number("given"), number("expected"), number("at"), gradient_check());
      default:
        return say(
            "the mean-field family ignores correlation: its sds are conditional ones, given all other parameters; "
            "by the curvature marginal sds are larger for {}, {}; use {family=full-rank}, or take the means alone",
            counts("parameters", "parameter"), ratios());
    }
  }

  [[nodiscard]] std::string modes() const {
    std::string list;
    for (Index k = 1; k <= count("modes"); ++k)
      list += fmt::format("{}{}{}", k == 1 ? "" : ", ", nats(warning_.number(fmt::format("elbo_{}", k)), 2),
                          static_cast<double>(k) == number("chosen") ? " (this one)" : "");
    return list;
  }

  [[nodiscard]] std::string shares() const {
    std::string list;
    for (Index k = 1; k <= count("modes"); ++k)
      list += fmt::format("{}{:.1f} %", k == 1 ? "" : ", ", 100 * warning_.number(fmt::format("share_{}", k)));
    return list;
  }

  [[nodiscard]] std::string ratios() const {
    std::string list;
    for (std::size_t k = 0; k < warning_.names.size(); ++k)
      list += fmt::format("{}{} ({:.2g} times)", k == 0 ? "" : ", ", warning_.names[k],
                          warning_.number(fmt::format("ratio_{}", k + 1)));
    const Index more = count("parameters") - static_cast<Index>(warning_.names.size());
    return more > 0 ? list + fmt::format(" and {} more", more) : list;
  }

  const FitWarning& warning_;
  Wording wording_;
};

}  // namespace

std::string describe(const FitWarning& warning, Wording wording) { return WarningWords(warning, wording).text(); }

}  // namespace g2t
