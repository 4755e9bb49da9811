// A fit's diagnostics and times in words.
#include <report/fit_words.h>

#include <g2t/core/counted.hpp>
#include <g2t/core/readable.hpp>

#include <fmt/format.h>

#include <utility>

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
    {"failed_draws", "draw", "without a finite log density and gradient, left out of their steps"},
    {"skipped_steps", "step", "could not be made: no draw was finite, or the move was not"},
    {"sign_flips", "scale", "mirrored after crossing zero"},
    {"failed_selections", "selection", "came to nothing: too few usable draws, or too little time"},
    {"step_size_cuts", "cut", "of the step size, each back to the best state so far"},
    {"shrunk_steps", "step", "made q smaller instead, since most draws failed"},
    {"clipped_eigenvalues", "direction", "in which a natural step was cut to its limits"},
    {"cut_steps", "step", "made shorter: the gradient was far longer than usual, as heavy tails have it"},
};

// The parts of the time that was waited.
constexpr std::pair<const char*, const char*> kTimes[] = {{"reading", "reading"}, {"start", "start"},
                                                          {"race", "step race"},  {"selection", "selecting"},
                                                          {"steps", "steps"},     {"answer", "answer"},
                                                          {"trace", "trace"}};

}  // namespace

std::string times_in_words(const Json& seconds) {
  const double waited = number_at(seconds, "waited");
  std::string text = duration(waited > 0 ? waited : number_at(seconds, "total"));
  const char* separator = ": ";
  for (const auto& [key, name] : kTimes) {
    const double value = number_at(seconds, key);
    if (!(value > 0)) continue;
    text += separator + duration(value) + " " + name;
    separator = ", ";
  }
  return text;
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
