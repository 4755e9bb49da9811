// Values that do not vary have no pictures.
#include <fmt/format.h>
#include <report/draws_part.h>
#include <report/histogram_chart.h>
#include <report/html.h>
#include <report/json_numbers.h>
#include <report/pair_choice.h>
#include <report/pairs_chart.h>
#include <report/values_part.h>

#include <g2t/core/readable.hpp>

namespace g2t::report {
namespace {

constexpr int kMaxHistograms = 24;

Histogram histogram_of(const Json& value, const Vector& draws) {
  return histogram(draws, number_in(value, "q5"), number_in(value, "q95"));
}

std::string histograms(const Json& values, const DrawsFile& draws) {
  std::string pictures;
  int count = 0;
  std::size_t i = 0;
  for (; i < values.size() && count < kMaxHistograms; ++i) {
    const Json& value = values[i];
    const ValueMarks marks{number_in(value, "mean"), number_in(value, "q5"), number_in(value, "q95")};
    const std::string picture = histogram_chart(value.at("name").get<std::string>(),
                                                histogram_of(value, draws.draws_of(static_cast<Index>(i))), marks);
    pictures += picture;
    count += picture.empty() ? 0 : 1;
  }
  if (count == 0) return element("p", "No value varies over finite draws: there are no histograms.");
  const std::string which = i < values.size() ? fmt::format(" of the first {} of {} values", i, values.size()) : "";
  return element("h3", "Densities") + "<div class=\"small-pictures\">\n" + pictures + "</div>\n<p class=\"note\">" +
         escape("Histograms of the draws" + which +
                "; lines: mean, dashed: 5 % and 95 %. Numbers with arrows count draws beyond the picture.") +
         "</p>\n";
}

std::string pair_picture(const Json& values, const DrawsFile& draws, const Pair& pair, bool is_least_effective) {
  const auto side = [&](Index i) {
    const Json& value = values[static_cast<std::size_t>(i)];
    const Vector of_value = draws.draws_of(i);
    return PairsAxis{value.at("name").get<std::string>(), of_value, histogram_of(value, of_value)};
  };
  const PairsAxis x = side(pair.first), y = side(pair.second);
  const auto ess = [&](Index i) { return text_in(values[static_cast<std::size_t>(i)], "ess"); };
  const std::string why =
      is_least_effective
          ? fmt::format("The two parameters with the fewest effective draws, {} and {}; their correlation is ",
                        ess(pair.first), ess(pair.second))
          : "The two parameters with the largest correlation, ";
  const std::string picture = pairs_chart(x, y, why + significant(pair.correlation) + ".");
  return picture.empty() ? "" : element("h3", "Pairs") + picture;
}

}  // namespace

std::string draws_part(const FitFiles& fit) {
  const auto without = [&](const std::string& reason) {
    return "<p class=\"note\">" + escape(fit.name + ".csv " + reason + ": there are no pictures of draws.") + "</p>\n";
  };
  const Json& values = values_of(fit.summary);
  if (!fit.draws) return without("is missing");
  const DrawsFile& draws = *fit.draws;
  if (draws.value_count() < static_cast<Index>(values.size())) return without("has fewer values than the summary");
  if (draws.draw_count() < 2) return without("has fewer than two draws");
  const Json& way = entry_in(fit.summary.at("answer"), "way");
  const bool is_moved = way == Json("moved");
  const std::optional<Pair> pair = is_moved ? least_effective_pair(values, draws) : most_correlated_pair(values, draws);
  return histograms(values, draws) + (pair ? pair_picture(values, draws, *pair, is_moved) : "");
}

}  // namespace g2t::report
