// Laws that every family obeys in every coordinate.
#include <g2t/core/errors.hpp>

#include <gtest/gtest.h>

#include <families/family_cases.hpp>

namespace g2t {
namespace {

using testing::normals_of;
using testing::wavy_gaussian;

class FamilyLaws : public ::testing::TestWithParam<testing::FamilyCase> {
 protected:
  std::unique_ptr<Family> make(Index d) const { return GetParam().make(wavy_gaussian(GetParam().structure, d)); }

  // The value of `f(q)` after a move of `h` along coordinate k.
  template <class F>
  static double moved(const Family& q, Index k, double h, F f) {
    const std::unique_ptr<Family> copy = q.clone();
    copy->move(Vector::Unit(q.coordinate_count(), k), h, nullptr);
    return f(*copy);
  }

  template <class F>
  static Vector finite_differences(const Family& q, F f) {
    constexpr double kStep = 1e-6;
    Vector gradient(q.coordinate_count());
    for (Index k = 0; k < gradient.size(); ++k)
      gradient[k] = (moved(q, k, kStep, f) - moved(q, k, -kStep, f)) / (2 * kStep);
    return gradient;
  }

  // Derivatives along every coordinate that a gradient in the family's metric stands for.
  static Vector slopes(const Family& q, const Vector& gradient) {
    Vector out(gradient.size());
    for (Index k = 0; k < gradient.size(); ++k)
      out[k] = q.inner_product(gradient, Vector::Unit(gradient.size(), k));
    return out;
  }
};

TEST_P(FamilyLaws, PullBackIsTheGradientThroughTheDraws) {
  const std::unique_ptr<Family> q = make(5);
  const Matrix normals = normals_of(1, 7, 5), v = normals_of(2, 7, 5);
  FrameBuffers buffers;
  Vector gradient;
  q->pull_back(q->to_frame(ScoreVectors::same(v), normals, buffers), normals, gradient);
  const Vector expected = finite_differences(*q, [&](const Family& moved_q) {
    Matrix draws;
    moved_q.transform(normals, draws);
    return draws.cwiseProduct(v).rowwise().sum().mean();
  });
  EXPECT_LT((slopes(*q, gradient) - expected).cwiseAbs().maxCoeff(), 1e-8);
}

TEST_P(FamilyLaws, LocationAndScalePartsAreSeparate) {
  const std::unique_ptr<Family> q = make(9);
  const Matrix normals = normals_of(1, 11, 9), v = normals_of(2, 11, 9), w = normals_of(3, 11, 9);
  Vector split, of_v, of_w;
  q->pull_back({&v, &w}, normals, split);
  q->pull_back(FrameVectors::same(v), normals, of_v);
  q->pull_back(FrameVectors::same(w), normals, of_w);
  EXPECT_EQ(split.head(9), of_v.head(9));
  EXPECT_EQ(split.tail(split.size() - 9), of_w.tail(split.size() - 9));
}

TEST_P(FamilyLaws, FrameKnowsTheScoreOfQItself) {
  const std::unique_ptr<Family> q = make(6);
  const Gaussian& gaussian = q->gaussian();
  const Matrix factor = dense_root(gaussian);
  const Matrix precision = (factor * factor.transpose()).inverse();
  const Matrix normals = normals_of(4, 5, 6), v = normals_of(5, 5, 6), w = normals_of(6, 5, 6);
  Matrix draws;
  q->transform(normals, draws);
  const Matrix score = -(draws.rowwise() - gaussian.mean.transpose()) * precision;
  FrameBuffers own, explicit_one;
  const auto expect_equal = [](const FrameVectors& a, const FrameVectors& b) {
    EXPECT_LT((*a.location - *b.location).cwiseAbs().maxCoeff(), 1e-9 * b.location->cwiseAbs().maxCoeff());
    EXPECT_LT((*a.scale - *b.scale).cwiseAbs().maxCoeff(), 1e-9 * b.scale->cwiseAbs().maxCoeff());
  };
  expect_equal(q->to_frame(ScoreVectors::own_score(), normals, own),
               q->to_frame(ScoreVectors::same(score), normals, explicit_one));
  const Matrix mixed_location = v - 0.7 * score, mixed_scale = w - 0.7 * score;
  expect_equal(q->to_frame({&v, &w, -0.7, -0.7}, normals, own),
               q->to_frame({&mixed_location, &mixed_scale}, normals, explicit_one));
}

TEST_P(FamilyLaws, FrameIsLinear) {
  const std::unique_ptr<Family> q = make(9);
  const Matrix normals = normals_of(1, 11, 9), v = normals_of(2, 11, 9), w = normals_of(3, 11, 9), sum = 2 * v - w;
  FrameBuffers of_v, of_w, of_sum;
  const Matrix a = *q->to_frame(ScoreVectors::same(v), normals, of_v).scale,
               b = *q->to_frame(ScoreVectors::same(w), normals, of_w).scale,
               c = *q->to_frame(ScoreVectors::same(sum), normals, of_sum).scale;
  EXPECT_LT((c - 2 * a + b).cwiseAbs().maxCoeff(), 1e-13);
}

TEST_P(FamilyLaws, MinusThePrecisionPartIsTheEntropyGradient) {
  const std::unique_ptr<Family> q = make(5);
  ExpectedScore expected;
  expected.own_score_weight = -1;
  Vector gradient;
  q->expected_pull_back(expected, gradient);
  const Vector differences =
      finite_differences(*q, [](const Family& moved_q) { return entropy(moved_q.gaussian()); });
  EXPECT_LT((slopes(*q, gradient) - differences).cwiseAbs().maxCoeff(), 1e-6);
}

TEST_P(FamilyLaws, ExpectedPullBackIsThatOfAQuadratic) {
  // v = b + J (z - m) has E v = b and derivative J; f = E[b'(z - m0) + 1/2 (z - m)' J (z - m)] has that score.
  const Index d = 5;
  const std::unique_ptr<Family> q = make(d);
  const Vector b = normals_of(5, 1, d).row(0);
  const Matrix root = normals_of(6, d, d);
  const Matrix symmetric = root + root.transpose();
  const Vector start = q->gaussian().mean;
  const Vector differences = finite_differences(*q, [&](const Family& moved_q) {
    const Gaussian& g = moved_q.gaussian();
    const Matrix factor = dense_root(g);
    const Vector shift = g.mean - start;
    return b.dot(shift) + 0.5 * shift.dot(symmetric * shift) +
           0.5 * (factor.transpose() * symmetric * factor).trace();
  });
  ExpectedScore dense, split;
  dense.mean = split.mean = b;
  dense.dense = symmetric;
  split.diagonal = symmetric.diagonal();
  split.dense = symmetric - Matrix(symmetric.diagonal().asDiagonal());
  Vector gradient;
  for (const ExpectedScore& expected : {dense, split}) {
    q->expected_pull_back(expected, gradient);
    EXPECT_LT((slopes(*q, gradient) - differences).cwiseAbs().maxCoeff(), 1e-6);
    const Vector before = normals_of(7, 1, gradient.size()).row(0);
    Vector after = before;
    q->subtract_expected(expected, after);
    EXPECT_LT((before - gradient - after).cwiseAbs().maxCoeff(), 1e-13);
  }
}

TEST_P(FamilyLaws, InnerProductsEqualExplicitOnes) {
  for (Index d : {1, 6, 13}) {
    const std::unique_ptr<Family> q = make(d);
    const Matrix normals = normals_of(1, 5, d), u = normals_of(2, 5, d), us = normals_of(3, 5, d),
                 v = normals_of(4, 5, d), vs = normals_of(5, 5, d);
    const Vector gradient = normals_of(6, q->coordinate_count(), 1).col(0);
    Vector between, with_gradient;
    q->inner_products(FrameVectors{&u, &us}, FrameVectors{&v, &vs}, normals, between);
    q->inner_products(FrameVectors{&u, &us}, gradient, normals, with_gradient);
    for (Index s = 0; s < 5; ++s) {
      const Matrix xi = normals.row(s), a = u.row(s), as = us.row(s), b = v.row(s), bs = vs.row(s);
      Vector left, right;
      q->pull_back({&a, &as}, xi, left);
      q->pull_back({&b, &bs}, xi, right);
      EXPECT_NEAR(between[s], q->inner_product(left, right), 1e-12 * (1 + std::abs(between[s])));
      EXPECT_NEAR(with_gradient[s], q->inner_product(left, gradient), 1e-12 * (1 + std::abs(with_gradient[s])));
    }
  }
}

TEST_P(FamilyLaws, GramHasTheInnerProductsOfAllPairs) {
  for (Index d : {1, 6}) {
    const std::unique_ptr<Family> q = make(d);
    const Matrix gradients = normals_of(1, q->coordinate_count(), 4), gram = q->gram(gradients);
    for (Index i = 0; i < 4; ++i)
      for (Index j = 0; j < 4; ++j)
        EXPECT_NEAR(gram(i, j), q->inner_product(gradients.col(i), gradients.col(j)), 1e-12 * gradients.squaredNorm());
  }
}

// What is null, or outside the range, is zero: the same as vectors that hold zeros there.
TEST_P(FamilyLaws, AbsentPartsAreZero) {
  const Index d = 7;
  const std::unique_ptr<Family> q = make(d);
  const Matrix normals = normals_of(1, 4, d), v = normals_of(2, 4, d), w = normals_of(3, 4, d),
               zero = Matrix::Zero(4, d);
  const Vector gradient = normals_of(4, q->coordinate_count(), 1).col(0);
  const bool has_ranges = GetParam().structure == Structure::Diagonal;
  const ParameterRange some{2, 5};
  Matrix v_some = zero, w_some = zero;
  v_some.middleCols(2, 3) = v.middleCols(2, 3);
  w_some.middleCols(2, 3) = w.middleCols(2, 3);
  const Matrix outside = Matrix::Constant(4, d, std::nan(""));  // nobody may look there
  Matrix v_hidden = outside, w_hidden = outside;
  v_hidden.middleCols(2, 3) = v.middleCols(2, 3);
  w_hidden.middleCols(2, 3) = w.middleCols(2, 3);
  struct Case {
    FrameVectors absent, present;
  };
  std::vector<Case> cases = {{{&v, nullptr}, {&v, &zero}}, {{nullptr, &w}, {&zero, &w}}, {{}, {&zero, &zero}}};
  if (has_ranges) cases.push_back({{&v_hidden, &w_hidden, some}, {&v_some, &w_some}});
  for (const Case& c : cases) {
    Vector absent, present;
    q->pull_back(c.absent, normals, absent);
    q->pull_back(c.present, normals, present);
    EXPECT_LT((absent - present).norm(), 1e-14);
    q->inner_products(c.absent, c.absent, normals, absent);
    q->inner_products(c.present, c.present, normals, present);
    EXPECT_LT((absent - present).norm(), 1e-13 * (1 + present.norm()));
    q->inner_products(c.absent, FrameVectors{&v, &w}, normals, absent);
    q->inner_products(c.present, FrameVectors{&v, &w}, normals, present);
    EXPECT_LT((absent - present).norm(), 1e-13 * (1 + present.norm()));
    q->inner_products(c.absent, gradient, normals, absent);
    q->inner_products(c.present, gradient, normals, present);
    EXPECT_LT((absent - present).norm(), 1e-13 * (1 + present.norm()));
  }
}

TEST_P(FamilyLaws, InnerProductsWithAnExpectationAreThoseWithItsPullBack) {
  const Index d = 5;
  const std::unique_ptr<Family> q = make(d);
  const Matrix normals = normals_of(1, 4, d), v = normals_of(2, 4, d), w = normals_of(3, 4, d);
  ExpectedScore own, both, dense;
  own.own_score_weight = 0.7;
  both.own_score_weight = -0.4;
  both.mean = normals_of(4, 1, d).row(0);
  dense.dense = v.transpose() * v;
  for (const ExpectedScore& expected : {own, both, dense}) {
    Vector gradient, direct, by_gradient;
    q->expected_pull_back(expected, gradient);
    for (const FrameVectors& u : {FrameVectors{&v, &w}, FrameVectors{&v, nullptr}, FrameVectors{nullptr, &w}}) {
      q->inner_products(u, expected, gradient, normals, direct);
      q->inner_products(u, gradient, normals, by_gradient);
      EXPECT_LT((direct - by_gradient).norm(), 1e-12 * (1 + by_gradient.norm()));
    }
  }
}

TEST_P(FamilyLaws, MovesAreAdditiveAndReversible) {
  if (!GetParam().is_flat) GTEST_SKIP() << "natural coordinates are local: a way back starts from other ones";
  const std::unique_ptr<Family> q = make(4);
  const Gaussian before = q->gaussian();
  const Vector direction = normals_of(8, q->coordinate_count(), 1).col(0);
  EXPECT_TRUE(q->move(direction, 0.01, nullptr).is_finite);
  EXPECT_GT((q->gaussian().mean - before.mean).norm(), 0);
  q->move(direction, -0.01, nullptr);
  EXPECT_LT((q->gaussian().mean - before.mean).norm(), 1e-15);
  EXPECT_LT((standard_deviations(q->gaussian()) - standard_deviations(before)).norm(), 1e-15);
}

TEST_P(FamilyLaws, RefuseAMoveThatIsNotFinite) {
  const std::unique_ptr<Family> q = make(3);
  const Gaussian before = q->gaussian();
  Vector direction = Vector::Zero(q->coordinate_count());
  direction[1] = std::nan("");
  EXPECT_FALSE(q->move(direction, 1, nullptr).is_finite);
  EXPECT_EQ(q->gaussian().mean, before.mean);
}

TEST_P(FamilyLaws, CloneIsIndependent) {
  const std::unique_ptr<Family> q = make(3);
  const std::unique_ptr<Family> copy = q->clone();
  copy->move(Vector::Ones(q->coordinate_count()), 0.1, nullptr);
  EXPECT_EQ(q->gaussian().mean, wavy_gaussian(GetParam().structure, 3).mean);
  EXPECT_NE(copy->gaussian().mean, q->gaussian().mean);
}

TEST_P(FamilyLaws, RefuseGaussiansThatAreNotTheirs) {
  const Structure structure = GetParam().structure;
  const Structure other = structure == Structure::Dense ? Structure::Diagonal : Structure::Dense;
  EXPECT_THROW(GetParam().make(wavy_gaussian(other, 3)), InvalidArgument);
  EXPECT_THROW(GetParam().make(Gaussian{structure, Vector(), Vector(), Matrix()}), InvalidArgument);
  Gaussian flat = wavy_gaussian(structure, 3);
  (structure == Structure::Dense ? flat.cholesky(1, 1) : flat.scale[1]) = 0;
  EXPECT_THROW(GetParam().make(flat), InvalidArgument);
  Gaussian wild = wavy_gaussian(structure, 3);
  wild.mean[2] = std::nan("");
  EXPECT_THROW(GetParam().make(wild), InvalidArgument);
  EXPECT_THROW(make(3)->set_gaussian(wavy_gaussian(structure, 4)), InvalidArgument);
}

INSTANTIATE_TEST_SUITE_P(All, FamilyLaws, ::testing::ValuesIn(testing::family_cases()), testing::case_name);

}  // namespace
}  // namespace g2t
