#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/inference/status_words.hpp>
#include <limits>

namespace g2t {
namespace {

using ::testing::HasSubstr;

FitResult finished(FitStatus status) {
  FitResult result;
  result.status = status;
  result.q.structure = Structure::Dense;
  result.iterations = 945;
  result.gradient_draws = 13299;
  result.seconds.total = 0.3;
  result.posterior.way = AnswerWay::Moved;
  result.posterior.draws.setZero(20480, 2);
  result.posterior.parameters.ess = Vector{{18000, 16400.4}};
  return result;
}

TEST(StatusSentence, SaysWhatToThinkOfTheResult) {
  EXPECT_EQ(status_sentence(finished(FitStatus::Converged)),
            "Converged in 0.3 s (945 steps, 13,299 draws): 20,480 draws by chains from q, at least 16,400 of them effective.");
  EXPECT_EQ(status_sentence(finished(FitStatus::NotConverged)),
            "NOT CONVERGED after 0.3 s (945 steps, 13,299 draws): do not use this result.");
  EXPECT_EQ(status_sentence(finished(FitStatus::NotTrusted)),
            "NOT TO BE TRUSTED, after 0.3 s (945 steps, 13,299 draws): 20,480 draws by chains from q, at least "
            "16,400 of them effective, but see the warnings.");
  EXPECT_EQ(status_sentence(finished(FitStatus::Interrupted)),
            "INTERRUPTED after 0.3 s (945 steps, 13,299 draws): the best so far, not a finished fit.");
}

TEST(StatusSentence, NamesTheWayToTheAnswer) {
  FitResult result = finished(FitStatus::Converged);
  result.posterior.way = AnswerWay::Gaussian;
  EXPECT_THAT(status_sentence(result), HasSubstr(": 20,480 draws of q, at least 16,400"));
  result.posterior.way = AnswerWay::Weighted;
  EXPECT_THAT(status_sentence(result), HasSubstr(": 20,480 draws by importance weights, at least 16,400"));
  result.posterior.parameters.ess.resize(0);
  EXPECT_THAT(status_sentence(result), HasSubstr(": 20,480 draws by importance weights."));
  result.posterior.draws.resize(0, 2);
  EXPECT_THAT(status_sentence(result), HasSubstr(": no draws."));
}

TEST(StatusSentence, HasTheTimeWaitedWhereItIsKnown) {
  FitResult result = finished(FitStatus::Converged);
  result.seconds.wall = result.seconds.waited = 12;
  result.seconds.add_reading(19);
  EXPECT_THAT(status_sentence(result), HasSubstr("Converged in 31.0 s (945 steps"));
}

TEST(StatusSentence, TellsOfTheSecondHalfOfASpentBudget) {
  FitResult result = finished(FitStatus::BudgetSpent);
  EXPECT_EQ(status_sentence(result), "Budget spent: 0.3 s (945 steps, 13,299 draws).");
  const auto at = [](double seconds, double elbo) {
    TracePoint point;
    point.elapsed_seconds = seconds;
    point.elbo.value = elbo;
    point.elbo.is_exact = true;
    return point;
  };
  result.trace = {at(0, -100), at(5, -10), at(10, -7.5)};
  EXPECT_THAT(status_sentence(result), HasSubstr("; in its second half the ELBO rose by 2.5."));
  result.trace.back().elbo.value = -12;
  EXPECT_THAT(status_sentence(result), HasSubstr("; in its second half the ELBO fell by 2."));
  result.trace.back().elbo.value = -10;
  EXPECT_THAT(status_sentence(result), HasSubstr("the ELBO did not change visibly."));
  result.trace.back().elbo.value = -std::numeric_limits<double>::infinity();
  EXPECT_THAT(status_sentence(result), HasSubstr("13,299 draws)."));
}

}  // namespace
}  // namespace g2t
