// Batches, products and priors of a user's model: how they are called, checked, and counted where they fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/core/random.hpp>
#include <g2t/models/struct_model.hpp>
#include <stdexcept>

namespace g2t {
namespace {

using ::testing::HasSubstr;

/// -z^2 / 2 in any dimension, and what can go wrong with a batch.
struct OwnBatch {
  enum class Fault { None, Throws, Values, Gradients };
  Fault fault = Fault::None;
  int* calls = nullptr;

  Index dimension() const { return 2; }
  void log_density(const Matrix& points, Vector& values, Matrix& gradients) const {
    if (calls != nullptr) ++*calls;
    ASSERT_EQ(values, Vector::Zero(points.rows()));
    ASSERT_EQ(gradients, Matrix::Zero(points.rows(), 2));
    if (fault == Fault::Values) values.resize(1);
    if (fault == Fault::Gradients) gradients.resize(2, points.rows());
    if (fault == Fault::Values || fault == Fault::Gradients) return;
    for (Index k = 0; k < points.rows(); ++k) {
      values[k] = points(k, 0) > 10 ? std::nan("") : -0.5 * points.row(k).squaredNorm();
      gradients.row(k) = -points.row(k);
      if (points(k, 1) > 10) gradients(k, 0) = INFINITY;
    }
    if (fault == Fault::Throws) throw std::runtime_error("no data");
  }
};

struct OwnDensities : OwnBatch {
  void log_densities(const Matrix& points, Vector& values) const {
    if (fault == Fault::Throws) throw std::runtime_error("no data");
    if (fault == Fault::Values) values.resize(1);
    for (Index k = 0; k < values.size(); ++k) values[k] = points(k, 0) > 10 ? INFINITY : -1 - points(k, 0);
  }
};

/// H = -diag(1, 4) with products that may fail.
struct OwnProduct {
  Index size = 2;
  bool throws = false;

