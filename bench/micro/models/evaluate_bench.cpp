// Log densities and scores of eight draws, and log densities alone, beside what one would write with Eigen or in loops.
#include <benchmark/benchmark.h>

#include <g2t/io/libsvm.hpp>
#include <bench/micro/models/baselines.hpp>
#include <bench/micro/problems.hpp>
#include <bench/micro/rates.hpp>
#include <models/logistic_design.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace g2t {
namespace {

constexpr Index kHidden = 50;

// A model with its baselines, made once: the benchmarks of one problem share it.
struct Problem {
  std::unique_ptr<Model> model;
  bench::Work work;
  std::function<void(const Matrix&, Vector&, Matrix&)> eigen, loops;
};

template <class Data>
void add_linear_baselines(const Data& data, Problem& problem) {
  const auto linear = std::make_shared<bench::LinearProblem>(bench::linear_problem(data));
  problem.eigen = [linear](const Matrix& draws, Vector& value, Matrix& score) {
    bench::evaluate_with_eigen(*linear, draws, value, score);
  };
  problem.loops = [linear](const Matrix& draws, Vector& value, Matrix& score) {
    bench::evaluate_by_loops(*linear, draws, value, score);
  };
}

Problem logistic_problem(const LogisticData& data) {
  Problem out;
  out.model = make_logistic(data);
  const LogisticDesign design(data);
  const kernels::LogisticRows rows = design.rows();
  const double row_count = static_cast<double>(rows.row_count);
  out.work.exponentials = 8 * row_count;
  if (rows.start == nullptr) {  // every number is broadcast twice, and read with eight others
    const double cells = row_count * static_cast<double>(rows.column_count);
    out.work.fused = 8 * 2 * cells;
    out.work.loads = 8 * 2 * cells * 9 / 8;
  } else {
    const double entries = static_cast<double>(rows.start[rows.row_count]);
    out.work.fused = out.work.loads = 8 * 2 * entries;
  }
  add_linear_baselines(data, out);
  return out;
}

// One of the paper's data sets, if it is there.
std::optional<Problem> logistic_file(const std::string& name) {
  const char* const folder = std::getenv("G2T_DATA_DIR");
  const std::filesystem::path path = std::filesystem::path(folder != nullptr ? folder : "../shared/data") / name;
  if (!std::filesystem::exists(path)) return {};
  const SparseTable table = read_libsvm(path.string());
  LogisticData data;
  data.rows.columns = table.feature_count;
  data.rows.start = table.row_starts;
  data.rows.value = table.values;
  for (const Index column : table.columns) data.rows.column.push_back(static_cast<std::int32_t>(column));
  const double positive = *std::max_element(table.labels.begin(), table.labels.end());
  for (const double label : table.labels) data.positive.push_back(label == positive ? 1 : 0);
  return logistic_problem(data);
}

Problem poisson_problem() {
  const PoissonData data = simulate_poisson({3, 32}, 96, 1).data;
  const double rows = static_cast<double>(data.count.size()), entries = rows * static_cast<double>(data.groupings.size());
  Problem out{.model = make_poisson(data), .work = {8 * 2 * entries, 8 * 2 * entries, 8 * rows}, .eigen = {}, .loops = {}};
  add_linear_baselines(data, out);
  return out;
}

Problem network_problem() {
  NetworkOptions options{.hidden_units = kHidden, .hierarchical = false, .prior_scale = {}};
  const auto data = std::make_shared<NetworkData>(simulate_network(100, 11, options, 1).data);
  Problem out;
  out.model = make_bayesian_neural_network(*data, options);
  const double units = static_cast<double>(data->inputs.rows() * kHidden);
  out.work.fused = 8 * units * (2 * static_cast<double>(data->inputs.cols()) + 3);
  out.work.loads = 8 * units;
  out.eigen = [data](const Matrix& draws, Vector& value, Matrix& score) {
    bench::evaluate_with_eigen(*data, kHidden, draws, value, score);
  };
  out.loops = [data](const Matrix& draws, Vector& value, Matrix& score) {
    bench::evaluate_by_loops(*data, kHidden, draws, value, score);
  };
  return out;
}

const Problem* problem_of(const std::string& name) {
  static std::map<std::string, std::optional<Problem>> made;
  const auto found = made.find(name);
  if (found != made.end()) return found->second ? &*found->second : nullptr;
  std::optional<Problem>& out = made[name];
  if (name == "dense") out = logistic_problem(simulate_logistic(1605, 14, 1).data);
  else if (name == "poisson") out = poisson_problem();
  else if (name == "network") out = network_problem();
  else out = logistic_file(name);
  return out ? &*out : nullptr;
}

Matrix draws_of(const Model& model, Index count) {
  Matrix draws(count, model.dimension());
  fill_normals({1, Purpose::Check, 0}, draws);
  draws *= 0.1;
  return draws;
}

// The likelihood's share of an evaluation, up to a constant, is the baseline's.
bool agrees(const Problem& problem, const Matrix& draws, const Vector& value, const Matrix& score) {
  Evaluation all, prior;
  problem.model->evaluate(draws, all);
  problem.model->prior()->evaluate(draws, prior);
  const Vector likelihood = all.log_density - prior.log_density;
  const double size = likelihood.cwiseAbs().maxCoeff();
  const Vector by_model = likelihood.array() - likelihood(0), by_baseline = value.array() - value(0);
  return (by_model - by_baseline).cwiseAbs().maxCoeff() < 1e-11 * size &&
         (all.score - prior.score - score).cwiseAbs().maxCoeff() < 1e-10 * (1 + score.cwiseAbs().maxCoeff());
}

enum class Way { Kernel, Eigen, Loops };

void evaluate(benchmark::State& state, const std::string& name, Way way) {
  const Problem* const problem = problem_of(name);
  if (problem == nullptr) return state.SkipWithError("the data set is not there (G2T_DATA_DIR)");
  const Matrix draws = draws_of(*problem->model, 8);
  Vector value(8);
  Matrix score(8, draws.cols());
  const auto& baseline = way == Way::Eigen ? problem->eigen : problem->loops;
  baseline(draws, value, score);
  if (!agrees(*problem, draws, value, score)) return state.SkipWithError("kernel and baseline differ");
  Evaluation evaluation;
  bench::time_against_roofline(state, problem->work, [&] {
    if (way == Way::Kernel) problem->model->evaluate(draws, evaluation);
    else baseline(draws, value, score);
    benchmark::DoNotOptimize(evaluation.score.data());
    benchmark::DoNotOptimize(score.data());
  });
}

// Log densities alone of `range` draws.
void density(benchmark::State& state, const std::string& name) {
  const Problem* const problem = problem_of(name);
  if (problem == nullptr) return state.SkipWithError("the data set is not there (G2T_DATA_DIR)");
  const Index count = state.range(0);
  const Matrix draws = draws_of(*problem->model, count);
  Evaluation evaluation;
  Vector alone;
  problem->model->evaluate(draws, evaluation);
  problem->model->log_densities(draws, alone);
  if (alone != evaluation.log_density) return state.SkipWithError("densities alone differ");
  const double start = bench::thread_seconds();
  for (auto _ : state) {
    problem->model->log_densities(draws, alone);
    benchmark::DoNotOptimize(alone.data());
  }
  state.counters["us_per_draw"] =
      1e6 * (bench::thread_seconds() - start) / static_cast<double>(count * static_cast<Index>(state.iterations()));
}

// The exact expectation under a mean-field q: what the ELBO of a trace takes.
void expectation(benchmark::State& state, const std::string& name) {
  const Problem* const problem = problem_of(name);
  if (problem == nullptr) return state.SkipWithError("the data set is not there (G2T_DATA_DIR)");
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, draws_of(*problem->model, 1).row(0).transpose(), 0.1);
  ExpectedLogDensity out;
  problem->model->expectation()->expect(q, out);
  if (!std::isfinite(out.value)) return state.SkipWithError("no expectation");
  for (auto _ : state) {
    problem->model->expectation()->expect(q, out);
    benchmark::DoNotOptimize(out.value);
  }
}

#define G2T_BENCHMARKS_OF(problem)                                            \
  BENCHMARK_CAPTURE(evaluate, problem/kernel, #problem, Way::Kernel);         \
  BENCHMARK_CAPTURE(evaluate, problem/eigen, #problem, Way::Eigen);           \
  BENCHMARK_CAPTURE(evaluate, problem/loops, #problem, Way::Loops);           \
  BENCHMARK_CAPTURE(density, problem, #problem)->Arg(1)->Arg(3)->Arg(8);      \
  BENCHMARK_CAPTURE(expectation, problem, #problem)

G2T_BENCHMARKS_OF(a1a);
G2T_BENCHMARKS_OF(mushrooms);
G2T_BENCHMARKS_OF(dense);
G2T_BENCHMARKS_OF(poisson);
G2T_BENCHMARKS_OF(network);

}  // namespace
}  // namespace g2t
