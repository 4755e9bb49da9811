// Each point is a line of no length with round ends. Many are one path, but not all, so that the picture is darker
// where paths overlap.
#include <fmt/format.h>
#include <report/axis.h>
#include <report/histogram_chart.h>
#include <report/html.h>
#include <report/pairs_chart.h>

#include <algorithm>
#include <g2t/core/counted.hpp>
#include <vector>

namespace g2t::report {
namespace {

constexpr double kPairsWidth = 400, kPairsHeight = 340;
constexpr double kPairsLeft = 66, kPairsRight = 346, kPairsTop = 50, kPairsBottom = 300;
constexpr double kEdge = 6, kEdgeHeight = 40;  // of histograms: away from the points, and their size
constexpr std::size_t kMaxAxisName = 40;
constexpr Index kPaths = 25;

std::string pairs_axes(const PairsAxis& x, const PairsAxis& y, const Axis& across, const Axis& up) {
  std::string out;
  for (const double tick : across.ticks(5))
    out += fmt::format(
        "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/><text class=\"tick\" "
        "x=\"{0:.1f}\" y=\"{3:.1f}\" text-anchor=\"middle\">{4}</text>\n",
        across.place(tick), kPairsTop, kPairsBottom, kPairsBottom + 16, tick_text(tick));
  for (const double tick : up.ticks(5))
    out += fmt::format(
        "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/><text class=\"tick\" "
        "x=\"{3:.1f}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
        kPairsLeft, kPairsRight, up.place(tick), kPairsLeft - 5, up.place(tick) + 4, tick_text(tick));
  out += fmt::format("<path class=\"axis\" d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\"/>\n", kPairsLeft, kPairsTop, kPairsBottom,
                     kPairsRight);
  out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\"><title>{}</title>{}</text>\n",
                     (kPairsLeft + kPairsRight) / 2, kPairsHeight - 6, escape(x.name),
                     escape(shortened(x.name, kMaxAxisName)));
  return out + fmt::format(
                   "<text transform=\"translate(11 {:.1f}) rotate(-90)\" text-anchor=\"middle\"><title>{}</title>{}"
                   "</text>\n",
                   (kPairsTop + kPairsBottom) / 2, escape(y.name), escape(shortened(y.name, kMaxAxisName)));
}

bool is_inside(const PairsAxis& axis, Index i) {
  return axis.draws[i] >= axis.histogram.low && axis.draws[i] <= axis.histogram.high;  // and so no NaN
}

}  // namespace

std::string pairs_chart(const PairsAxis& x, const PairsAxis& y, const std::string& about) {
  if (x.histogram.counts.empty() || y.histogram.counts.empty()) return "";
  const Axis across(x.histogram.low, x.histogram.high, false, kPairsLeft, kPairsRight);
  const Axis up(y.histogram.low, y.histogram.high, false, kPairsBottom, kPairsTop);
  const Index draws = x.draws.size(), points = std::min(draws, kMaxPoints);
  std::vector<std::string> paths(kPaths);
  Index outside = 0;
  for (Index k = 0; k < points; ++k) {
    const Index i = k * draws / points;
    if (!is_inside(x, i) || !is_inside(y, i)) {
      ++outside;
      continue;
    }
    paths[static_cast<std::size_t>(k % kPaths)] +=
        fmt::format("M{:.1f} {:.1f}h0", across.place(x.draws[i]), up.place(y.draws[i]));
  }
  std::string out = pairs_axes(x, y, across, up);
  out += "<g class=\"points s1\">\n";
  for (const std::string& path : paths)
    if (!path.empty()) out += fmt::format("<path d=\"{}\"/>\n", path);
  out += "</g>\n";
  out += fmt::format("<path class=\"bars s1\" d=\"{}\"/>\n<path class=\"bars s1\" d=\"{}\"/>\n",
                     bars_path(x.histogram, across, kPairsTop - kEdge, kPairsTop - kEdge - kEdgeHeight, true),
                     bars_path(y.histogram, up, kPairsRight + kEdge, kPairsRight + kEdge + kEdgeHeight, false));
  std::string caption = about + fmt::format(" {} of {}", grouped(points), counted(draws, "draw"));
  if (outside > 0) caption += fmt::format(", of which {} outside the picture or missing", grouped(outside));
  return fmt::format(
      "<figure><svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{} against {}\">\n{}</svg>\n{}</figure>\n",
      kPairsWidth, kPairsHeight, escape(y.name), escape(x.name), out,
      element("figcaption", caption + "; at the edges the histogram of each."));
}

}  // namespace g2t::report
