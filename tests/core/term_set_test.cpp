#include <g2t/core/term_set.hpp>

#include <g2t/control_variates/control_variates.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/estimators/base_term.hpp>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

TermSet example(const Model& model) {
  TermSet terms(make_base_term());
  add_control_variates({"entropy", "taylor", "taylor-products"}, model, Structure::Diagonal, terms);
  return terms;
}

TEST(TermSet, KeepsTheBaseFirst) {
  const testing::GaussianModel model(Vector::Zero(2), Matrix::Identity(2, 2));
  const TermSet terms = example(model);
  EXPECT_EQ(terms.names(), (std::vector<std::string>{"rep", "entropy", "taylor", "taylor-products"}));
  EXPECT_EQ(terms.index_of("taylor"), 2);
  EXPECT_THROW(static_cast<void>(terms.index_of("prior")), InvalidArgument);
}

TEST(TermSet, RefusesATermTwice) {
  const testing::GaussianModel model(Vector::Zero(2), Matrix::Identity(2, 2));
  TermSet terms = example(model);
  EXPECT_THROW(add_control_variates({"entropy"}, model, Structure::Diagonal, terms), InvalidArgument);
}

TEST(TermSet, ListsSharedWorkOnceAndFirst) {
  const testing::GaussianModel model(Vector::Zero(2), Matrix::Identity(2, 2));
  const TermSet terms = example(model);
  const std::vector<Work*> works = works_of({&terms[2], &terms[3]});
  ASSERT_EQ(works.size(), 3u);
  EXPECT_EQ(works[0], terms[2].shared_work());
  EXPECT_EQ(works[1], &terms[2]);
}

}  // namespace
}  // namespace g2t
