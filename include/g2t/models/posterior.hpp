// A model as the sum of a log likelihood and a log prior, so that models write their likelihood only.
#pragma once

#include <cstdint>
#include <functional>
#include <g2t/core/model.hpp>
#include <g2t/models/normal_prior.hpp>
#include <memory>

namespace g2t {

/// A log likelihood that adds what it knows to sums begun by others.
///
/// Sizes are those of the Model functions of the same name; outputs have their sizes already.
class Likelihood {
 public:
  virtual ~Likelihood() = default;

  [[nodiscard]] virtual Index dimension() const = 0;
  virtual void add(const Matrix& draws, Vector& log_density, Matrix& score) const = 0;
  /// Adds what add() adds to log_density, to the last bit: cheaper if the likelihood can compute it separately. A draw whose
  /// score is not finite must get NaN only if its log density is below 1e100 in size.
  virtual void add_density(const Matrix& draws, Vector& log_density) const;

  virtual void add_hessian(const Vector& point, Matrix& out) const = 0;
  virtual void add_hessian_diagonal(const Vector& point, Vector& out) const = 0;
  virtual void add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const = 0;

  [[nodiscard]] virtual bool supports(Structure structure) const = 0;
  /// Adds to value, score and hessian_diagonal; the off-diagonal of an expected Hessian goes to
  /// off_diagonal(out), both triangles, and its products with the directions of a low-rank q, diagonal and all, to
  /// direction_products(q, out).
  virtual void add_expectation(const Gaussian& q, ExpectedLogDensity& out) const = 0;

  [[nodiscard]] virtual Index lane_width() const = 0;
  /// As Model::part_count().
  [[nodiscard]] virtual Index part_count() const { return 1; }

  /// Rows that can be sampled; 0: none.
  [[nodiscard]] virtual Index row_count() const { return 0; }
  /// As RowSums::sample(); `rows` becomes the number of rows of the sample.
  [[nodiscard]] virtual std::unique_ptr<Likelihood> sample(Index& rows, std::uint64_t seed) const;
};

/// Takes a model's likelihood and gives the one that it is to have: one that adds the rows of other processes, for example.
using LikelihoodExchange = std::function<std::unique_ptr<Likelihood>(std::unique_ptr<Likelihood>)>;

/// out.hessian, made a zero matrix if it was empty; its diagonal is filled in at the end by finish_expectation().
Matrix& off_diagonal(ExpectedLogDensity& out);
/// out.hessian_products, made a zero matrix if it was empty.
Matrix& direction_products(const Gaussian& q, ExpectedLogDensity& out);
/// Sets everything to zero, and the Hessian to empty.
void start_expectation(Index dimension, ExpectedLogDensity& out);
/// Copies the diagonal into the Hessian, if there is one.
void finish_expectation(ExpectedLogDensity& out);

/// log likelihood + log prior, with the abilities of both; prior() is the prior.
/// @throws InvalidArgument if the dimensions differ
std::unique_ptr<Model> make_posterior(std::unique_ptr<Likelihood> likelihood, NormalPrior prior);

}  // namespace g2t
