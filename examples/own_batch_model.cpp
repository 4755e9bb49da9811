// A model of our own that offers all it knows: all draws at once, Hessian products, and a normal prior.
#include <cmath>
#include <cstdio>
#include <g2t/inference/fit.hpp>
#include <g2t/models/hessian_check.hpp>

/// Deaths of British doctors by coronary disease: Poisson, with rate exp(x'z) a person-year (Doll and Hill, 1966).
struct DoctorsDeaths {
  g2t::Matrix x;               // [10 x 4]: one, age in decades from 60, its square, smoker
  g2t::Vector deaths, offset;  // [10], [10]: log person-years
  g2t::NormalPrior normal{{"rate", "age", "age^2", "smoker"},
                          {{.first = 0, .size = 1, .scale = 3, .mean = -5}, {.first = 1, .size = 3, .scale = 1}}};

  DoctorsDeaths() : x(10, 4), deaths(10), offset(10) {
    deaths << 32, 104, 206, 186, 102, 2, 12, 28, 28, 31;  // of smokers aged 35-44, ..., 75-84, then of others
    offset << 52407, 43248, 28612, 12663, 5317, 18790, 10673, 5710, 2585, 1462;
    offset = offset.array().log();
    for (int k = 0; k < 10; ++k) x.row(k) << 1, k % 5 - 2, (k % 5 - 2) * (k % 5 - 2), k < 5;
  }

  int dimension() const { return 4; }
  std::vector<std::string> parameter_names() const { return normal.parameter_names(); }
  g2t::NormalPrior prior() const { return normal; }
  bool is_thread_safe() const { return true; }

  /// Expected deaths in each group, [10 x count], for parameters that are rows, [count x 4].
  g2t::Matrix expected(const g2t::Matrix& points) const {
    return ((x * points.transpose()).colwise() + offset).array().exp();
  }

  void log_density(const g2t::Matrix& points, g2t::Vector& values, g2t::Matrix& gradients) const {
    const g2t::Matrix mu = expected(points);
    values = points * (x.transpose() * deaths) - mu.colwise().sum().transpose();
    gradients = (-mu.transpose()).rowwise() + deaths.transpose();
    gradients = (gradients * x).eval();
    normal.add(points, values, gradients);
  }

  void hessian_times(const g2t::Vector& z, const g2t::Matrix& vectors, g2t::Matrix& products) const {
    const g2t::Vector mu = expected(z.transpose());
    products = -vectors * x.transpose() * mu.asDiagonal() * x;
    normal.add_hessian_times(z, vectors, products);
  }
};

int main() {
  const std::unique_ptr<g2t::Model> model = g2t::make_model(DoctorsDeaths{});

  const g2t::Vector point{{-5, 0.5, -0.1, 0.2}};
  const g2t::GradientCheck gradient = g2t::check_gradient(*model, point);
  const g2t::HessianCheck hessian = g2t::check_hessian(*model, point);
  if (!gradient.passed || !hessian.passed) {
    std::printf("%s%s\n", gradient.message().c_str(), hessian.message().c_str());
    return 1;
  }

  const g2t::FitResult result = g2t::fit(*model, g2t::FitOptions{});

  std::printf("%s; estimator: %s\n", g2t::status_name(result.status).c_str(), g2t::describe(result.recipe).c_str());
  const g2t::QuantitySummary& answer = result.posterior.parameters;
  for (int i = 0; i < 4; ++i) std::printf("%-6s %6.2f, sd %.2f\n", answer.names[i].c_str(), answer.mean[i], answer.sd[i]);
  std::printf("smokers die %.2f times as often\n", std::exp(answer.mean[3]));
}
