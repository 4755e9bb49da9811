// Messages name settings as their reader sets them.
#include <g2t/core/wording.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

TEST(Wording, NamesSettings) {
  const std::string text = "give more {time_budget}, or {family=full-rank} {or 3} {";
  EXPECT_EQ(with_settings_named(text, Wording::Fields), "give more time_budget, or family = full-rank {or 3} {");
  EXPECT_EQ(with_settings_named(text, Wording::CommandLine), "give more --time-budget, or --family full-rank {or 3} {");
  EXPECT_EQ(with_settings_named("", Wording::Fields), "");
  EXPECT_EQ(with_settings_named("{seed}", Wording::CommandLine), "--seed");
  EXPECT_EQ(with_settings_named("{start} {recipe}", Wording::CommandLine), "--init --estimator");
  EXPECT_EQ(with_settings_named("{start} {recipe}", Wording::Fields), "start recipe");
}

}  // namespace
}  // namespace g2t
