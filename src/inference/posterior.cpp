// Errors over the parameters that vary.
#include <g2t/inference/posterior.hpp>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kNoSpread = 1e-12;  // of a value's size: it does not vary

}  // namespace

std::string answer_name(AnswerWay way) {
  switch (way) {
    case AnswerWay::Auto: return "auto";
    case AnswerWay::Gaussian: return "gaussian";
    case AnswerWay::Weighted: return "weighted";
    case AnswerWay::Moved: return "moved";
  }
  return "";
}

Index AnswerSettings::needed_draws() const {
  constexpr double kRoom = 1.5;     // for draws that are not independent
  constexpr double kMost = 20'000;  // unless more are asked for
  return std::max(draws, static_cast<Index>(std::min(std::ceil(kRoom / (tolerance * tolerance)), kMost)));
}

AnswerErrors errors_of(const QuantitySummary& summary) {
  AnswerErrors out;
  if (summary.draws < 2) {  // they tell nothing
    out.mean_rms = out.mean_largest = out.sd_rms = out.sd_largest = std::numeric_limits<double>::infinity();
    return out;
  }
  double means = 0, sds = 0, count = 0, sd_count = 0;
  for (Index i = 0; i < std::min<Index>(summary.parameter_count, summary.mean.size()); ++i) {
    const double sd = summary.sd[i];
    if (!(sd > kNoSpread * std::abs(summary.mean[i]))) continue;
    const double of_mean = summary.mcse_mean[i] / sd, of_sd = summary.mcse_sd[i] / sd;
    means += of_mean * of_mean, ++count;
    if (!(of_mean <= out.mean_largest)) out.mean_largest = of_mean, out.worst_mean = i;
    if (summary.tail_shape[i] > kLongTail) continue;
    sds += of_sd * of_sd, ++sd_count;
    if (!(of_sd <= out.sd_largest)) out.sd_largest = of_sd, out.worst_sd = i;
  }
  if (count > 0) out.mean_rms = std::sqrt(means / count);
  if (sd_count > 0) out.sd_rms = std::sqrt(sds / sd_count);
  return out;
}

}  // namespace g2t
