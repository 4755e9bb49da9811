// Draws of q in mirrored pairs, whose log densities are computed as far as they are needed.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/elbo.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/streams.hpp>

namespace g2t {

class QSample {
 public:
  /// Of the next draws, so many are the mirror images of as many before.
  static constexpr Index kPairsAtOnce = 8;
  /// Number of the pair that a draw is of.
  static constexpr Index pair_of(Index draw) { return draw / (2 * kPairsAtOnce) * kPairsAtOnce + draw % kPairsAtOnce; }

  /// @param draw_count  rounded up to whole blocks of sixteen
  QSample(const Model& model, const Gaussian& q, Index draw_count, const SampleStreams& sample);

  /// Computes log densities of the first `count` draws at least, as far as the stopping rule allows: whole pairs.
  void evaluate(Index count, const StopRule& stop);

  [[nodiscard]] const Matrix& draws() const { return draws_; }           ///< [draw_count x dimension]
  [[nodiscard]] const Vector& log_density() const { return log_density_; }  ///< [evaluated]
  [[nodiscard]] const Vector& log_q() const { return log_q_; }           ///< [draw_count]
  [[nodiscard]] Index evaluated() const { return log_density_.size(); }
  [[nodiscard]] double seconds_a_draw() const { return evaluated() > 0 ? seconds_ / static_cast<double>(evaluated()) : 0; }

  /// log p - log q of those that are evaluated.
  [[nodiscard]] Vector log_ratios() const { return log_density_ - log_q_.head(evaluated()); }
  /// Their mean, by pairs.
  [[nodiscard]] Elbo elbo() const;

 private:
  const Model& model_;
  Matrix draws_;
  Vector log_density_, log_q_;
  double seconds_ = 0;
};

/// How many of `count` draws there is time to make and to summarise, 64 at least; all of them where they are few numbers.
///
/// A few are made and timed: of 100,000 parameters 2,000 draws take minutes.
[[nodiscard]] Index draws_in_time(const Gaussian& q, Index count, const Deadline& deadline);

}  // namespace g2t
