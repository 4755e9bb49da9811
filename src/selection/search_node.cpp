// Leaving a member out is a sweep of the inverse; taking it in only drops its row.
#include <core/decompositions.h>
#include <selection/search_node.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace g2t {
namespace {

constexpr double kRounding = 1e-14;  // of a share of u, for each member, with independent members

// An upper bound on the largest eigenvalue of the inverse scaled to unit diagonal: excluding a set loses at least the
// sum of its single losses over that.
double max_interaction(const SearchNode& node) {
  const Vector scales = node.inverse.diagonal().cwiseSqrt().cwiseInverse();
  double squares = 0, largest = 1;
  for (Index i = 0; i < node.open_count(); ++i) {
    const auto column = node.inverse.col(i).cwiseProduct(scales);
    largest = std::max(largest, scales[i] * column.lpNorm<1>());
    squares += scales[i] * scales[i] * column.squaredNorm();
  }
  return std::min(largest, std::max(1.0, std::sqrt(squares)));
}

// The minimum over the excluded member with the largest loss: all of larger loss are included.
double bound_by_the_greatest(const SearchNode& node, const SupportCosts& costs, const Vector& losses) {
  std::vector<Index> order(node.open.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return losses[a] > losses[b]; });
  std::vector<char> paid = node.paid;
  double seconds = node.seconds, least = std::numeric_limits<double>::infinity();
  const double share = node.min_share();
  for (const Index k : order) {
    least = std::min(least, (share + losses[k]) * seconds);
    const Index member = node.open[static_cast<std::size_t>(k)];
    seconds += costs.extra(member, paid);
    costs.pay(member, paid);
  }
  return std::min(least, share * seconds);
}

// With losses and seconds as sums the minimum excludes those with the smallest loss per second.
class SumsBound {
 public:
  SumsBound(const SearchNode& node, const SupportCosts& costs, const Vector& losses)
      : node_(node), losses_(losses), seconds_(node.open_count()), order_(node.open.size()) {
    std::vector<Index> count(costs.group_count(), 0);
    for (const Index member : node.open)
      for (const std::size_t g : costs.groups_of(member)) ++count[g];
    for (Index k = 0; k < node.open_count(); ++k) {
      const Index member = node.open[static_cast<std::size_t>(k)];
      seconds_[k] = costs.own(member);
      for (const std::size_t g : costs.groups_of(member))
        if (node.paid[g] == 0) seconds_[k] += costs.group(g) / static_cast<double>(count[g]);
    }
    std::iota(order_.begin(), order_.end(), Index{0});
    std::sort(order_.begin(), order_.end(),
              [&](Index a, Index b) { return losses_[a] * seconds_[b] < losses_[b] * seconds_[a]; });
  }

  // Decreases with the interaction; a bound from max_interaction on.
  [[nodiscard]] double with(double interaction) const {
    double share = node_.min_share(), kept = node_.seconds + seconds_.sum(), least = share * kept;
    for (const Index k : order_) {
      share += losses_[k] / interaction;
      kept = std::max(node_.seconds, kept - seconds_[k]);
      least = std::min(least, share * kept);
    }
    return least;
  }

 private:
  const SearchNode& node_;
  const Vector& losses_;
  Vector seconds_;
  std::vector<Index> order_;
};

Vector losses_of(const SearchNode& node) {
  Vector losses(node.open_count());
  for (Index k = 0; k < node.open_count(); ++k) losses[k] = node.loss(k);
  return losses;
}

}  // namespace

SupportCosts::SupportCosts(const ScaledProblem& problem)
    : own_(problem.size()), groups_of_(static_cast<std::size_t>(problem.size())) {
  for (Index i = 0; i < problem.size(); ++i) own_[i] = problem.seconds(i);
  const std::vector<CostGroup>& groups = problem.problem().groups;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    group_seconds_.push_back(problem.group_seconds(g));
    std::vector<Index> members = groups[g].members;
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    for (const Index member : members) groups_of_[static_cast<std::size_t>(member)].push_back(g);
  }
}

