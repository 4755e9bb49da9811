// libLBFGS does the ascent; points without a finite log density are very low ones to its line search.
#include <starts/lbfgs_path.h>
#include <lbfgs.h>

#include <cmath>
#include <exception>
#include <memory>
#include <new>

namespace g2t {
namespace {

constexpr double kVeryHigh = 1e300;  // minus log density where that is not finite

struct Ascent {
  const Model& model;
  const LbfgsOptions& options;
  const std::function<bool()>& should_stop;
  LbfgsPath path;
  Matrix draw;
  Evaluation evaluation;
  std::exception_ptr error;  // of a callback: libLBFGS frees nothing when exceptions pass through it

  bool was_stopped = false;

  bool is_over() {
    if (error == nullptr) was_stopped = was_stopped || should_stop();
    return was_stopped || error != nullptr;
  }
  bool has_finite_last() const {
    return std::isfinite(evaluation.log_density[0]) && evaluation.score.allFinite() && evaluation.failed[0] == 0;
  }
};

double evaluate(Ascent& ascent, const double* x, double* gradient, int n) {
  Eigen::Map<Vector> out(gradient, n);
  ascent.draw = Eigen::Map<const Vector>(x, n).transpose();
  ++ascent.path.evaluations;
  ascent.evaluation.resize(1, n);
  if (ascent.draw.allFinite()) ascent.model.evaluate(ascent.draw, ascent.evaluation);
  if (!ascent.draw.allFinite() || !ascent.has_finite_last()) {
    out.setZero();
    return kVeryHigh;
  }
  out = -ascent.evaluation.score.row(0);
  return -ascent.evaluation.log_density[0];
}

bool ends_after(Ascent& ascent, const double* x, const double* gradient, double value, int n) {
  std::vector<PathPoint>& points = ascent.path.points;
  points.push_back({Eigen::Map<const Vector>(x, n), -Eigen::Map<const Vector>(gradient, n), -value});
  constexpr std::size_t kStallIterations = 5;
  if (points.size() > kStallIterations &&
      points.back().log_density - points[points.size() - 1 - kStallIterations].log_density < ascent.options.min_rise) {
    ascent.path.is_at_mode = true;
    return true;
  }
  return ascent.is_over() || ascent.path.evaluations > ascent.options.max_evaluations;
}

// A line search that is to end finds all points very low.
double on_evaluation(void* instance, const double* x, double* gradient, int n, double) {
  Ascent& ascent = *static_cast<Ascent*>(instance);
  try {
    if (!ascent.is_over()) return evaluate(ascent, x, gradient, n);
  } catch (...) {
    ascent.error = std::current_exception();
  }
  Eigen::Map<Vector>(gradient, n).setZero();
  return kVeryHigh;
}

// Not zero: end now.
int on_iteration(void* instance, const double* x, const double* gradient, double value, double, double, double, int n, int,
                 int) {
  Ascent& ascent = *static_cast<Ascent*>(instance);
  try {
    return ends_after(ascent, x, gradient, value, n) ? 1 : 0;
  } catch (...) {
    ascent.error = std::current_exception();
    return 1;
  }
}

}  // namespace

LbfgsPath ascend(const Model& model, const Vector& start, const LbfgsOptions& options,
                 const std::function<bool()>& should_stop) {
  const int n = static_cast<int>(start.size());
  Ascent ascent{model, options, should_stop, {}, {}, {}, nullptr, false};
  Vector gradient(n);
  const double value = evaluate(ascent, start.data(), gradient.data(), n);
  if (value == kVeryHigh) return ascent.path;
  ascent.path.points.push_back({start, -gradient, -value});

  lbfgs_parameter_t parameters;
  lbfgs_parameter_init(&parameters);
  parameters.linesearch = LBFGS_LINESEARCH_BACKTRACKING_STRONG_WOLFE;
  parameters.max_linesearch = 80;  // halvings: a first step of length 1 can be 1e20 times too long
  parameters.max_iterations = static_cast<int>(options.max_iterations);
  parameters.epsilon = 1e-12;
  const std::unique_ptr<double, decltype(&lbfgs_free)> x(lbfgs_malloc(n), &lbfgs_free);
  if (x == nullptr) throw std::bad_alloc();
  Eigen::Map<Vector>(x.get(), n) = start;
  const int status = lbfgs(n, x.get(), nullptr, on_evaluation, on_iteration, &ascent, &parameters);
  if (ascent.error) std::rethrow_exception(ascent.error);
  if (status == LBFGSERR_OUTOFMEMORY) throw std::bad_alloc();
  if (ascent.was_stopped) return std::move(ascent.path);
  if (status == LBFGS_SUCCESS || status == LBFGS_ALREADY_MINIMIZED)
    ascent.path.is_at_mode = true;
  return std::move(ascent.path);
}

}  // namespace g2t