  Index dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient << -z[0], -4 * z[1];
    return -0.5 * z[0] * z[0] - 2 * z[1] * z[1];
  }
  void hessian_times(const Vector&, const Vector& v, Vector& product) const {
    if (throws) throw 7;
    product.setZero(size);
    product.head(2) << -v[0], -4 * v[1];
  }
};

struct OwnProducts : OwnProduct {
  void hessian_times(const Vector&, const Matrix& vectors, Matrix& products) const {
    if (throws) throw std::runtime_error("no data");
    if (size != 2)
      products.resize(1, size);
    else
      products = vectors * Vector({{-1, -4}}).asDiagonal();
  }
};

struct OwnPrior : OwnProduct {
  NormalPrior prior() const { return {std::vector<std::string>(static_cast<std::size_t>(size), "z"), {{0, size, 3}}}; }
};

Matrix own_normals(Index rows, Index columns) {
  Matrix out(rows, columns);
  fill_normals({.seed = 12, .purpose = Purpose::Check, .iteration = 0}, out);
  return out;
}

TEST(FunctionModel, EvaluatesABatchInOneCall) {
  ModelUse use;
  const ModelUseScope scope(&use);
  int calls = 0;
  const std::unique_ptr<Model> model = make_model(OwnBatch{.calls = &calls});
  const Matrix draws = own_normals(5, 2);
  Evaluation evaluation;
  model->evaluate(draws, evaluation);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(evaluation.score, -draws);
  EXPECT_EQ(evaluation.failure_count(), 0);
  model->evaluate(draws, evaluation);  // outputs come as zeros each time
  EXPECT_EQ(use.gradients(), 10);
  model->evaluate(Matrix(0, 2), evaluation);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(evaluation.score.rows(), 0);
  EXPECT_EQ(model->curvature(), nullptr);
  EXPECT_EQ(model->prior(), nullptr);
}

TEST(FunctionModel, DrawsOfABatchFailAlone) {
  ModelUse use;
  const ModelUseScope scope(&use);
  const std::unique_ptr<Model> model = make_model(OwnBatch{});
  Matrix draws(4, 2);
  draws << 1, 2, 11, 0, 0, 11, 3, 4;
  Evaluation evaluation;
  model->evaluate(draws, evaluation);
  evaluation.mark_non_finite();
  EXPECT_EQ(evaluation.failed, (Flags{0, 1, 1, 0}));
  EXPECT_EQ(evaluation.log_density[3], -12.5);
  EXPECT_EQ(describe(use.failures()),
            "once: the gradient is not finite; once: the log density is not a number");
}

TEST(FunctionModel, AnExceptionFailsTheWholeBatch) {
  ModelUse use;
  const ModelUseScope scope(&use);
  const std::unique_ptr<Model> model = make_model(OwnBatch{OwnBatch::Fault::Throws});
  Evaluation evaluation;
  model->evaluate(own_normals(3, 2), evaluation);
  EXPECT_EQ(evaluation.failed, (Flags{1, 1, 1}));
  EXPECT_TRUE(std::isnan(evaluation.log_density[2]) && std::isnan(evaluation.score(0, 1)));
  EXPECT_EQ(describe(use.failures()), "3 times: no data");
}

TEST(FunctionModel, DensitiesAloneNeedNoGradient) {
  ModelUse use;
  const ModelUseScope scope(&use);
  int calls = 0;
  Matrix draws(3, 2);
  draws << 1, 2, 11, 0, 3, 4;
  Vector values;
  const std::unique_ptr<Model> model = make_model(OwnDensities{{.calls = &calls}});
  model->log_densities(draws, values);
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(values[2], -4);
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_EQ(use.densities(), 3);
  EXPECT_EQ(use.gradients(), 0);
  EXPECT_EQ(describe(use.failures()), "once: the log density is infinite");
  // Without them they are those of a batch.
  const std::unique_ptr<Model> without = make_model(OwnBatch{.calls = &calls});
  without->log_densities(draws, values);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(values[2], -12.5);
  ModelUse use_of_throws;
  const ModelUseScope inner(&use_of_throws);
  const std::unique_ptr<Model> throws = make_model(OwnDensities{{.fault = OwnBatch::Fault::Throws}});
  throws->log_densities(draws, values);
  EXPECT_TRUE(values.array().isNaN().all());
  EXPECT_EQ(describe(use_of_throws.failures()), "3 times: no data");
}

TEST(FunctionModel, ProductsMakeTheHessian) {
  ModelUse use;
  const ModelUseScope scope(&use);
  const std::vector<std::shared_ptr<Model>> both = {make_model(OwnProduct{}), make_model(OwnProducts{})};
  for (const std::shared_ptr<Model>& model : both) {
    ModelUse own;
    const ModelUseScope own_scope(&own);
    ASSERT_NE(model->curvature(), nullptr);
    Matrix hessian;
    model->curvature()->hessian(Vector::Ones(2), hessian);
    EXPECT_EQ(hessian, Matrix(Vector({{-1, -4}}).asDiagonal()));
    EXPECT_EQ(own.gradients(), 4);
  }
}

TEST(FunctionModel, AProductThatThrowsIsNotANumber) {
  ModelUse use;
  const ModelUseScope scope(&use);
  Matrix products;
  const std::unique_ptr<Model> single = make_model(OwnProduct{.throws = true});
  single->curvature()->hessian_times(Vector::Ones(2), own_normals(3, 2), products);
  EXPECT_TRUE(products.rows() == 3 && products.array().isNaN().all());
  EXPECT_EQ(describe(use.failures()), "3 times: something that is no exception was thrown");
  ModelUse use_of_batch;
  const ModelUseScope inner(&use_of_batch);
  const std::unique_ptr<Model> batch = make_model(OwnProducts{{.throws = true}});
  batch->curvature()->hessian_times(Vector::Ones(2), own_normals(3, 2), products);
  EXPECT_TRUE(products.rows() == 3 && products.array().isNaN().all());
  EXPECT_EQ(describe(use_of_batch.failures()), "once: no data");
}

TEST(FunctionModel, PriorsHaveExactExpectations) {
  const std::unique_ptr<Model> model = make_model(OwnPrior{});
  ASSERT_NE(model->prior(), nullptr);
  EXPECT_TRUE(model->prior()->expectation()->supports(Structure::Diagonal));
  EXPECT_TRUE(model->prior()->expectation()->supports(Structure::Dense));
}

// What is thrown, or nothing.
template <class Call>
std::string refusal_of(const Call& call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

TEST(FunctionModel, OutputsKeepTheirSizes) {
  Evaluation evaluation;
  Vector values;
  Matrix products;
  const Matrix draws = own_normals(3, 2);
  const auto evaluate = [&](OwnBatch::Fault fault) {
    return refusal_of([&] { make_model(OwnBatch{fault})->evaluate(draws, evaluation); });
  };
  const auto multiply = [&](const std::unique_ptr<Model>& model) {
    return refusal_of([&] { model->curvature()->hessian_times(Vector::Ones(2), draws, products); });
  };
  EXPECT_EQ(evaluate(OwnBatch::Fault::Values), "log_density: values = 1 entries: must keep its 3");
  EXPECT_EQ(evaluate(OwnBatch::Fault::Gradients), "log_density: gradients = 2 x 3: must stay 3 x 2");
  EXPECT_EQ(refusal_of([&] { make_model(OwnDensities{{OwnBatch::Fault::Values}})->log_densities(draws, values); }),
            "log_densities: values = 1 entries: must keep its 3");
  EXPECT_EQ(multiply(make_model(OwnProduct{5})), "hessian_times: product = 5 entries: must keep its 2");
  EXPECT_EQ(multiply(make_model(OwnProducts{{5}})), "hessian_times: products = 1 x 5: must stay 3 x 2");
  EXPECT_EQ(refusal_of([] { make_model(OwnPrior{{3}}); }),
            "make_model: prior() = 3 parameters: the model has 2 parameters");
  EXPECT_THAT(refusal_of([&] { make_model(OwnBatch{})->evaluate(own_normals(3, 4), evaluation); }),
              HasSubstr("4 columns"));
}

TEST(FunctionModel, IsMadeOfFunctionsToo) {
  ModelFunctions functions;
  functions.dimension = 1;
  EXPECT_THAT(refusal_of([&] { make_model(functions); }), HasSubstr("log_density = none: must be given"));
  functions.log_density = [](const Vector& z, Vector& gradient) {
    gradient = -z;
    return -0.5 * z.squaredNorm();
  };
  functions.hessian_product = [](const Vector&, const Vector& v, Vector& product) { product = -v; };
  const std::unique_ptr<Model> model = make_model(functions);
  EXPECT_EQ(model->parameter_names(), std::vector<std::string>{"z1"});
  EXPECT_NE(model->curvature(), nullptr);
  EXPECT_FALSE(model->is_thread_safe());
}

}  // namespace
}  // namespace g2t
