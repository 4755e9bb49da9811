// A window of rows is kept as it comes; when it is full, its parts are made compact, and it starts anew.
#include <algorithm>
#include <g2t/core/errors.hpp>
#include <g2t/models/logistic.hpp>
#include <string>
#include <utility>

#include "models/data_checks.hpp"
#include "models/likelihood_sum.hpp"
#include "models/logistic_likelihood.hpp"
#include "models/row_parts.hpp"

namespace g2t {
namespace {

LogisticData rows_of(const RowPart& part, const LogisticData& window) {
  LogisticData out;
  out.intercept = window.intercept;
  out.rows.columns = window.rows.columns;
  for (Index k = 0; k < part.count; ++k) {
    const std::size_t row = static_cast<std::size_t>(part.first + k * part.stride);
    const Index begin = window.rows.start[row], end = window.rows.start[row + 1];
    out.rows.column.insert(out.rows.column.end(), window.rows.column.begin() + begin, window.rows.column.begin() + end);
    out.rows.value.insert(out.rows.value.end(), window.rows.value.begin() + begin, window.rows.value.begin() + end);
    out.rows.start.push_back(static_cast<Index>(out.rows.column.size()));
    out.positive.push_back(window.positive[row]);
  }
  return out;
}

}  // namespace

struct LogisticParts::State {
  LogisticData window;
  Index rows = 0;
  Index stripes = 0;  // of a window; 0: the first one may be the only one
  std::vector<LogisticDesign> designs;

  void add_rows(const SparseRows& from, const Flags& positive, Index first, Index count) {
    SparseRows& to = window.rows;
    const Index begin = from.start[static_cast<std::size_t>(first)], shift = to.start.back() - begin;
    const Index end = from.start[static_cast<std::size_t>(first + count)];
    to.columns = std::max(to.columns, from.columns);
    to.column.insert(to.column.end(), from.column.begin() + begin, from.column.begin() + end);
    to.value.insert(to.value.end(), from.value.begin() + begin, from.value.begin() + end);
    for (Index row = first; row < first + count; ++row)
      to.start.push_back(from.start[static_cast<std::size_t>(row) + 1] + shift);
    window.positive.insert(window.positive.end(), positive.begin() + first, positive.begin() + first + count);
    rows += count;
  }

  // A row's entries in the window, on average.
  [[nodiscard]] double work() const {
    return static_cast<double>(window.rows.value.size()) / static_cast<double>(window.rows.rows());
  }
  [[nodiscard]] Index parameters() const { return window.rows.columns + (window.intercept ? 1 : 0); }

  void close_window() {
    if (stripes == 0) stripes = stripe_count(work(), parameters());
    make_compact(split_window(window.rows.rows(), stripes));
  }
  void close_last() {
    make_compact(stripes == 0 ? split_only_window(window.rows.rows(), work(), parameters())
                              : split_window(window.rows.rows(), stripes));
  }
  void make_compact(const std::vector<RowPart>& parts) {
    for (const RowPart& part : parts) designs.emplace_back(rows_of(part, window));
    window.rows.start.resize(1);
    window.rows.column.clear();
    window.rows.value.clear();
    window.positive.clear();
  }
};

LogisticParts::LogisticParts(bool intercept) : state_(std::make_unique<State>()) { state_->window.intercept = intercept; }
LogisticParts::LogisticParts(LogisticParts&&) noexcept = default;
LogisticParts& LogisticParts::operator=(LogisticParts&&) noexcept = default;
LogisticParts::~LogisticParts() = default;

Index LogisticParts::row_count() const { return state_->rows; }

void LogisticParts::add(const SparseRows& rows, const Flags& positive) {
  models::check_part(rows, positive, state_->rows);
  for (Index first = 0; first < rows.rows();) {
    if (state_->window.rows.rows() == kWindowRows) state_->close_window();  // there is another
    const Index count = std::min(rows.rows() - first, kWindowRows - state_->window.rows.rows());
    state_->add_rows(rows, positive, first, count);
    first += count;
  }
}

std::unique_ptr<Model> make_logistic(LogisticParts parts, Index columns, std::vector<std::string> feature_names,
                                     double prior_scale, const LikelihoodExchange& exchange) {
  LogisticParts::State& state = *parts.state_;
  models::check_columns(columns, state.window.rows.columns, state.window.intercept, feature_names);
  if (state.rows == 0) throw InvalidArgument("make_logistic", "parts", "0 rows", "there is no row");
  state.window.rows.columns = columns;
  state.close_last();
  const Index dimension = state.parameters();
  std::unique_ptr<Likelihood> likelihood;
  if (state.designs.size() == 1) {
    likelihood = std::make_unique<LogisticLikelihood>(std::move(state.designs.front()), dimension);
  } else {
    std::vector<LikelihoodPart> likelihoods;
    for (LogisticDesign& design : state.designs) {
      const Index rows = design.row_count();
      likelihoods.push_back({std::make_shared<LogisticLikelihood>(std::move(design), dimension), rows});
    }
    likelihood = std::make_unique<LikelihoodSum>(std::move(likelihoods), state.stripes);
  }
  if (exchange) likelihood = exchange(std::move(likelihood));
  const NormalBlock all{.first = 0, .size = dimension, .scale = prior_scale};
  return make_posterior(std::move(likelihood),
                        NormalPrior(models::names_of(columns, state.window.intercept, feature_names), {all}));
}

}  // namespace g2t
