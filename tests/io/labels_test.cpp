// Labels: the larger is positive whatever the spelling and order; what is not two classes is refused.
#include <g2t/io/labels.hpp>
#include <io/io_testing.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace g2t::testing;

TEST(BinaryLabels, TheLargerIsPositive) {
  for (const auto& [negative, positive] : {std::pair("0", "1"), std::pair("-1", "+1"), std::pair("1", "2"),
                                           std::pair("0.0", "1.0"), std::pair("-1", "1"), std::pair("9", "10")}) {
    const std::string n = negative;
    const std::string p = positive;
    const BinaryLabels labels = binary_labels(libsvm_of(p + " 1:1\n" + n + " 1:2\n" + p + " 1:3\n"));
    EXPECT_THAT(labels.is_positive, ElementsAre(1, 0, 1));
    EXPECT_EQ(labels.positive, p);
    EXPECT_EQ(labels.negative, n);
    EXPECT_EQ(labels.positive_count, 2);
    EXPECT_FALSE(labels.has_one_class());
    EXPECT_THAT(binary_labels(libsvm_of(n + " 1:1\n" + p + " 1:2\n")).is_positive, ElementsAre(0, 1));
  }
}

TEST(BinaryLabels, ComparesByValue) {
  EXPECT_THAT(binary_labels(libsvm_of("1 1:1\n+1.0 1:1\n1e0 1:1\n0 1:2\n")).is_positive, ElementsAre(1, 1, 1, 0));
}

TEST(BinaryLabels, PositiveCanBeNamed) {
  const SparseTable table = libsvm_of("1 1:1\n2 1:1\n");
  EXPECT_THAT(binary_labels(table, "1").is_positive, ElementsAre(1, 0));
  EXPECT_EQ(binary_labels(table, "1.0").negative, "2");
  EXPECT_THAT(message_of<InvalidArgument>([&] { (void)binary_labels(table, "3"); }),
              AllOf(HasSubstr("1, 2"), HasSubstr("positive")));
}

TEST(BinaryLabels, RefusesMoreThanTwoAndFractions) {
  EXPECT_THAT(message_of([] { (void)binary_labels(libsvm_of("0 1:0.5\n1 2:1\n2 3:0.4\n1 1:0.2\n")); }),
              AllOf(HasSubstr("data.svm:3"), HasSubstr("0, 1, 2"), HasSubstr("more than two")));
  EXPECT_THAT(message_of([] { (void)binary_labels(libsvm_of("0.3 1:0.5\n0.7 2:1\n1 3:0.4\n")); }),
              AllOf(HasSubstr("0.3, 0.7, 1"), HasSubstr("whole number")));
  EXPECT_THAT(message_of([] { (void)binary_labels(libsvm_of("0.5 1:0.5\n1 2:1\n")); }), HasSubstr("0.5, 1"));
}

TEST(BinaryLabels, OneClassNeedsItsName) {
  const SparseTable negative = libsvm_of("-1 1:1 2:0.8\n-1 1:1 2:-0.3\n");
  EXPECT_THAT(message_of([&] { (void)binary_labels(negative); }), AllOf(HasSubstr("only one label"), HasSubstr("-1")));
  const BinaryLabels none = binary_labels(negative, "1");
  EXPECT_THAT(none.is_positive, Each(0));
  EXPECT_EQ(none.positive, "1");
  EXPECT_EQ(none.negative, "-1");
  EXPECT_TRUE(none.has_one_class());
  const BinaryLabels all = binary_labels(negative, "-1");
  EXPECT_THAT(all.is_positive, Each(1));
  EXPECT_EQ(all.negative, "");
  EXPECT_TRUE(all.has_one_class());
}

TEST(BinaryLabels, ReadsAColumnOfATable) {
  EXPECT_THAT(binary_labels(csv_of("x,y\n1,0\n2,1\n"), "y").is_positive, ElementsAre(0, 1));
  const Table text = csv_of("x,y\n1,edible\n2,poisonous\n");
  EXPECT_THAT(message_of([&] { (void)binary_labels(text, "y"); }),
              AllOf(HasSubstr("edible, poisonous"), HasSubstr("--positive")));
  EXPECT_THAT(binary_labels(text, "y", "edible").is_positive, ElementsAre(1, 0));
  for (const char* cell : {"", "NA", "inf", "\"\""}) {
    EXPECT_THAT(message_of([&] { (void)binary_labels(csv_of(std::string("y,x\n1,1\n") + cell + ",1\n0,3\n"), "y"); }),
                AllOf(HasSubstr("data.csv:3:1"), HasSubstr("missing")));
  }
  EXPECT_THAT(message_of([] { (void)binary_labels(csv_of("y,x\n1,1\nyes,1\n"), "y"); }),
              AllOf(HasSubstr(":3:1"), HasSubstr("yes")));
}

}  // namespace
}  // namespace g2t
