// Rows of a logistic regression.
#include <cmath>
#include <g2t/models/regression_rows.hpp>
#include <utility>

#include "models/data_checks.hpp"

namespace g2t {
namespace {

class LogisticRows final : public RegressionRows {
 public:
  LogisticRows(LogisticData data, bool has_responses) : data_(std::move(data)), has_responses_(has_responses) {}

  Index count() const override { return data_.rows.rows(); }
  Index dimension() const override { return data_.rows.columns + first(); }
  bool has_responses() const override { return has_responses_; }
  Vector noise(const Matrix&) const override { return {}; }

  void expect(Index row, const Matrix& draws, Vector& out) const override {
    add_up(row, draws, out);
    out = (1 + (-out.array()).exp()).inverse();
  }

  void log_density(Index row, const Matrix& draws, Vector& out) const override {
    add_up(row, draws, out);
    if (data_.positive[static_cast<std::size_t>(row)] == 0) out = -out;
    for (double& margin : out)
      margin = margin > 0 ? -std::log1p(std::exp(-margin)) : margin - std::log1p(std::exp(margin));
  }

 private:
  [[nodiscard]] Index first() const { return data_.intercept ? 1 : 0; }

  void add_up(Index row, const Matrix& draws, Vector& out) const {
    out.setZero(draws.rows());
    if (data_.intercept) out = draws.col(0);
    const std::size_t at = static_cast<std::size_t>(row);
    for (Index k = data_.rows.start[at]; k < data_.rows.start[at + 1]; ++k) {
      const std::size_t entry = static_cast<std::size_t>(k);
      out += data_.rows.value[entry] * draws.col(first() + data_.rows.column[entry]);
    }
  }

  LogisticData data_;
  bool has_responses_;
};

}  // namespace

std::unique_ptr<RegressionRows> logistic_rows(LogisticData data) {
  const bool has_responses = !data.positive.empty();
  if (!has_responses) data.positive.assign(static_cast<std::size_t>(data.rows.rows()), 0);
  models::check_data(data);
  return std::make_unique<LogisticRows>(std::move(data), has_responses);
}

}  // namespace g2t
