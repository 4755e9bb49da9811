// Functions as a Model: their outputs are checked, what fails is counted.
#include <algorithm>
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/core/streams.hpp>
#include <limits>
#include <models/function_model.hpp>
#include <span>
#include <utility>

namespace g2t::models {
namespace {

constexpr double kFailed = std::numeric_limits<double>::quiet_NaN();

void check_output(const char* member, const char* argument, const Vector& out, Index size) {
  if (out.size() != size)
    throw InvalidArgument(member, argument, std::to_string(out.size()) + " entries",
                          "must keep its " + std::to_string(size));
}

std::string shape_text(Index rows, Index columns) { return std::to_string(rows) + " x " + std::to_string(columns); }

void check_output(const char* member, const char* argument, const Matrix& out, Index rows, Index columns) {
  if (out.rows() != rows || out.cols() != columns)
    throw InvalidArgument(member, argument, shape_text(out.rows(), out.cols()),
                          "must stay " + shape_text(rows, columns));
}

void fail_draw(Index draw, Evaluation& out) {
  out.log_density(draw) = kFailed;
  out.score.row(draw).setConstant(kFailed);
  out.failed[static_cast<std::size_t>(draw)] = 1;
}

}  // namespace

FunctionModel::FunctionModel(ModelFunctions functions)
    : functions_(std::move(functions)),
      has_hessian_products_(functions_.hessian_product || functions_.hessian_products) {}

template <class Call>
bool FunctionModel::succeeds(const Call& call, Index failure_count) const {
  std::string what = "something that is no exception was thrown";
  try {
    call();
    return true;
  } catch (const std::exception& error) {
    what = error.what();
  } catch (...) {
  }
  for (Index k = 0; k < failure_count; ++k) count_failure(what);
  return false;
}

void FunctionModel::evaluate(const Matrix& draws, Evaluation& out) const {
  if (draws.cols() != dimension())
    throw InvalidArgument("evaluate", "draws", std::to_string(draws.cols()) + " columns",
                          "the model has " + std::to_string(dimension()) + " parameters");
  out.resize(draws.rows(), dimension());
  count_gradients(draws.rows());
  if (functions_.log_density_batch)
    evaluate_batch(draws, out);
  else
    evaluate_draw_by_draw(draws, out);
}

void FunctionModel::evaluate_draw_by_draw(const Matrix& draws, Evaluation& out) const {
  Vector point(dimension()), gradient(dimension());
  for (Index draw = 0; draw < draws.rows(); ++draw) {
    point = draws.row(draw).transpose();
    gradient.setZero(dimension());
    if (!succeeds([&] { out.log_density(draw) = functions_.log_density(point, gradient); }, 1)) {
      fail_draw(draw, out);
      continue;
    }
    check_output("log_density", "gradient", gradient, dimension());
    out.score.row(draw) = gradient.transpose();
    if (const char* const why = why_not_finite(out.log_density[draw], gradient)) count_failure(why);
  }
}

void FunctionModel::evaluate_batch(const Matrix& draws, Evaluation& out) const {
  if (draws.rows() == 0) return;
  out.log_density.setZero();
  out.score.setZero();
  if (!succeeds([&] { functions_.log_density_batch(draws, out.log_density, out.score); }, draws.rows())) {
    out.resize(draws.rows(), dimension());  // they may have been left at any size
    for (Index draw = 0; draw < draws.rows(); ++draw) fail_draw(draw, out);
    return;
  }
  check_output("log_density", "values", out.log_density, draws.rows());
  check_output("log_density", "gradients", out.score, draws.rows(), dimension());
  out.mark_non_finite();
  for (Index draw = 0; draw < draws.rows(); ++draw)
    if (out.failed[static_cast<std::size_t>(draw)] != 0)
      count_failure(why_not_finite(out.log_density[draw], out.score.row(draw)));
}

void FunctionModel::log_densities(const Matrix& draws, Vector& out) const {
  if (!functions_.log_densities) return Model::log_densities(draws, out);
  out.setZero(draws.rows());
  if (draws.rows() == 0) return;
  count_densities(draws.rows());
  if (!succeeds([&] { functions_.log_densities(draws, out); }, draws.rows())) {
    out.setConstant(draws.rows(), kFailed);
    return;
  }
  check_output("log_densities", "values", out, draws.rows());
  for (Index draw = 0; draw < draws.rows(); ++draw) {
    if (const char* const why = why_not_finite(out[draw], Vector())) count_failure(why);
    if (out[draw] == std::numeric_limits<double>::infinity()) out[draw] = kFailed;
  }
}

// One row of each of so many stretches of the data.
RowSample FunctionModel::sample(Index rows, std::uint64_t seed) const {
  if (rows < 1 || rows >= row_count()) return {};
  Vector uniforms(rows);
  fill_uniforms(streams::row_sample(seed), std::span(uniforms.data(), static_cast<std::size_t>(rows)));
  const double stretch = static_cast<double>(row_count()) / static_cast<double>(rows);
  std::vector<Index> taken;
  for (Index k = 0; k < rows; ++k) {
    const Index first = static_cast<Index>(std::ceil(static_cast<double>(k) * stretch));
    const Index last = std::min(row_count(), static_cast<Index>(std::ceil(static_cast<double>(k + 1) * stretch))) - 1;
    const double offset = uniforms(k) * static_cast<double>(last - first + 1);
    taken.push_back(std::clamp(first + static_cast<Index>(offset), first, last));
  }
  return {make_model(functions_.of_rows(taken, stretch)), rows};
}

void FunctionModel::hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const {
  products.setZero(vectors.rows(), dimension());
  count_gradients(2 * vectors.rows());  // about what a product costs
  if (functions_.hessian_products) {
    if (!succeeds([&] { functions_.hessian_products(point, vectors, products); }, 1))
      products.setConstant(vectors.rows(), dimension(), kFailed);
    check_output("hessian_times", "products", products, vectors.rows(), dimension());
    return;
  }
  Vector vector(dimension()), product(dimension());
  for (Index k = 0; k < vectors.rows(); ++k) {
    vector = vectors.row(k).transpose();
    product.setZero(dimension());
    if (!succeeds([&] { functions_.hessian_product(point, vector, product); }, 1))
      product.setConstant(dimension(), kFailed);
    check_output("hessian_times", "product", product, dimension());
    products.row(k) = product.transpose();
  }
}

}  // namespace g2t::models
