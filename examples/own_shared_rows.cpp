// A model of our own whose rows are spread over processes: mpirun -n 4 own_shared_rows. Without mpirun one process has them all.
#include <g2t/inference/fit.hpp>
#include <g2t/models/shared_rows.hpp>
#include <g2t/ranks/launch.hpp>

#include <cmath>
#include <cstdio>

/// y ~ Student t with 4 degrees of freedom around a + b x; a and b are N(0, 10^2). Up to a constant.
struct RobustLine {
  std::vector<double> x, y;  // of this process's rows
  bool has_prior = true;     // in one process alone: the log densities of all are added up

  int dimension() const { return 2; }
  std::vector<std::string> parameter_names() const { return {"a", "b"}; }

  double log_density(const g2t::Vector& z, g2t::Vector& gradient) const {
    double sum = 0;
    for (std::size_t row = 0; row < x.size(); ++row) {
      const double residual = y[row] - z[0] - z[1] * x[row];
      sum -= 2.5 * std::log1p(residual * residual / 4);
      const double slope = 5 * residual / (4 + residual * residual);
      gradient[0] += slope;
      gradient[1] += slope * x[row];
    }
    if (!has_prior) return sum;
    gradient -= z / 100;
    return sum - z.squaredNorm() / 200;
  }
};

/// Every count-th row from `rank` on, as this process would read them: y = 1 + 2 x, with an outlier now and then.
RobustLine own_rows(g2t::Index rank, g2t::Index count) {
  RobustLine line;
  for (g2t::Index row = rank; row < 400; row += count) {
    const double x = std::sin(static_cast<double>(row));
    line.x.push_back(x);
    line.y.push_back(1 + 2 * x + std::cos(7.0 * static_cast<double>(row)) + (row % 50 == 7 ? 30 : 0));
  }
  line.has_prior = rank == 0;
  return line;
}

int main() {
  const bool is_alone = g2t::launched_count() == 1;
  const std::unique_ptr<g2t::Communicator> others = is_alone ? nullptr : g2t::join_ranks();
  std::unique_ptr<g2t::Model> model = g2t::make_model(is_alone ? own_rows(0, 1) : own_rows(others->rank(), others->count()));
  if (!is_alone) model = g2t::share_model(std::move(model), *others);
  if (model == nullptr) return 0;  // the first process has ended the fit

  const g2t::FitResult result = g2t::fit(*model, g2t::FitOptions{});

  std::printf("%s\n", g2t::status_name(result.status).c_str());
  const g2t::QuantitySummary& answer = result.posterior.parameters;
  for (int i = 0; i < 2; ++i) std::printf("%s %.3f, sd %.3f\n", answer.names[i].c_str(), answer.mean[i], answer.sd[i]);
}