double SupportCosts::extra(Index i, const std::vector<char>& paid) const {
  double total = own_[i];
  for (const std::size_t g : groups_of(i))
    if (paid[g] == 0) total += group_seconds_[g];
  return total;
}

void SupportCosts::pay(Index i, std::vector<char>& paid) const {
  for (const std::size_t g : groups_of(i)) paid[g] = 1;
}

void SearchNode::forget(Index k) {
  const Index rest = open_count() - k - 1;
  open.erase(open.begin() + k);
  Matrix smaller(open_count(), open_count());
  smaller.topLeftCorner(k, k) = inverse.topLeftCorner(k, k);
  smaller.topRightCorner(k, rest) = inverse.topRightCorner(k, rest);
  smaller.bottomLeftCorner(rest, k) = inverse.bottomLeftCorner(rest, k);
  smaller.bottomRightCorner(rest, rest) = inverse.bottomRightCorner(rest, rest);
  inverse.swap(smaller);
  weights.segment(k, rest) = weights.tail(rest).eval();
  weights.conservativeResize(open_count());
}

void SearchNode::include(Index k, const SupportCosts& costs) {
  const Index member = open[static_cast<std::size_t>(k)];
  seconds += costs.extra(member, paid);
  costs.pay(member, paid);
  in.push_back(member);
  forget(k);
}

void SearchNode::exclude(Index k) {
  share += loss(k);
  const Vector column = inverse.col(k);
  weights -= column * (weights[k] / column[k]);
  inverse -= column * (column / column[k]).transpose();
  forget(k);
}

std::vector<Index> SearchNode::support() const {
  std::vector<Index> all = in;
  all.insert(all.end(), open.begin(), open.end());
  std::sort(all.begin(), all.end());
  return all;
}

double SearchNode::seconds_of_all(const SupportCosts& costs) const {
  std::vector<char> all_paid = paid;
  double total = seconds;
  for (const Index member : open) {
    total += costs.extra(member, all_paid);
    costs.pay(member, all_paid);
  }
  return total;
}

SearchNode make_node(const ScaledProblem& problem, const SupportCosts& costs, const std::vector<Index>& in,
                     const std::vector<Index>& open) {
  SearchNode node;
  node.in = in;
  node.open = open;
  node.paid.assign(costs.group_count(), 0);
  for (const Index member : in) {
    node.seconds += costs.extra(member, node.paid);
    costs.pay(member, node.paid);
  }
  std::vector<Index> all = open;
  all.insert(all.end(), in.begin(), in.end());
  const Index n = static_cast<Index>(all.size());
  const Matrix lower = cholesky(problem.correlations()(all, all)).lower;
  const Matrix half = solve_lower(lower, Matrix(Matrix::Identity(n, n)));
  const Vector slopes = half * problem.slopes()(all);
  node.share = 1 - 0.5 * slopes.squaredNorm();
  // Along a direction of eigenvalue lambda slopes are of size sqrt(lambda), off by eps, and divided by lambda.
  const double min_pivot = n > 0 ? lower.diagonal().minCoeff() : 1;
  node.rounding = kRounding * static_cast<double>(n) / min_pivot;
  node.inverse = (half.transpose() * half).topLeftCorner(node.open_count(), node.open_count());
  node.weights = -(half.transpose() * slopes).head(node.open_count());
  return node;
}

double lower_bound(const SearchNode& node, const SupportCosts& costs) {
  const Vector losses = losses_of(node);
  return std::max(bound_by_the_greatest(node, costs, losses),
                  SumsBound(node, costs, losses).with(max_interaction(node)));
}

bool is_bound_at_least(double value, const SearchNode& node, const SupportCosts& costs) {
  const Vector losses = losses_of(node);
  if (bound_by_the_greatest(node, costs, losses) >= value) return true;
  const SumsBound sums(node, costs, losses);
  return sums.with(1) >= value && sums.with(max_interaction(node)) >= value;
}

}  // namespace g2t
