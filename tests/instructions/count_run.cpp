// Runs a kernel so many times: count_run PROBLEM/TASK TIMES. What a run costs in instructions is the difference of two.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <g2t/core/random.hpp>
#include <g2t/models/simulate.hpp>
#include <map>
#include <string>

namespace {

using namespace g2t;

// Rows of ones in four groups, as a data set of categories has them.
LogisticData categories() {
  LogisticData data;
  data.rows.columns = 22;
  for (Index row = 0; row < 1605; ++row) {
    Index first = 0;
    for (const Index levels : {3, 5, 6, 8}) {
      data.rows.column.push_back(static_cast<std::int32_t>(first + row * row % 11 % levels));
      data.rows.value.push_back(1);
      first += levels;
    }
    data.rows.start.push_back(static_cast<Index>(data.rows.column.size()));
    data.positive.push_back(static_cast<std::uint8_t>(row % 3 == 0));
  }
  return data;
}

std::unique_ptr<Model> problem(const std::string& name) {
  if (name == "dense") return make_logistic(simulate_logistic(1605, 14, 1).data);
  if (name == "ones") return make_logistic(categories());
  if (name == "poisson") return make_poisson(simulate_poisson({3, 32}, 960, 1).data);
  NetworkOptions options;
  options.hidden_units = 50;
  if (name == "network") return make_bayesian_neural_network(simulate_network(100, 11, options, 1).data, options);
  return nullptr;
}

std::function<void()> task(const Model& model, const std::string& name) {
  Matrix draws(8, model.dimension());
  fill_normals({1, Purpose::Check, 0}, draws);
  draws *= 0.1;
  if (name == "gradients") return [&model, draws, out = Evaluation()]() mutable { model.evaluate(draws, out); };
  if (name == "density") return [&model, draw = Matrix(draws.topRows(1)), out = Vector()]() mutable { model.log_densities(draw, out); };
  if (name == "hessian") return [&model, point = Vector(draws.row(0)), out = Matrix()]() mutable { model.curvature()->hessian(point, out); };
  if (name == "expectation")
    return [&model, q = isotropic_gaussian(Structure::Diagonal, draws.row(0), 0.2), out = ExpectedLogDensity()]() mutable {
      model.expectation()->expect(q, out);
    };
  return {};
}

}  // namespace

int main(int count, char** words) {
  const std::string name = count == 3 ? words[1] : "";
  const std::size_t slash = name.find('/');
  const std::unique_ptr<g2t::Model> model = slash == std::string::npos ? nullptr : problem(name.substr(0, slash));
  const std::function<void()> run = model == nullptr ? std::function<void()>() : task(*model, name.substr(slash + 1));
  if (!run) {
    std::fputs("usage: count_run dense|ones|poisson|network/gradients|density|hessian|expectation TIMES\n", stderr);
    return 2;
  }
  for (int left = std::atoi(words[2]); left > 0; --left) run();
}
