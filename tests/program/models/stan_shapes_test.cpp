// Shapes of values in JSON beside those that a program declares, in Stan's own words.
#include <gmock/gmock.h>
#include <program/models/stan_shapes.h>

#include <limits>

namespace g2t::program {

bool operator==(const KnownShape& a, const KnownShape& b) { return a.name == b.name && a.sizes == b.sizes; }
void PrintTo(const KnownShape& shape, std::ostream* out) {
  *out << shape.name << ::testing::PrintToString(shape.sizes);
}

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string fault_of(const std::string& values, const std::vector<Index>& sizes) {
  return shape_fault(Json::parse(values), {{"x", sizes}}, "data initialization");
}

TEST(StanShapes, FollowFromTheNamesOfValues) {
  EXPECT_THAT(shapes_of({"mu", "m.1.1", "m.2.1", "m.1.2", "m.2.2", "v.1", "t:1", "t:2.1", "z.1.real", "z.1.imag", "s"}),
              ElementsAre(KnownShape{"mu", {}}, KnownShape{"m", {2, 2}}, KnownShape{"v", {1}}, KnownShape{"s", {}}));
}

TEST(StanShapes, OfIndicesThatAreNoNumbersAreNotKnown) {
  EXPECT_THAT(shapes_of({"a.", "b.x.2", "c.99999999999999999999", "d.0", "e..1", "f.2"}), ElementsAre(KnownShape{"f", {2}}));
  const Index large = std::numeric_limits<Index>::max();
  EXPECT_THAT(fault_of(R"({"x": []})", {large, large, 2}), HasSubstr("dims found=(0)"));
}

TEST(StanShapes, AreEqualOrRefused) {
  EXPECT_EQ(fault_of(R"({"x": [[1, 2, 3], [4, 5, 6]]})", {2, 3}), "");
  EXPECT_EQ(fault_of(R"({"x": "NaN"})", {}), "");
  EXPECT_EQ(
      fault_of(R"({"x": [[1, 2], [3, 4], [5, 6]]})", {2, 3}),
      "mismatch in dimension declared and found in context; processing stage=data initialization; variable name=x; "
      "position=0; dims declared=(2,3); dims found=(3,2)");
  EXPECT_EQ(fault_of(R"({"x": [1]})", {}),
            "mismatch in number dimensions declared and found in context; processing stage=data initialization; "
            "variable name=x; "
            "dims declared=(); dims found=(1)");
  EXPECT_THAT(fault_of(R"({"x": 1})", {1}), HasSubstr("dims declared=(1); dims found=()"));
  EXPECT_EQ(fault_of(R"({"x": [[1], [2, 3]]})", {2, 1}), "Variable: x, error: non-rectangular array.");
}

TEST(StanShapes, WithoutValuesAreAllTheSame) {
  for (const char* const values : {R"({"x": []})", R"({"x": [[], []]})", R"({"x": [[]]})", "{}", R"({"y": [1]})"})
    EXPECT_EQ(fault_of(values, {0, 3}), "") << values;
  EXPECT_THAT(fault_of(R"({"x": []})", {2}), HasSubstr("dims found=(0)"));
  EXPECT_THAT(fault_of(R"({"x": [1]})", {0}), HasSubstr("dims declared=(0); dims found=(1)"));
  EXPECT_EQ(fault_of(R"({"x": {"1": 2}})", {3}), "");  // a tuple's
}

}  // namespace
}  // namespace g2t::program
