// What is said where stanli cannot be used; the command line's tests run it where it is installed.
#include "stan_testing.hpp"

#include <g2t/stan/program.hpp>

#include <gmock/gmock.h>

namespace g2t::testing {
namespace {

class InterpreterTest : public StanTest {};

TEST_F(InterpreterTest, NamesTheCommandWhereItIsNotInstalled) {
  write_text(folder_ / "model.stan", "parameters { real x; }");
  EXPECT_THAT(input_error([&] { interpret_stan_program({(folder_ / "model.stan").string(), {}}, "", "no data"); }),
              ::testing::HasSubstr("run tools/install-stan --stanli"));
}

TEST_F(InterpreterTest, RefusesAnotherLibrary) {
  write_text(folder_ / "cache/g2t/stanli-0.24.0/libstanli.so", "no library");
  write_text(folder_ / "model.stan", "parameters { real x; }");
  EXPECT_THAT(input_error([&] { interpret_stan_program({(folder_ / "model.stan").string(), {}}, "", "no data"); }),
              ::testing::HasSubstr("cannot be loaded"));
}

}  // namespace
}  // namespace g2t::testing
