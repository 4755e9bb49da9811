// The models that there are, by name.
#include <g2t/program/options/default_options.hpp>

#include <g2t/program/models/load_model.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <program/program_testing.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(DefaultOptions, ListTheModelsThereAre) {
  EXPECT_EQ(default_options("logistic").fit.draws, 8);
  EXPECT_THAT(testing::message_of<InvalidArgument>([] { default_options("logistics"); }),
              AllOf(HasSubstr("logistic, poisson, bnn, NAME.stan, NAME.so, paper:a1a"), HasSubstr("did you mean 'logistic'?")));
  EXPECT_EQ(default_options("folder/eight_schools.stan").model.model, "folder/eight_schools.stan");
  EXPECT_THAT(testing::message_of<InvalidArgument>([] { default_options("model.so.1"); }), HasSubstr("there is no such model"));
  EXPECT_THAT(testing::message_of<InvalidArgument>([] { static_cast<void>(load_model({})); }), HasSubstr("MODEL = ''"));
}

}  // namespace
}  // namespace g2t
