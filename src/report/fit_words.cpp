// A fit's verdict and diagnostics in words.
#include <report/fit_words.h>

#include <g2t/core/counted.hpp>
#include <g2t/core/readable.hpp>

#include <fmt/format.h>

namespace g2t::report {
namespace {

double number_at(const Json& object, const char* key) {
  return object.contains(key) && object.at(key).is_number() ? object.at(key).get<double>() : 0;
}

struct Word {
  const char* key;
  const char* noun;
  const char* meaning;
};

constexpr Word kCounts[] = {
    {"failed_draws", "draw", "had a log density or gradient that is not finite, and were left out of their steps"},
    {"skipped_steps", "step", "could not be made: no draw was finite, or the move was not"},
    {"sign_flips", "scale", "crossed zero, and were mirrored"},
    {"failed_selections", "selection", "came to nothing: too few usable draws, or too little time"},
    {"step_size_cuts", "cut", "of the step size, each back to the best state so far"},
    {"shrunk_steps", "step", "made q smaller instead, since most draws failed"},
    {"clipped_eigenvalues", "direction", "in which a natural step was cut to its limits"},
    {"cut_steps", "step", "made shorter: the gradient was far longer than usual, as heavy tails have it"},
};

}  // namespace

std::string fit_verdict(const Json& summary) {
  const std::string status = summary.at("status").get<std::string>();
  const std::string family = summary.value("family", std::string("Gaussian"));
  if (status == "converged")
    return fmt::format("Converged: within {} posterior standard deviations of the best {} Gaussian.",
                       significant(number_at(summary.at("settings"), "tolerance")), family);
  if (status == "budget_spent")
    return "The budget is spent. In plain coordinates nothing says how far the best fit is.";
  if (status == "not_converged") return "Not converged: use it with care, and see the warnings.";
  if (status == "not_trusted") return "Not to be trusted as it is: the warnings say why and what helps.";
  return "Interrupted: this is the best state until then.";
}

std::vector<std::string> diagnostics_in_words(const Json& diagnostics) {
  std::vector<std::string> out;
  for (const Word& word : kCounts) {
    const auto count = static_cast<Index>(number_at(diagnostics, word.key));
    if (count > 0) out.push_back(fmt::format("{} {}.", counted(count, word.noun), word.meaning));
  }
  const double predicted = number_at(diagnostics, "predicted_step_seconds");
  const double observed = number_at(diagnostics, "observed_step_seconds");
  if (predicted > 0 && observed > 0)
    out.push_back(fmt::format("A step took {}, and {} was predicted.", duration(observed), duration(predicted)));
  if (diagnostics.value("is_average", false)) out.push_back("The result is the average of the last iterates.");
  if (out.empty()) out.push_back("No numerical trouble.");
  return out;
}

}  // namespace g2t::report
