// How a fit answers: the draws that stand for the posterior, and which way they are made.
#pragma once

#include <g2t/core/types.hpp>

#include <string>

namespace g2t {

/// Gaussian: draws of q as they are. Weighted: resampled by importance weights, from proposals that adapt to the
/// posterior. Moved: by chains that start from q. Auto: the way with the least expected squared error times seconds among
/// those that reach the tolerance.
enum class AnswerWay { Auto, Gaussian, Weighted, Moved };

/// "auto", "gaussian", "weighted", "moved".
std::string answer_name(AnswerWay way);

/// Draws of the answer, unless more are asked for.
inline constexpr Index kAnswerDraws = 2000;
/// Draws of q that its importance weights are of, before proposals adapt.
inline constexpr Index kReportDraws = 2000;
/// Maximum number of log densities for importance weights, unless another is asked for.
inline constexpr Index kWeightDraws = 20'000;
/// Maximum number of gradients of chains, unless another is asked for.
inline constexpr Index kChainGradients = 4'000'000;
/// Of posterior sds: the default of AnswerSettings::tolerance.
inline constexpr double kAnswerTolerance = 0.05;
/// Relative error of sds, root mean square, that a converged answer has at most.
inline constexpr double kSdTolerance = 0.05;

/// Where the starts find several modes: All: each is fitted, and the answer covers them; One: that of the best start alone.
enum class ModeCover { All, One };

struct AnswerSettings {
  AnswerWay way = AnswerWay::Auto;
  Index draws = kAnswerDraws;
  double tolerance = kAnswerTolerance;  ///< error of means, in posterior sds, root mean square over the parameters
  Index weight_draws = kWeightDraws;        ///< maximum number of log densities for importance weights
  Index chain_gradients = kChainGradients;  ///< maximum number of gradients of chains
  bool is_of_one_mode = false;              ///< of several: what lies between them is looked at when they are joined

  /// `draws`, or as many as the tolerance takes, up to twenty thousand.
  [[nodiscard]] Index needed_draws() const;
};

}  // namespace g2t
