// A column at a time, in threads.
#include <inference/answer/summarize.h>
#include <inference/sorted_quantile.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/thread_team.hpp>
#include <g2t/importance/importance_weights.hpp>
#include <limits>

namespace g2t {
namespace {

constexpr Index kMaxValues = 20'000'000;  // that are sorted and summed
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// The finite values of a column, with the groups and the strata that they are of.
struct Column {
  std::vector<double> values;
  std::vector<Index> groups, strata;

  Column(const Matrix& table, Index column, const Posterior& answer) {
    for (Index k = 0; k < table.rows(); ++k) {
      if (!std::isfinite(table(k, column))) continue;
      values.push_back(table(k, column));
      groups.push_back(answer.groups[static_cast<std::size_t>(k)]);
      strata.push_back(answer.mode_of_draw.empty() ? 0 : answer.mode_of_draw[static_cast<std::size_t>(k)]);
    }
  }

  // Of use(value), in each stratum.
  template <class Use>
  [[nodiscard]] std::vector<double> means(const Use& use) const {
    const auto count = static_cast<std::size_t>(*std::max_element(strata.begin(), strata.end())) + 1;
    std::vector<double> sums(count, 0), counts(count, 0);
    for (std::size_t k = 0; k < values.size(); ++k) {
      const auto stratum = static_cast<std::size_t>(strata[k]);
      sums[stratum] += use(values[k]), ++counts[stratum];
    }
    for (std::size_t m = 0; m < count; ++m) sums[m] /= std::max(counts[m], 1.0);
    return sums;
  }

  // Standard error of the mean of use(value). Strata have their shares of the draws: only what varies within them counts.
  template <class Use>
  [[nodiscard]] double error(Index group_count, const Use& use) const {
    const std::vector<double> mean = means(use);
    std::vector<double> sums(static_cast<std::size_t>(group_count), 0);
    std::vector<bool> is_there(sums.size(), false);
    for (std::size_t k = 0; k < values.size(); ++k) {
      sums[static_cast<std::size_t>(groups[k])] += use(values[k]) - mean[static_cast<std::size_t>(strata[k])];
      is_there[static_cast<std::size_t>(groups[k])] = true;
    }
    double square = 0;
    for (const double sum : sums) square += sum * sum;
    const auto count = static_cast<double>(std::count(is_there.begin(), is_there.end(), true));
    return count > 1 ? std::sqrt(square * count / (count - 1)) / static_cast<double>(values.size()) : kMissing;
  }
};

void summarize_column(Column column, Index j, Index groups, const Posterior& answer, QuantitySummary& out) {
  const double n = static_cast<double>(column.values.size());
  out.missing[static_cast<std::size_t>(j)] = out.draws - static_cast<Index>(n);
  if (n < 2) return;
  const Eigen::Map<const Eigen::ArrayXd> all(column.values.data(), static_cast<Index>(n));
  const double mean = all.mean(), variance = (all - mean).square().mean(), sd = std::sqrt(variance);
  out.mean[j] = mean;
  out.sd[j] = sd;
  const double error = column.error(groups, [](double x) { return x; });
  const double error_of_square = column.error(groups, [mean](double x) { return (x - mean) * (x - mean); });
  out.mcse_mean[j] = std::hypot(error, answer.mean_error * sd);
  out.mcse_sd[j] = sd > 0 ? std::hypot(error_of_square / (2 * sd), answer.sd_error * sd) : 0;
  out.ess[j] = sd > 0 ? std::min(n, variance / (out.mcse_mean[j] * out.mcse_mean[j])) : n;
  if (sd > 0) out.tail_shape[j] = smooth_importance_weights(2 * (all - mean).abs().log()).khat;
  std::sort(column.values.begin(), column.values.end());
  out.q5[j] = sorted_quantile(column.values, 0.05);
  out.median[j] = sorted_quantile(column.values, 0.5);
  out.q95[j] = sorted_quantile(column.values, 0.95);
}

}  // namespace

QuantitySummary summarize(const Matrix& values, std::vector<std::string> names, const Posterior& answer) {
  QuantitySummary out;
  out.names = std::move(names);
  out.draws = values.rows();
  const Index count = static_cast<Index>(out.names.size());
  const Index groups = answer.groups.empty() ? 0 : *std::max_element(answer.groups.begin(), answer.groups.end()) + 1;
  for (Vector* const field : {&out.mean, &out.sd, &out.q5, &out.median, &out.q95, &out.mcse_mean, &out.mcse_sd, &out.ess, &out.tail_shape})
    field->setConstant(count, kMissing);
  out.missing.assign(out.names.size(), 0);
  share_pieces(out.names.size(), [&](std::size_t column) {
    const Index j = static_cast<Index>(column);
    summarize_column(Column(values, j, answer), j, groups, answer, out);
  });
  return out;
}

void summarize_parameters(const Model& model, Posterior& answer) {
  answer.parameters = summarize(answer.draws, model.parameter_names(), answer);
  answer.parameters.parameter_count = answer.parameters.computed_count = answer.draws.cols();
}

void summarize_quantities(const Model& model, std::uint64_t seed, const Deadline& deadline, Posterior& answer) {
  const Quantities* const own = model.quantities();
  if (own == nullptr) return;
  const Index done = own->compute(answer.draws, seed, deadline, answer.values);
  answer.values.conservativeResize(done, Eigen::NoChange);
  std::vector<std::string> names = own->names();
  for (const Index fewer : {own->computed_count(), own->parameter_count()})
    if (static_cast<Index>(names.size()) * done > kMaxValues) names.resize(static_cast<std::size_t>(fewer));
  answer.quantities = summarize(answer.values, std::move(names), answer);
  answer.quantities.parameter_count = own->parameter_count();
  answer.quantities.computed_count = own->computed_count();
}

void summarize_answer(const Model& model, std::uint64_t seed, const Deadline& deadline, Posterior& answer) {
  summarize_parameters(model, answer);
  summarize_quantities(model, seed, deadline, answer);
}

}  // namespace g2t
