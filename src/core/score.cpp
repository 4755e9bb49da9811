// Sums of expectations whose parts may be absent.
#include <g2t/core/score.hpp>

namespace g2t {
namespace {

template <class T>
void add_scaled(T& sum, double weight, const T& other) {
  if (other.size() == 0) return;
  if (sum.size() == 0)
    sum = weight * other;
  else
    sum += weight * other;
}

}  // namespace

void ExpectedScore::add(double weight, const ExpectedScore& other) {
  add_scaled(mean, weight, other.mean);
  own_score_weight += weight * other.own_score_weight;
  add_scaled(diagonal, weight, other.diagonal);
  add_scaled(dense, weight, other.dense);
  add_scaled(seen_diagonal, weight, other.seen_diagonal);
  add_scaled(seen_products, weight, other.seen_products);
}

void ExpectedScore::set_zero() {
  own_score_weight = 0;
  mean.resize(0);
  diagonal.resize(0);
  dense.resize(0, 0);
  seen_diagonal.resize(0);
  seen_products.resize(0, 0);
}

}  // namespace g2t
