// A wavy target whose densities and own quantities take as long as a test wants.
#pragma once

#include <time.h>

#include <chrono>
#include <cmath>
#include <g2t/core/model.hpp>
#include <limits>
#include <stdexcept>
#include <thread>

namespace g2t::testing {

inline void sleep_seconds(double seconds) {
  if (seconds > 0) std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

inline double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// z0 ~ N(0, 1), z1 ~ N(1.5 sin(2 z0), 1/4), not normalised: no proposal has that shape. Quantities z0, z1 and exp(z0).
struct SlowModel : Model, Quantities {
  double gradient_seconds = 0;  // a draw
  double density_seconds = 0;   // of log_densities() alone
  double quantity_seconds = 0;
  Index pause_at = -1;  // that log density, of all, takes pause_seconds
  double pause_seconds = 0;
  mutable Index densities = 0, computed = 0;
  double end = std::numeric_limits<double>::infinity();  // wall_seconds() after which work counts
  mutable double slept = 0, work_before_end = 0;

  /// CPU time and the model's own sleep since the last call before the end: unlike wall time, it is the same on a busy
  /// machine.
  double work_after_end() const { return cpu_seconds() + slept - work_before_end; }
  void pause(double seconds) const {
    if (wall_seconds() < end) work_before_end = cpu_seconds() + slept;
    slept += seconds;
    sleep_seconds(seconds);
  }

  Index dimension() const override { return 2; }
  std::vector<std::string> parameter_names() const override { return {"z0", "z1"}; }
  void evaluate(const Matrix& draws, Evaluation& out) const override {
    for (Index k = 0; k < draws.rows(); ++k) {
      const double a = draws(k, 0), b = 2 * (draws(k, 1) - 1.5 * std::sin(2 * a));
      out.log_density[k] = -0.5 * (a * a + b * b);
      out.score.row(k) << -a + 6 * b * std::cos(2 * a), -2 * b;
      pause(gradient_seconds);
    }
  }
  void log_densities(const Matrix& draws, Vector& out) const override {
    out.resize(draws.rows());
    for (Index k = 0; k < draws.rows(); ++k) {
      const double a = draws(k, 0), b = 2 * (draws(k, 1) - 1.5 * std::sin(2 * a));
      out[k] = -0.5 * (a * a + b * b);
      pause(densities++ == pause_at ? pause_seconds : density_seconds);
    }
  }
  const Curvature* curvature() const override { return nullptr; }
  const Expectation* expectation() const override { return nullptr; }
  const Model* prior() const override { return nullptr; }
  const Quantities* quantities() const override { return this; }
  Index lane_width() const override { return 1; }
  bool is_thread_safe() const override { return false; }

  std::vector<std::string> names() const override { return {"z0", "z1", "exp"}; }
  Index parameter_count() const override { return 2; }
  Index computed_count() const override { return 3; }
  Index compute(const Matrix& draws, std::uint64_t, const StopRule& stop, Matrix& values) const override {
    values.resize(draws.rows(), 3);
    Index done = 0;
    for (; done < draws.rows() && !(stop && stop(done)); ++done) {
      values.row(done) << draws.row(done), std::exp(draws(done, 0));
      ++computed;
      pause(quantity_seconds);
    }
    values.conservativeResize(done, 3);
    return done;
  }
  Vector unconstrain(const std::string&) const override { throw std::logic_error("there are no names"); }
};

}  // namespace g2t::testing
