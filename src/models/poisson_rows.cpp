// Rows of a hierarchical Poisson regression.
#include <cmath>
#include <g2t/models/regression_rows.hpp>
#include <utility>

#include "models/data_checks.hpp"

namespace g2t {
namespace {

class PoissonRows final : public RegressionRows {
 public:
  PoissonRows(PoissonData data, bool has_responses) : data_(std::move(data)), has_responses_(has_responses) {
    Index first = 1 + static_cast<Index>(data_.groupings.size());
    for (const Grouping& grouping : data_.groupings) {
      first_.push_back(first);
      first += static_cast<Index>(grouping.levels.size());
    }
    dimension_ = first;
  }

  Index count() const override { return static_cast<Index>(data_.count.size()); }
  Index dimension() const override { return dimension_; }
  bool has_responses() const override { return has_responses_; }
  Vector noise(const Matrix&) const override { return {}; }

  void expect(Index row, const Matrix& draws, Vector& out) const override {
    add_up(row, draws, out);
    out = out.array().exp();
  }

  void log_density(Index row, const Matrix& draws, Vector& out) const override {
    add_up(row, draws, out);
    const double count = data_.count[static_cast<std::size_t>(row)];
    out = count * out.array() - out.array().exp() - std::lgamma(count + 1);
  }

 private:
  // Log rates.
  void add_up(Index row, const Matrix& draws, Vector& out) const {
    const std::size_t at = static_cast<std::size_t>(row);
    out = draws.col(0);
    if (!data_.log_exposure.empty()) out.array() += data_.log_exposure[at];
    for (std::size_t k = 0; k < first_.size(); ++k) out += draws.col(first_[k] + data_.groupings[k].level_of_row[at]);
  }

  PoissonData data_;
  bool has_responses_;
  std::vector<Index> first_;  // parameter of each grouping's first level
  Index dimension_ = 0;
};

}  // namespace

std::unique_ptr<RegressionRows> poisson_rows(PoissonData data, Index row_count) {
  const bool has_responses = !data.count.empty();
  if (!has_responses) data.count.assign(static_cast<std::size_t>(row_count), 0);
  models::check_data(data);
  return std::make_unique<PoissonRows>(std::move(data), has_responses);
}

}  // namespace g2t
