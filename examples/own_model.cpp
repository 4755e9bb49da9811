// Draws from a log density of our own: a plain struct that gives its value and gradient.
#include <g2t/inference/fit.hpp>

#include <cstdio>

/// z1 ~ N(0, 1) and z2 ~ N(z1^2 / 4, 0.5^2): a bent ridge, up to a constant.
struct Banana {
  int dimension() const { return 2; }
  std::vector<std::string> parameter_names() const { return {"along", "across"}; }

  double log_density(const g2t::Vector& z, g2t::Vector& gradient) const {
    const double bend = z[1] - z[0] * z[0] / 4;
    gradient[0] = -z[0] + 2 * bend * z[0];
    gradient[1] = -4 * bend;
    return -z[0] * z[0] / 2 - 2 * bend * bend;
  }
};

int main() {
  const std::unique_ptr<g2t::Model> model = g2t::make_model(Banana{});

  const g2t::GradientCheck check = g2t::check_gradient(*model, g2t::Vector::Ones(2));
  if (!check.passed) {
    std::printf("wrong gradient: %s\n", check.message().c_str());
    return 1;
  }

  const g2t::FitResult result = g2t::fit(*model, g2t::FitOptions{});

  std::printf("%s\n", g2t::status_name(result.status).c_str());
  const g2t::QuantitySummary& answer = result.posterior.parameters;
  for (int i = 0; i < 2; ++i)
    std::printf("%-7s %6.2f +- %.2f, sd %.2f\n", answer.names[i].c_str(), answer.mean[i], answer.mcse_mean[i], answer.sd[i]);
}
