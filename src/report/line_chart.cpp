// Eight colours and three dashes distinguish two dozen lines.
#include <report/axis.h>
#include <report/html.h>
#include <report/line_chart.h>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace g2t::report {
namespace {

constexpr double kWidth = 400, kHeight = 270;
constexpr double kLeft = 66, kRight = 12, kTop = 12, kBottom = 40;
constexpr int kColours = 8;

std::string dash_of(std::size_t i) {
  static const char* const kDashes[] = {"", " stroke-dasharray=\"6 3\"", " stroke-dasharray=\"1.5 2.5\""};
  return kDashes[i / kColours % 3];
}

bool can_show(double value, bool is_logarithmic) { return std::isfinite(value) && (!is_logarithmic || value > 0); }

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();

  void add(double value, bool is_logarithmic) {
    if (!can_show(value, is_logarithmic)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  [[nodiscard]] bool is_empty() const { return low > high; }
};

class Drawing {
 public:
  Drawing(const LineChart& chart, const Extent& x, const Extent& y)
      : chart_(chart),
        x_(x.low, x.high, chart.is_log_x, kLeft, kWidth - kRight),
        y_(y.low, y.high, chart.is_log_y, kHeight - kBottom, kTop) {}

  void axes() {
    const double right = kWidth - kRight, bottom = kHeight - kBottom;
    for (const double tick : y_.ticks(6))
      out_ += fmt::format(
          "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
          "<text class=\"tick\" x=\"{3:.1f}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
          kLeft, right, y_.place(tick), kLeft - 5, y_.place(tick) + 4, tick_text(tick));
    for (const double tick : x_.ticks(5))
      out_ += fmt::format(
          "<line class=\"axis\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>"
          "<text class=\"tick\" x=\"{0:.1f}\" y=\"{3:.1f}\" text-anchor=\"middle\">{4}</text>\n",
          x_.place(tick), bottom, bottom + 4, bottom + 16, tick_text(tick));
    out_ += fmt::format("<path class=\"axis\" d=\"M{0:.1f} {1:.1f}V{2:.1f}H{3:.1f}\"/>\n", kLeft, kTop, bottom, right);
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", (kLeft + right) / 2,
                        kHeight - 6, escape(chart_.x_label));
    out_ += fmt::format("<text transform=\"translate(11 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                        (kTop + bottom) / 2, escape(chart_.y_label));
  }

  void band(const Series& series, std::size_t i) {
    std::string forth, back;
    for (Index k = 0; k < series.low.size(); ++k) {
      if (!has(series.x[k], series.low[k]) || !has(series.x[k], series.high[k])) continue;
      forth += point(series.x[k], series.high[k], forth.empty() ? 'M' : 'L');
      back = point(series.x[k], series.low[k], 'L') + back;
    }
    if (!forth.empty()) out_ += fmt::format("<path class=\"band s{}\" d=\"{}{}Z\"/>\n", i % kColours, forth, back);
  }

  void line(const Series& series, std::size_t i) {
    std::string path;
    bool is_open = false;
    for (Index k = 0; k < series.x.size(); ++k) {
      const bool is_there = has(series.x[k], series.y[k]);
      if (is_there && is_open && series.is_steps) path += fmt::format("H{:.1f}", x_.place(series.x[k]));
      if (is_there) path += point(series.x[k], series.y[k], is_open ? 'L' : 'M');
      is_open = is_there;
    }
    out_ += fmt::format("<path class=\"series{} s{}\" style=\"fill:none\"{} d=\"{}\"><title>{}</title></path>\n",
                        series.is_main ? " main" : "", i % kColours, dash_of(i), path, escape(series.name));
  }

  [[nodiscard]] std::string svg() const {
    return fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n", kWidth, kHeight,
                       escape(chart_.title), out_);
  }

 private:
  [[nodiscard]] bool has(double x, double y) const {
    return can_show(x, chart_.is_log_x) && can_show(y, chart_.is_log_y) && x_.holds(x);
  }
  [[nodiscard]] std::string point(double x, double y, char command) const {
    return fmt::format("{}{:.1f} {:.1f}", command, x_.place(x), y_.place(y));
  }

  const LineChart& chart_;
  Axis x_, y_;
  std::string out_;
};

std::string legend(const std::vector<Series>& series) {
  if (series.size() < 2) return "";
  std::string out = "<ul class=\"legend\">";
  for (std::size_t i = 0; i < series.size(); ++i)
    out += fmt::format(
        "<li><svg viewBox=\"0 0 28 10\" aria-hidden=\"true\"><path class=\"series{} s{}\" style=\"fill:none\"{} "
        "d=\"M0 5H28\"/></svg>{}</li>",
        series[i].is_main ? " main" : "", i % kColours, dash_of(i), escape(series[i].name));
  return out + "</ul>\n";
}

}  // namespace

std::string line_chart(const LineChart& chart) {
  Extent x, y;
  for (const Series& series : chart.series)
    for (Index k = 0; k < series.x.size(); ++k) {
      if (!can_show(series.y[k], chart.is_log_y)) continue;
      x.add(series.x[k], chart.is_log_x);
      y.add(series.y[k], chart.is_log_y);
    }
  if (chart.y_high > chart.y_low) y.low = chart.y_low, y.high = chart.y_high;
  std::string picture = element("p", "There is nothing finite to show.");
  if (!x.is_empty() && !y.is_empty()) {
    Drawing drawing(chart, x, y);
    drawing.axes();
    for (std::size_t i = 0; i < chart.series.size(); ++i) drawing.band(chart.series[i], i);
    for (std::size_t i = 0; i < chart.series.size(); ++i) drawing.line(chart.series[i], i);
    picture = drawing.svg();
  }
  return "<figure>" + picture + legend(chart.series) + element("figcaption", chart.caption) + "</figure>\n";
}

}  // namespace g2t::report
