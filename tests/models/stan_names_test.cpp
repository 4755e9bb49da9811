// Names of arrays stand at their own coordinates, for every kind of parameter whose vector runs through arrays first.
#include <gmock/gmock.h>

#include <cmath>
#include <models/stan_names.hpp>

namespace g2t::models {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::Optional;
using Names = std::vector<std::string>;

// Entries of a parameter as Stan lists them: the first index fastest.
Names listed(const std::string& parameter, const std::vector<int>& sizes) {
  Names out = {parameter};
  for (std::size_t i = sizes.size(); i-- > 0;) {
    Names longer;
    for (int index = 1; index <= sizes[i]; ++index)
      for (const std::string& name : out) longer.push_back(name);
    out = longer;
  }
  out.assign(out.size(), parameter);
  std::size_t repeat = 1;
  for (const int size : sizes) {
    for (std::size_t k = 0; k < out.size(); ++k)
      out[k] += "." + std::to_string(k / repeat % static_cast<std::size_t>(size) + 1);
    repeat *= static_cast<std::size_t>(size);
  }
  return out;
}

// Values in their order of listing, of an array of two elements that a point holds one after the other.
Vector two_elements(const Vector& point, const std::function<Vector(const Vector&)>& element) {
  const Index half = point.size() / 2;
  const Vector first = element(point.head(half)), second = element(point.tail(half));
  Vector out(2 * first.size());
  for (Index i = 0; i < first.size(); ++i) {
    out[2 * i] = first[i];
    out[2 * i + 1] = second[i];
  }
  return out;
}

Vector exponentials(const Vector& x) { return x.array().exp(); }

// Sums of what came before: Stan's ordered vector.
Vector increasing(const Vector& x) {
  Vector out = x;
  for (Index i = 1; i < x.size(); ++i) out[i] = out[i - 1] + std::exp(x[i]);
  return out;
}

// One value more than coordinates, all of which move all of them.
Vector shares(const Vector& x) {
  Vector out(x.size() + 1);
  out << x.array().exp().matrix(), 1;
  return out / out.sum();
}

TEST(StanNames, OfAnArrayOfVectorsRunThroughTheArrayFirst) {
  const Names names = listed("av", {2, 2});
  EXPECT_THAT(names, ElementsAre("av.1.1", "av.2.1", "av.1.2", "av.2.2"));
  EXPECT_THAT(names_in_order(names, names, [](const Vector& x) { return two_elements(x, exponentials); }),
              Optional(ElementsAre("av.1.1", "av.1.2", "av.2.1", "av.2.2")));
}

TEST(StanNames, OfAnArrayOfMatricesGoDownItsColumns) {
  const Names names = listed("am", {2, 2, 3});
  EXPECT_THAT(names_in_order(names, names, [](const Vector& x) { return two_elements(x, exponentials); }),
              Optional(ElementsAre("am.1.1.1", "am.1.2.1", "am.1.1.2", "am.1.2.2", "am.1.1.3", "am.1.2.3", "am.2.1.1",
                                   "am.2.2.1", "am.2.1.2", "am.2.2.2", "am.2.1.3", "am.2.2.3")));
}

TEST(StanNames, OfAMatrixStayAsTheyAre) {
  const Names names = listed("m", {3, 2});
  EXPECT_THAT(names_in_order(names, names, exponentials), Optional(ElementsAreArray(names)));
}

TEST(StanNames, OfArraysOfConstrainedVectors) {
  const Names in_order = {"p.1.1", "p.1.2", "p.1.3", "p.2.1", "p.2.2", "p.2.3"}, names = listed("p", {2, 3});
  EXPECT_THAT(names_in_order(names, names, [](const Vector& x) { return two_elements(x, increasing); }),
              Optional(in_order));
  EXPECT_THAT(names_in_order(names, listed("p", {2, 4}), [](const Vector& x) { return two_elements(x, shares); }),
              Optional(in_order));
  // Two by two of a matrix's own coordinates: values have an index more.
  EXPECT_THAT(names_in_order(names, listed("p", {2, 2, 2}), [](const Vector& x) { return two_elements(x, shares); }),
              Optional(in_order));
}

TEST(StanNames, StandAmongOtherParameters) {
  // b's location moves both of a's elements: it is no index of a's.
  const Names names = {"b", "a.1.1", "a.2.1", "a.1.2", "a.2.2", "c.1", "c.2"};
  const auto values = [](const Vector& x) {
    Vector out = x;
    out.segment(1, 4) = two_elements(x.segment(1, 4), exponentials).array() + x[0];
    return out;
  };
  EXPECT_THAT(names_in_order(names, names, values),
              Optional(ElementsAre("b", "a.1.1", "a.1.2", "a.2.1", "a.2.2", "c.1", "c.2")));
}

TEST(StanNames, OfTuplesAndComplexValues) {
  const Names tuples = {"t.1:1", "t.2:1", "t.1:2.1", "t.2:2.1", "t.1:2.2", "t.2:2.2"};
  EXPECT_THAT(names_in_order(tuples, tuples, [](const Vector& x) { return two_elements(x, exponentials); }),
              Optional(ElementsAre("t.1:1", "t.1:2.1", "t.1:2.2", "t.2:1", "t.2:2.1", "t.2:2.2")));
  const Names complex = {"z.1.real", "z.2.real", "z.1.imag", "z.2.imag"};
  EXPECT_THAT(names_in_order(complex, complex, [](const Vector& x) { return two_elements(x, exponentials); }),
              Optional(ElementsAre("z.1.real", "z.1.imag", "z.2.real", "z.2.imag")));
}

TEST(StanNames, WithIndicesThatAreNoNumbersStayAsTheyAre) {
  for (const Names& names : {Names{"a.1.99999999999999999999", "a.2.1"}, Names{"a..1", "a.1.1"}, Names{"a.-1.2", "a.x.1"}})
    EXPECT_THAT(names_in_order(names, names, [](const Vector& x) { return std::optional<Vector>(x); }), Optional(names));
}

TEST(StanNames, NeedAPointWhereValuesCanBeComputed) {
  const Names names = listed("av", {2, 2});
  const auto not_at_first = [](const Vector& x) -> std::optional<Vector> {
    if (x[0] > 0.05 && x[0] < 0.2) return std::nullopt;
    return two_elements(x, exponentials);
  };
  EXPECT_THAT(names_in_order(names, names, not_at_first),
              Optional(ElementsAre("av.1.1", "av.1.2", "av.2.1", "av.2.2")));
  EXPECT_EQ(names_in_order(names, names, [](const Vector&) { return std::nullopt; }), std::nullopt);
  const Names simple = {"a", "b.1", "b.2"};
  EXPECT_THAT(names_in_order(simple, simple, [](const Vector&) { return std::nullopt; }), Optional(simple));
}

}  // namespace
}  // namespace g2t::models
