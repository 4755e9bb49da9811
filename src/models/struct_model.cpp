// The door for users' own log densities: a plain struct becomes a Model.
#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/models/struct_model.hpp>
#include <limits>

namespace g2t {

void SingleDrawModel::evaluate(const Matrix& draws, Evaluation& out) const {
  out.resize(draws.rows(), dimension());
  Vector point(dimension());
  Vector gradient(dimension());
  count_gradients(draws.rows());
  for (Index draw = 0; draw < draws.rows(); ++draw) {
    const auto fail = [&](const char* what) {
      count_failure(what);
      out.log_density(draw) = std::numeric_limits<double>::quiet_NaN();
      out.score.row(draw).setConstant(std::numeric_limits<double>::quiet_NaN());
      out.failed[static_cast<std::size_t>(draw)] = 1;
    };
    point = draws.row(draw).transpose();
    gradient.setZero(dimension());
    try {
      out.log_density(draw) = log_density(point, gradient);
    } catch (const std::exception& error) {
      fail(error.what());
      continue;
    } catch (...) {  // whatever it throws, it is this draw that failed
      fail("something that is no exception was thrown");
      continue;
    }
    if (gradient.size() != dimension()) {
      throw InvalidArgument("log_density", "gradient", std::to_string(gradient.size()) + " entries",
                            "the model has " + std::to_string(dimension()) + " parameters");
    }
    out.score.row(draw) = gradient.transpose();
    if (const char* const why = why_not_finite(out.log_density[draw], gradient)) count_failure(why);
  }
}

std::vector<std::string> SingleDrawModel::parameter_names() const {
  std::vector<std::string> names;
  for (Index i = 1; i <= dimension(); ++i) names.push_back("z" + std::to_string(i));
  return names;
}

std::unique_ptr<Model> check_model(std::unique_ptr<Model> model) {
  const Index dimension = model->dimension();
  if (dimension <= 0) {
    throw InvalidArgument("make_model", "dimension()", std::to_string(dimension), "must be positive");
  }
  const std::vector<std::string> names = model->parameter_names();
  if (static_cast<Index>(names.size()) != dimension) {
    throw InvalidArgument("make_model", "parameter_names()", std::to_string(names.size()) + " names",
                          "the model has " + std::to_string(dimension) + " parameters");
  }
  return model;
}

}  // namespace g2t
