// Rows of how the draws that stand for the posterior are made.
#include <program/options/option_rows.h>
#include <program/options/option_shapes.h>

namespace g2t::program {
namespace {

constexpr const char* kAnswer = "Answer";

std::vector<std::pair<std::string, AnswerWay>> ways() {
  std::vector<std::pair<std::string, AnswerWay>> pairs;
  for (const AnswerWay way : {AnswerWay::Auto, AnswerWay::Gaussian, AnswerWay::Weighted, AnswerWay::Moved})
    pairs.emplace_back(answer_name(way), way);
  return pairs;
}

}  // namespace

void add_answer_options(std::vector<OptionSpec>& rows) {
  const std::vector<OptionSpec> more{
      choice_of({"answer", "", kAnswer,
                 "how the posterior's draws are made: q's as they are, resampled by importance weights, moved by chains "
                 "from q, or (auto) the cheapest of these that reaches the tolerance (plain: gaussian)"},
                field(&FitOptions::answer), ways()),
      choice_of({"modes", "", kAnswer, "natural: where the starts find several modes, fit each and cover all, or the best one alone"},
                field(&FitOptions::modes),
                std::vector<std::pair<std::string, ModeCover>>{{"all", ModeCover::All}, {"one", ModeCover::One}}),
      count_of({"answer-draws", "N", kAnswer, "number of draws, more where the tolerance takes more"},
               field(&FitOptions::answer_draws), 2),
      count_of({"weight-draws", "N", kAnswer, "maximum number of log densities for importance weights"},
               field(&FitOptions::weight_draws), kReportDraws),
      count_of({"chain-gradients", "N", kAnswer, "maximum number of gradients of chains"},
               field(&FitOptions::chain_gradients), 0)};
  rows.insert(rows.end(), more.begin(), more.end());
}

}  // namespace g2t::program
