// A user's model whose gradient is wrong: the check names the coordinate and gives both numbers.
#include <g2t/inference/fit.hpp>
#include <g2t/models/gradient_check.hpp>
#include <g2t/models/struct_model.hpp>

#include <cstdio>

struct WrongSign {
  int dimension() const { return 2; }

  double log_density(const g2t::Vector& z, g2t::Vector& gradient) const {
    gradient << -(z[0] - 1), z[1] + 2;
    return -0.5 * (z[0] - 1) * (z[0] - 1) - 0.5 * (z[1] + 2) * (z[1] + 2);
  }
};

int main() {
  const std::unique_ptr<g2t::Model> model = g2t::make_model(WrongSign{});
  const g2t::GradientCheck check = g2t::check_gradient(*model, g2t::Vector::Zero(2));
  std::printf("%s\n", check.message().c_str());
  return check.passed || check.worst != 1 ? 1 : 0;
}
