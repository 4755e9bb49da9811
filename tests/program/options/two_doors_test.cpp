// What one door refuses the other refuses too, each in its own words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/core/invalid_setting.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/inference/settings.hpp>
#include <g2t/program/options/option_list.hpp>
#include <support/gaussians.hpp>

#include <functional>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Pairs = std::vector<std::pair<std::string, std::string>>;

/// The same wrong setting at the command line and as fields.
struct WrongSetting {
  Pairs given;
  std::function<void(FitOptions&)> set;
  std::string setting;       ///< that is refused
  std::string other;         ///< another one that the message names, if any
};

constexpr Coordinates kPlain = Coordinates::Plain;

const std::vector<WrongSetting>& wrong_settings() {
  static const std::vector<WrongSetting> all{
      // Ranges that both doors check; texts that are no numbers are the command line's own.
      {{{"select-draws", "2"}}, [](FitOptions& o) { o.select_draws = 2; }, "select_draws", ""},
      {{{"weight-draws", "10"}}, [](FitOptions& o) { o.weight_draws = 10; }, "weight_draws", ""},
      {{{"threads", "0"}}, [](FitOptions& o) { o.threads = 0; }, "threads", ""},
      {{{"starts", "0"}}, [](FitOptions& o) { o.starts = 0; }, "starts", ""},
      {{{"tolerance", "0"}}, [](FitOptions& o) { o.tolerance = 0; }, "tolerance", ""},
      {{{"time-budget", "-1"}}, [](FitOptions& o) { o.time_budget = -1; }, "time_budget", ""},
      {{{"largest-weight", "0"}}, [](FitOptions& o) { o.largest_weight = 0; }, "largest_weight", ""},
      {{{"coordinates", "plain"}, {"step-size", "0"}},
       [](FitOptions& o) { o.coordinates = kPlain, o.step_size = 0; }, "step_size", ""},
      {{{"coordinates", "plain"}, {"momentum", "1"}},
       [](FitOptions& o) { o.coordinates = kPlain, o.optimizer.momentum = 1; }, "momentum", ""},
      {{{"iterations", "9"}, {"select-at", "0.5,0.2"}},
       [](FitOptions& o) { o.iterations = 9, o.select_at = {0.5, 0.2}; }, "select_at", ""},
      // Pairs.
      {{{"draws", "5"}}, [](FitOptions& o) { o.draws = 5; }, "draws", "antithetic"},
      {{{"select-draws", "41"}}, [](FitOptions& o) { o.select_draws = 41; }, "select_draws", "antithetic"},
      // Settings of the other coordinates.
      {{{"warmup-steps", "3"}}, [](FitOptions& o) { o.warmup_steps = 3; }, "warmup_steps", "coordinates"},
      {{{"warmup-step-size", "1"}}, [](FitOptions& o) { o.warmup_step_size = 1; }, "warmup_step_size", "coordinates"},
      {{{"optimizer", "sgd"}}, [](FitOptions& o) { o.optimizer.kind = OptimizerKind::Sgd; }, "optimizer", "coordinates"},
      {{{"momentum", "0.5"}}, [](FitOptions& o) { o.optimizer.momentum = 0.5; }, "momentum", "coordinates"},
      {{{"step-size", "0.1"}}, [](FitOptions& o) { o.step_size = 0.1; }, "step_size", "coordinates"},
      {{{"keep-step-size", "true"}}, [](FitOptions& o) { o.keep_step_size = true; }, "keep_step_size", "coordinates"},
      {{{"averaging", "tail"}}, [](FitOptions& o) { o.averaging = Averaging::Tail; }, "averaging", "coordinates"},
      {{{"select-from", "last"}}, [](FitOptions& o) { o.select_from = SelectFrom::Last; }, "select_from", "coordinates"},
      {{{"reselect", "planned"}}, [](FitOptions& o) { o.reselect = Reselect::Planned; }, "reselect", "coordinates"},
      {{{"when-changed", "race"}}, [](FitOptions& o) { o.when_changed = WhenChanged::Race; }, "when_changed", "coordinates"},
      {{{"scale-coordinate", "scale"}}, [](FitOptions& o) { o.scale_coordinate = ScaleCoordinate::Scale; },
       "scale_coordinate", "coordinates"},
      {{{"coordinates", "plain"}, {"tolerance", "0.1"}},
       [](FitOptions& o) { o.coordinates = kPlain, o.tolerance = 0.1; }, "tolerance", "coordinates"},
      {{{"coordinates", "plain"}, {"starts", "7"}}, [](FitOptions& o) { o.coordinates = kPlain, o.starts = 7; }, "starts",
       "coordinates"},
      {{{"coordinates", "plain"}, {"modes", "one"}}, [](FitOptions& o) { o.coordinates = kPlain, o.modes = ModeCover::One; },
       "modes", "coordinates"},
      {{{"coordinates", "plain"}, {"rank", "7"}}, [](FitOptions& o) { o.coordinates = kPlain, o.rank = 7; }, "rank",
       "coordinates"},
      {{{"coordinates", "plain"}, {"family", "low-rank"}},
       [](FitOptions& o) { o.coordinates = kPlain, o.family = FamilyChoice::LowRank; }, "family", "coordinates"},
      {{{"family", "full-rank"}, {"rank", "7"}}, [](FitOptions& o) { o.family = FamilyChoice::FullRank, o.rank = 7; },
       "rank", "family"},
      // Those of another way to the answer.
      {{{"answer", "gaussian"}, {"weight-draws", "3000"}},
       [](FitOptions& o) { o.answer = AnswerWay::Gaussian, o.weight_draws = 3000; }, "weight_draws", "answer"},
      {{{"answer", "moved"}, {"weight-draws", "3000"}},
       [](FitOptions& o) { o.answer = AnswerWay::Moved, o.weight_draws = 3000; }, "weight_draws", "answer"},
      {{{"answer", "weighted"}, {"chain-gradients", "3000"}},
       [](FitOptions& o) { o.answer = AnswerWay::Weighted, o.chain_gradients = 3000; }, "chain_gradients", "answer"},
      // What contradicts something else, or would have no effect.
      {{{"select-at", "0.5"}}, [](FitOptions& o) { o.select_at = {0.5}; }, "select_at", "time_budget"},
      {{{"coordinates", "plain"}, {"optimizer", "sgd"}, {"momentum", "0.5"}},
       [](FitOptions& o) { o.coordinates = kPlain, o.optimizer = {OptimizerKind::Sgd, 0.5}; }, "momentum", "optimizer"},
      {{{"coordinates", "plain"}, {"family", "full-rank"}, {"scale-coordinate", "scale"}},
       [](FitOptions& o) {
         o.coordinates = kPlain, o.family = FamilyChoice::FullRank, o.scale_coordinate = ScaleCoordinate::Scale;
       },
       "scale_coordinate", "family"},
      {{{"estimator", "stl"}, {"control-variates", "prior"}},
       [](FitOptions& o) { o.recipe = recipe_by_name("stl", 8, true), o.control_variates = {"prior"}; },
       "control_variates", ""},
      {{{"estimator", "stl"}, {"split", "blocks"}},
       [](FitOptions& o) { o.recipe = recipe_by_name("stl", 8, true), o.split = Split::Blocks; }, "split", ""},
      {{{"estimator", "stl"}, {"select-draws", "100"}},
       [](FitOptions& o) { o.recipe = recipe_by_name("stl", 8, true), o.select_draws = 100; }, "select_draws", ""},
      {{{"estimator", "stl"}, {"decide-by", "plug-in"}},
       [](FitOptions& o) { o.recipe = recipe_by_name("stl", 8, true), o.decide_by = DecideBy::PlugIn; }, "decide_by", ""},
      {{{"pool", "rep,stl"}, {"largest-weight", "3"}},
       [](FitOptions& o) {
         for (const char* name : {"rep", "stl"}) o.pool.push_back({name, recipe_by_name(name, 8, true)});
         o.largest_weight = 3;
       },
       "largest_weight", "pool"},
      {{{"pool", "rep,stl"}, {"estimator", "fixed"}},
       [](FitOptions& o) {
         for (const char* name : {"rep", "stl"}) o.pool.push_back({name, recipe_by_name(name, 8, true)});
         o.estimator = EstimatorRule::Fixed;
       },
       "estimator", "pool"},
      {{{"estimator", "fixed"}, {"draws", "auto"}},
       [](FitOptions& o) { o.estimator = EstimatorRule::Fixed, o.draws = kChosenDraws; }, "draws", "estimator"},
      {{{"estimator", "stl"}, {"draws", "auto"}},
       [](FitOptions& o) { o.recipe = recipe_by_name("stl", 8, true), o.draws = kChosenDraws; }, "draws", "estimator"},
      {{{"pool", "rep,stl"}, {"draws", "auto"}},
       [](FitOptions& o) {
         for (const char* name : {"rep", "stl"}) o.pool.push_back({name, recipe_by_name(name, 8, true)});
         o.draws = kChosenDraws;
       },
       "draws", "estimator"},
      {{{"antithetic", "false"}, {"draws", "auto"}},
       [](FitOptions& o) { o.antithetic = false, o.draws = kChosenDraws; }, "antithetic", "draws"},
      {{{"draws", "auto"}, {"select-at", "0.5"}, {"iterations", "9"}},
       [](FitOptions& o) { o.draws = kChosenDraws, o.select_at = {0.5}, o.iterations = 9; }, "draws", "select_at"},
  };
  return all;
}

