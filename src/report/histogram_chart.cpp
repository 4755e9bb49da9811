// One path for all bars.
#include <fmt/format.h>
#include <report/histogram_chart.h>
#include <report/html.h>

#include <cmath>
#include <g2t/core/counted.hpp>

namespace g2t::report {
namespace {

constexpr double kSmallWidth = 200, kSmallHeight = 112;
constexpr double kSmallLeft = 12, kSmallRight = 188, kSmallTop = 20, kSmallBottom = 92;
constexpr std::size_t kMaxNameLength = 28;
constexpr std::size_t kMaxTickLength = 20;  // of all together

std::vector<double> fitting_ticks(const Axis& axis) {
  for (int count = 4; count > 1; --count) {
    const std::vector<double> ticks = axis.ticks(count);
    std::size_t length = 0;
    for (const double tick : ticks) length += tick_text(tick).size() + 1;
    if (length <= kMaxTickLength) return ticks;
  }
  return axis.ticks(1);
}

std::string mark_line(const Histogram& histogram, const Axis& axis, double value, const char* kind) {
  if (!(value >= histogram.low && value <= histogram.high)) return "";
  return fmt::format("<path class=\"mark{} s0\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", kind, axis.place(value), kSmallBottom,
                     kSmallTop);
}

std::string counts_beyond(const Histogram& histogram) {
  std::string out;
  const auto add = [&](Index count, double x, const char* anchor, const std::string& text) {
    if (count > 0)
      out += fmt::format("<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x,
                         kSmallTop + 10, anchor, text);
  };
  add(histogram.below, 2, "start", "\u2190" + grouped(histogram.below));
  add(histogram.above, kSmallWidth - 2, "end", grouped(histogram.above) + "\u2192");
  return out;
}

}  // namespace

std::string bars_path(const Histogram& histogram, const Axis& values, double base, double top, bool is_upright) {
  const auto bins = static_cast<double>(histogram.counts.size());
  const double scale = (top - base) / static_cast<double>(std::max<Index>(histogram.most(), 1));
  const auto edge = [&](std::size_t i) {
    return values.place(histogram.low + (histogram.high - histogram.low) * static_cast<double>(i) / bins);
  };
  std::string out =
      is_upright ? fmt::format("M{:.1f} {:.1f}", edge(0), base) : fmt::format("M{:.1f} {:.1f}", base, edge(0));
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    const double end = base + scale * static_cast<double>(histogram.counts[i]);
    out +=
        is_upright ? fmt::format("V{:.1f}H{:.1f}", end, edge(i + 1)) : fmt::format("H{:.1f}V{:.1f}", end, edge(i + 1));
  }
  return out + fmt::format("{}{:.1f}Z", is_upright ? 'V' : 'H', base);
}

std::string histogram_chart(const std::string& name, const Histogram& histogram, const ValueMarks& marks) {
  if (histogram.counts.empty()) return "";
  const Axis axis(histogram.low, histogram.high, false, kSmallLeft, kSmallRight);
  std::string out = fmt::format("<text x=\"{:.1f}\" y=\"12\" text-anchor=\"middle\"><title>{}</title>{}</text>\n",
                                kSmallWidth / 2, escape(name), escape(shortened(name, kMaxNameLength)));
  out += fmt::format("<path class=\"bars s1\" d=\"{}\"/>\n", bars_path(histogram, axis, kSmallBottom, kSmallTop, true));
  out += mark_line(histogram, axis, marks.q5, " dashed") + mark_line(histogram, axis, marks.q95, " dashed") +
         mark_line(histogram, axis, marks.mean, "");
  out += fmt::format("<path class=\"axis\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", kSmallLeft, kSmallBottom, kSmallRight);
  for (const double tick : fitting_ticks(axis))
    out += fmt::format(
        "<path class=\"axis\" d=\"M{0:.1f} {1:.1f}v3\"/><text class=\"tick\" x=\"{0:.1f}\" y=\"{2:.1f}\" "
        "text-anchor=\"middle\">{3}</text>\n",
        axis.place(tick), kSmallBottom, kSmallBottom + 15, tick_text(tick));
  out += counts_beyond(histogram);
  return fmt::format(
      "<figure><svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"Histogram of {}\">\n{}</svg></figure>\n",
      kSmallWidth, kSmallHeight, escape(name), out);
}

}  // namespace g2t::report
