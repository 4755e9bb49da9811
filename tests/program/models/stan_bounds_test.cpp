// Which parameters are between bounds that data alone decide.
#include <gmock/gmock.h>
#include <program/models/stan_bounds.h>

namespace g2t::program {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ParametersBetweenBounds, AreThoseWithBoth) {
  EXPECT_THAT(parameters_between_bounds("data { real<lower=0, upper=1> d; } parameters { real<lower=a, upper=b[2]> m; real<lower=0> s; real r; "
                                        "array[2] vector<lower=l, upper=u>[3] v, w; real<upper=3> t; }"),
              ElementsAre("m", "v", "w"));
  EXPECT_THAT(parameters_between_bounds("parameters { real m; real<lower=0, upper=m> x; }"), IsEmpty());
  EXPECT_THAT(parameters_between_bounds("parameters { real m"), IsEmpty());
  EXPECT_THAT(parameters_between_bounds("model { }"), IsEmpty());
}

}  // namespace
}  // namespace g2t::program