std::string option_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

TEST(TwoDoors, FieldsAreRefusedByName) {
  const testing::GaussianModel model(Vector::Ones(3), testing::wavy_precision(3));
  for (const WrongSetting& wrong : wrong_settings()) {
    FitOptions options;
    wrong.set(options);
    try {
      static_cast<void>(fit(model, options));
      ADD_FAILURE() << wrong.setting << " was taken";
    } catch (const InvalidSetting& error) {
      EXPECT_EQ(error.setting(), wrong.setting) << error.what();
      EXPECT_THAT(error.what(), AllOf(HasSubstr(wrong.setting + " = "), HasSubstr(wrong.other), Not(HasSubstr("--"))));
    }
  }
}

TEST(TwoDoors, OptionsAreRefusedByName) {
  for (const WrongSetting& wrong : wrong_settings()) {
    std::string message;
    try {
      static_cast<void>(make_options("logistic", wrong.given));
      ADD_FAILURE() << wrong.setting << " was taken";
    } catch (const InvalidSetting& error) {
      message = error.message(Wording::CommandLine);
    } catch (const InvalidArgument& error) {
      message = error.what();  // the reader of the text saw it first
    }
    EXPECT_THAT(message, HasSubstr(option_of(wrong.setting) + " = '"));
    EXPECT_THAT(message, Not(HasSubstr("--draws = '0'")));
    EXPECT_THAT(message, HasSubstr(wrong.other.empty() ? "" : option_of(wrong.other)));
  }
}

TEST(TwoDoors, DefaultsAreTakenByBoth) {
  for (const FitOptions& options : {FitOptions{}, plain_fit_options(), FitOptions{.coordinates = kPlain}})
    EXPECT_NO_THROW(check_settings(options, changed_settings(options)));
  for (const std::string& model : {std::string("logistic"), std::string("paper:frisk"), std::string("a.stan")})
    for (const char* coordinates : {"natural", "plain"}) {
      const Options options = make_options(model, {{"coordinates", coordinates}});
      EXPECT_NO_THROW(check_settings(options.fit, changed_settings(options.fit))) << model << coordinates;
    }
}

}  // namespace
}  // namespace g2t
