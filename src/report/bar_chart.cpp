// A row of fixed height for each; the picture grows.
#include <report/axis.h>
#include <report/bar_chart.h>
#include <report/html.h>

#include <g2t/core/readable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace g2t::report {
namespace {

constexpr double kRowHeight = 19, kPictureWidth = 400, kNameWidth = 160, kValueWidth = 64, kAxisHeight = 24;
constexpr std::size_t kMaxRowName = 24;

std::string row_name(const std::string& name, double y) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\"><title>{}</title>{}</text>", kNameWidth - 6,
                     y + 13, escape(name), escape(shortened(name, kMaxRowName)));
}

std::string framed(const std::string& title, const std::string& caption, const std::string& inside, double height) {
  return fmt::format("<figure><svg viewBox=\"0 0 {} {:.0f}\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n{}</figure>\n",
                     kPictureWidth, height, escape(title), inside, element("figcaption", caption));
}

}  // namespace

std::string bar_chart(const std::string& title, const std::string& unit, const std::vector<Bar>& bars) {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const Bar& bar : bars)
    if (bar.value > 0 && std::isfinite(bar.value)) least = std::min(least, bar.value), most = std::max(most, bar.value);
  if (most == 0) return "<figure>" + element("p", title + ": nothing to show.") + "</figure>\n";
  const Axis axis(std::pow(10.0, std::floor(std::log10(least) - 0.3)), most, true, kNameWidth,
                  kPictureWidth - kValueWidth);
  std::string out;
  double y = 0;
  for (const Bar& bar : bars) {
    const double end = bar.value > 0 ? axis.place(bar.value) : kNameWidth;
    out += row_name(bar.is_marked ? "\u2605 " + bar.name : bar.name, y);
    out += fmt::format(
        "<rect class=\"s{}\" style=\"stroke:none\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>"
        "<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
        bar.is_marked ? 1 : 7, kNameWidth, y + 3, std::max(end - kNameWidth, 0.5), kRowHeight - 6, end + 4, y + 13,
        escape(significant(bar.value)));
    y += kRowHeight;
  }
  return framed(title, title + ", " + unit + " (logarithmic)", out, y + 4);
}

std::string interval_chart(const std::string& title, const std::string& caption,
                           const std::vector<Interval>& intervals) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Interval& interval : intervals) {
    low = std::min(low, interval.middle - interval.outer);
    high = std::max(high, interval.middle + interval.outer);
  }
  if (!(low <= high)) return "";
  const Axis axis(low, high, false, kNameWidth, kPictureWidth - 8);
  const double bottom = kRowHeight * static_cast<double>(intervals.size());
  std::string out;
  for (const double tick : axis.ticks(4))
    out += fmt::format(
        "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"{1:.1f}\"/>"
        "<text class=\"tick\" x=\"{0:.1f}\" y=\"{2:.1f}\" text-anchor=\"middle\">{3}</text>\n",
        axis.place(tick), bottom, bottom + 15, tick_text(tick));
  double y = 0;
  for (const Interval& interval : intervals) {
    const double middle = y + kRowHeight / 2;
    out += row_name(interval.name, y);
    for (const auto& [half, width] : {std::pair(interval.outer, 1.0), std::pair(interval.inner, 4.0)})
      if (half > 0)
        out += fmt::format(
            "<line class=\"s1\" stroke-width=\"{0}\" x1=\"{1:.1f}\" x2=\"{2:.1f}\" y1=\"{3:.1f}\" y2=\"{3:.1f}\"/>",
            width, axis.place(interval.middle - half), axis.place(interval.middle + half), middle);
    out += fmt::format("<circle class=\"dot s0\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n", axis.place(interval.middle),
                       middle);
    y += kRowHeight;
  }
  return framed(title, caption, out, bottom + kAxisHeight);
}

}  // namespace g2t::report
