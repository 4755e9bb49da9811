// What users are told about faults in data, by the messages that Stan gives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <models/stan_hints.hpp>

namespace g2t::models {
namespace {

using ::testing::HasSubstr;

TEST(StanHints, FollowStansMessages) {
  const std::string context = "; processing stage=data initialization; variable name=sigma; dims declared=(8); dims found=";
  EXPECT_THAT(data_hint("mismatch in number dimensions declared and found in context" + context + "()"),
              HasSubstr("is `sigma` in the data?"));
  EXPECT_THAT(data_hint("variable does not exist; variable name=J; base type=int"), HasSubstr("is `J` in the data?"));
  EXPECT_THAT(data_hint("mismatch in number dimensions declared and found in context" + context + "(1,2)"),
              HasSubstr("auto_unbox"));
  EXPECT_THAT(data_hint("mismatch in dimension declared and found in context" + context + "(3)"),
              HasSubstr("`sigma` has the wrong size"));
  EXPECT_THAT(data_hint("int variable contained non-int values; variable name=J; base type=int"),
              HasSubstr("without a decimal point"));
  EXPECT_THAT(data_hint("Variable: y, error: null values not allowed."), HasSubstr("no missing values"));
  EXPECT_THAT(data_hint("Variable: y, error: boolean values not allowed."), HasSubstr("write 0 and 1"));
  EXPECT_THAT(data_hint("Variable: y, error: string values not allowed."), HasSubstr("must become numbers"));
  EXPECT_THAT(data_hint("Variable: source, error: string values not allowed."), HasSubstr("does not declare"));
  EXPECT_THAT(data_hint("Expecting JSON object, found array."), HasSubstr("an object is expected"));
  EXPECT_THAT(data_hint("stanli compile: size expression needs unknown int J"), HasSubstr("in the data?"));
  EXPECT_THAT(data_hint("stanli compile: no such function"), HasSubstr("--stan-backend compiled"));
  EXPECT_EQ(data_hint("sigma[1] is -1, but must be greater than or equal to 0"), "");
}

TEST(StanHints, SayThatNoStartHelpsAgainstBoundsWithoutRoom) {
  EXPECT_THAT(density_hint("lub_constrain: lb is 1, but must be less than 1.000000 (in 'm.stan', line 2)"), HasSubstr("no room"));
  EXPECT_EQ(density_hint("normal_lpdf: Scale parameter is 0, but must be positive!"), "");
}

}  // namespace
}  // namespace g2t::models
