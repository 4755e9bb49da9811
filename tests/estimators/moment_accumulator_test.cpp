#include <g2t/estimators/moment_accumulator.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/estimators/draw_batch.hpp>

#include <gtest/gtest.h>

#include <families/family_cases.hpp>
#include <support/terms.hpp>

namespace g2t {
namespace {

class MomentLaws : public ::testing::TestWithParam<testing::FamilyCase> {
 protected:
  static constexpr Index kDimension = 5;
  const testing::GaussianModel model_{Vector::LinSpaced(kDimension, -1, 2), testing::wavy_precision(kDimension)};
  const std::unique_ptr<Family> q_ = GetParam().make(testing::wavy_gaussian(GetParam().structure, kDimension));

  // Products of gradients made one draw (or pair) at a time.
  void expect_explicit(const Moments& moments, const TermSet& terms, const std::vector<Batch>& batches,
                       bool is_pair) const {
    const Index n = terms.size();
    Matrix products = Matrix::Zero(n, n);
    std::vector<Vector> sums(static_cast<std::size_t>(n), Vector::Zero(q_->coordinate_count()));
    Matrix of_folds = Matrix::Zero(q_->coordinate_count(), kMomentFolds * n);  // sums
    double count = 0;
    for (const Batch& batch : batches) {
      testing::run_terms(terms, *q_, batch);
      const Index units = is_pair ? batch.draw_count() / 2 : batch.draw_count();
      for (Index s = 0; s < units; ++s, ++count) {
        std::vector<Vector> gradients;
        for (Index i = 0; i < n; ++i) {
          Vector gradient = testing::gradient_of_draw(terms[i], *q_, batch, s);
          if (is_pair) gradient = 0.5 * (gradient + testing::gradient_of_draw(terms[i], *q_, batch, s + units));
          sums[static_cast<std::size_t>(i)] += gradient;
          of_folds.col(static_cast<Index>(count) % kMomentFolds * n + i) += gradient;
          gradients.push_back(gradient);
        }
        for (Index i = 0; i < n; ++i)
          for (Index j = 0; j < n; ++j)
            products(i, j) +=
                q_->inner_product(gradients[static_cast<std::size_t>(i)], gradients[static_cast<std::size_t>(j)]);
      }
    }
    products /= count;
    EXPECT_EQ(moments.count, static_cast<Index>(count));
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        // products-only vanishes in pairs: what is left of it is rounding of the base's size
        const double size = std::sqrt(products(i, i) * products(j, j)) + 1e-5 * products(0, 0);
        EXPECT_NEAR(moments.products(i, j) / size, products(i, j) / size, 3e-11) << i << " " << j;
        const double mean = q_->inner_product(sums[static_cast<std::size_t>(i)], sums[static_cast<std::size_t>(j)]);
        EXPECT_NEAR(moments.mean_products(i, j) / size, mean / (count * count) / size, 3e-11) << i << " " << j;
        for (Index k = 0; k < static_cast<Index>(moments.folds.size()); ++k)
          for (Index l = 0; l < static_cast<Index>(moments.folds.size()); ++l) {
            const double units = moments.folds[static_cast<std::size_t>(k)].units *
                                 moments.folds[static_cast<std::size_t>(l)].units;
            const double of_two = q_->inner_product(of_folds.col(k * n + i), of_folds.col(l * n + j)) / units;
            EXPECT_NEAR(moments.mean_products_of(k, l)(i, j) / size, of_two / size, 3e-11) << k << " " << l;
          }
      }
  }
};

TEST_P(MomentLaws, OfDrawsEqualExplicitOnes) {
  const TermSet terms = testing::all_terms(model_, GetParam().structure);
  MomentAccumulator accumulator(terms, *q_, MomentUnit::Draw);
  std::vector<Batch> batches(2);
  for (std::size_t k = 0; k < 2; ++k) {
    draw_batch(model_, *q_, {4, Purpose::Check, k}, 7, false, batches[k]);
    accumulator.add(batches[k]);
  }
  expect_explicit(accumulator.moments(), terms, batches, false);
}

TEST_P(MomentLaws, OfPairsEqualExplicitOnes) {
  const TermSet terms = testing::all_terms(model_, GetParam().structure);
  MomentAccumulator accumulator(terms, *q_, MomentUnit::Pair);
  std::vector<Batch> batches(2);
  for (std::size_t k = 0; k < 2; ++k) {
    draw_batch(model_, *q_, {4, Purpose::Check, k}, 8, true, batches[k]);
    accumulator.add(batches[k]);
  }
  expect_explicit(accumulator.moments(), terms, batches, true);
}

TEST_P(MomentLaws, OfPiecesEqualExplicitOnes) {
  testing::GaussianModel model(Vector::LinSpaced(kDimension, -1, 2), testing::wavy_precision(kDimension));
  model.with_blocks();
  const TermSet terms = testing::all_pieces(model, GetParam().structure, Split::Blocks);
  std::vector<Batch> batches(1);
  for (const bool is_pair : {false, true}) {
    MomentAccumulator accumulator(terms, *q_, is_pair ? MomentUnit::Pair : MomentUnit::Draw);
    draw_batch(model, *q_, {4, Purpose::Check, 1}, 8, is_pair, batches[0]);
    accumulator.add(batches[0]);
    expect_explicit(accumulator.moments(), terms, batches, is_pair);
    for (Index i = 1; is_pair && i < terms.size(); ++i)  // what vanishes is exactly zero, and nothing else is
      EXPECT_EQ(accumulator.moments().products.row(i).isZero(0), vanishes_in_pairs(terms[i].name()) ||
                terms[i].name().starts_with("prior.mean")) << terms[i].name();  // of a normal prior
  }
}

TEST_P(MomentLaws, ControlVariatesHaveMeanZero) {
  // |mean c|^2 of M draws is about E|c|^2 / M for mean zero: its expectation within 6 of its own standard errors.
  const TermSet terms = testing::all_terms(model_, GetParam().structure);
  MomentAccumulator accumulator(terms, *q_, MomentUnit::Draw);
  for (std::uint64_t k = 0; k < 100; ++k) {
    Batch batch;
    draw_batch(model_, *q_, {5, Purpose::Check, k}, 200, false, batch);
    accumulator.add(batch);
  }
  const Moments moments = accumulator.moments();
  for (Index i = 1; i < terms.size(); ++i) {
    const double expected = moments.products(i, i) / static_cast<double>(moments.count);
    EXPECT_LT(moments.mean_products(i, i), 6 * expected) << moments.terms[static_cast<std::size_t>(i)];
  }
  EXPECT_GT(moments.mean_products(0, 0), 6 * moments.products(0, 0) / static_cast<double>(moments.count));
}

TEST_P(MomentLaws, StandardErrorsShrinkWithTheRootOfTheCount) {
  const TermSet terms = testing::all_terms(model_, GetParam().structure);
  MomentAccumulator accumulator(terms, *q_, MomentUnit::Draw);
  Batch batch;
  draw_batch(model_, *q_, {6, Purpose::Check, 0}, 1000, false, batch);
  accumulator.add(batch);
  const double few = accumulator.moments().products_standard_error(0, 0);
  for (std::uint64_t k = 1; k < 16; ++k) {
    draw_batch(model_, *q_, {6, Purpose::Check, k}, 1000, false, batch);
    accumulator.add(batch);
  }
  EXPECT_NEAR(few / accumulator.moments().products_standard_error(0, 0), 4, 0.6);
}

TEST_P(MomentLaws, NeedTwoUnits) {
  const TermSet terms(make_base_term());
  const MomentAccumulator accumulator(terms, *q_, MomentUnit::Draw);
  EXPECT_THROW(static_cast<void>(accumulator.moments()), InvalidArgument);
}

INSTANTIATE_TEST_SUITE_P(All, MomentLaws, ::testing::ValuesIn(testing::family_cases()), testing::case_name);

}  // namespace
}  // namespace g2t
