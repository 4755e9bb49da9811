// Against the explicit Fisher projection: least squares over all tangents, written out as matrices.
#include <families/low_rank_tangent.h>
#include <gtest/gtest.h>

#include <g2t/families/natural.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

using testing::normals_of;

struct Case {
  Index d, rank;
};

class LowRankTangentCases : public ::testing::TestWithParam<Case> {
 protected:
  const Index d = GetParam().d, rank = GetParam().rank;
  const Matrix w = Matrix(Eigen::HouseholderQR<Matrix>(normals_of(1, d, d)).householderQ()).leftCols(rank);
  const Matrix n = Matrix::Identity(d, d) - w * w.transpose();

  Matrix whole(const LowRankTangent& a) const {
    const Matrix inner = w.transpose() * a.along, across = n * a.along * w.transpose();
    return n * a.scales.asDiagonal() * n + across + across.transpose() +
           0.5 * w * (inner + inner.transpose()) * w.transpose();
  }
  LowRankTangent any(std::uint64_t seed) const { return {normals_of(seed, d, 1).col(0), normals_of(seed + 1, d, rank)}; }
  // Of one dimension's complement N o N has rank 1, and entries that are the squares of small ones.
  double accuracy() const { return rank == d - 1 ? 1e-4 : 1e-9; }
  // Derivatives of S (I + W Lam W^T) S by all parameters, in q's frame.
  Matrix fisher_projection(const Matrix& t, const Gaussian& q) const {
    const Matrix root = dense_root(q), inverse = root.inverse();
    const auto covariance = [](const Gaussian& g) { return Matrix(dense_root(g) * dense_root(g).transpose()); };
    std::vector<Matrix> tangents;
    const auto add = [&](const Matrix& change) { tangents.push_back(inverse * change * inverse.transpose()); };
    for (Index i = 0; i < d; ++i) {  // log scales
      Matrix change = Matrix::Zero(d, d);
      change.row(i) += covariance(q).row(i);
      change.col(i) += covariance(q).col(i);
      add(change);
    }
    const Matrix s = q.scale.asDiagonal(), lam = (q.variances.array() - 1).matrix().asDiagonal();
    for (Index k = 0; k < rank; ++k) {
      const Matrix e = Vector::Unit(rank, k) * Vector::Unit(rank, k).transpose();
      add(s * q.basis * e * q.basis.transpose() * s);
      for (Index i = 0; i < d; ++i) {  // W, whatever it does to W^T W
        const Matrix dw = Vector::Unit(d, i) * Vector::Unit(rank, k).transpose();
        const Matrix half = s * dw * lam * q.basis.transpose() * s;
        add(half + half.transpose());
      }
    }
    Matrix flat(d * d, static_cast<Index>(tangents.size()));
    for (std::size_t k = 0; k < tangents.size(); ++k) flat.col(static_cast<Index>(k)) = tangents[k].reshaped();
    return Matrix(flat * flat.completeOrthogonalDecomposition().solve(Vector(t.reshaped()))).reshaped(d, d);
  }
};

TEST_P(LowRankTangentCases, ProductsAreThoseOfTheMatrices) {
  const LowRankTangents tangents(w);
  const LowRankTangent a = any(2), b = any(4);
  const double expected = whole(a).cwiseProduct(whole(b)).sum();
  EXPECT_NEAR(tangents.product(a, b), expected, 1e-12 * (1 + std::abs(expected)));
  const Matrix t = normals_of(6, d, d) + normals_of(6, d, d).transpose();
  const double with_dual = (n * t * n).diagonal().dot(a.scales) + tangents.dual(a).cwiseProduct(t * w).sum();
  EXPECT_NEAR(with_dual, t.cwiseProduct(whole(a)).sum(), 1e-11);
}

TEST_P(LowRankTangentCases, PartsAreThoseOfTheMatrices) {
  const LowRankTangents tangents(w);
  const LowRankTangent a = any(2);
  EXPECT_LT((tangents.cleaned(a.along) - whole(a) * w).norm(), 1e-12);
  const Matrix x = normals_of(6, d, d) + normals_of(6, d, d).transpose(), e = tangents.beside_diagonal(a);
  EXPECT_LT((tangents.complement_diagonal(x.diagonal(), x * w) - (n * x * n).diagonal()).norm(), 1e-12);
  EXPECT_LT((Matrix(a.scales.asDiagonal()) + e * w.transpose() + w * e.transpose() - whole(a)).norm(), 1e-12);
}

TEST_P(LowRankTangentCases, ProjectionIsFishersOwn) {
  Gaussian q = testing::wavy_gaussian(Structure::Diagonal, d);
  q.structure = Structure::LowRank;
  q.basis = w;
  q.variances = (1.5 * normals_of(8, rank, 1).col(0)).array().exp();
  const Matrix t = normals_of(9, d, d) + normals_of(9, d, d).transpose();
  const LowRankTangents tangents(w);
  const LowRankTangent projected{tangents.scales((n * t * n).diagonal()), tangents.cleaned(t * w)};
  EXPECT_LT((whole(projected) - fisher_projection(t, q)).norm(), accuracy() * t.norm());
}

TEST_P(LowRankTangentCases, ExactPartOfAFamilyIsTheProjection) {
  Gaussian q = testing::wavy_gaussian(Structure::Diagonal, d);
  q.structure = Structure::LowRank;
  q.basis = w;
  q.variances = (normals_of(8, rank, 1).col(0)).array().exp();
  const std::unique_ptr<NaturalFamily> family = make_natural_low_rank(q);
  const Matrix j = normals_of(9, d, d) + normals_of(9, d, d).transpose(), root = dense_root(q);
  ExpectedScore dense, seen;
  dense.dense = j;
  seen.seen_diagonal = j.diagonal();
  seen.seen_products = j * q.scale.asDiagonal() * q.basis;
  for (const ExpectedScore& expected : {dense, seen}) {
    Vector gradient;
    family->expected_pull_back(expected, gradient);
    const LowRankTangent got{gradient.segment(d, d), gradient.tail(rank * d).reshaped(d, rank)};
    EXPECT_LT((whole(got) - fisher_projection(root.transpose() * j * root, q)).norm(), accuracy());
  }
}

INSTANTIATE_TEST_SUITE_P(All, LowRankTangentCases,
                         ::testing::Values(Case{6, 0}, Case{6, 1}, Case{7, 3}, Case{5, 4}, Case{4, 4}),
                         [](const auto& of) {
                           return std::to_string(of.param.rank) + "_of_" + std::to_string(of.param.d);
                         });

}  // namespace
}  // namespace g2t
