// A generic point whose image has the same density, to rounding, is no accident.
#include <starts/mirror_images.h>
#include <starts/modes.h>
#include <starts/name_blocks.h>
#include <starts/random_points.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace g2t {
namespace {

constexpr double kMinDistance = 3;      // in units of q
constexpr double kSameDensity = 1e-6;   // of the log density, whose size counts from 1 to 1e4 nats
constexpr std::size_t kGuesses = 35;    // with kMaxImages lines of kOnLine points and the mean itself, 64 densities
constexpr std::size_t kMaxImages = 4;
constexpr Index kOnLine = 7;
constexpr Index kIndicesTried = 3;      // flips and exchanges of the first few stand for all
constexpr std::size_t kMaxOfKind = 8;   // guesses kept of one kind
constexpr std::size_t kMaxTried = 64;   // of one kind, each of which costs a distance
constexpr std::size_t kMaxScalars = 8;  // with default names every parameter is its own block up to here

using Parameters = std::vector<Index>;

// The guesses so far.
class Guesses {
 public:
  Guesses(const Gaussian& q, std::size_t limit) : q_(q), limit_(limit) {}

  void begin_kind() { of_kind_ = tried_ = 0; }
  void flip(const std::vector<Parameters>& flipped) { exchange({}, flipped); }
  // Pairs of equally long lists change places.
  void exchange(const std::vector<std::pair<Parameters, Parameters>>& pairs,
                const std::vector<Parameters>& flipped = {}) {
    if (guesses_.size() >= limit_ || of_kind_ >= kMaxOfKind || tried_++ >= kMaxTried) return;
    Symmetry guess{std::vector<Index>(static_cast<std::size_t>(q_.dimension())), Vector::Ones(q_.dimension())};
    std::iota(guess.source.begin(), guess.source.end(), Index{0});
    for (const auto& [first, second] : pairs)
      for (std::size_t k = 0; k < first.size(); ++k)
        std::swap(guess.source[static_cast<std::size_t>(first[k])], guess.source[static_cast<std::size_t>(second[k])]);
    for (const Parameters& of_block : flipped)
      for (const Index i : of_block) guess.sign[i] = -1;
    const Vector image = guess.image(q_.mean);
    if (!(distance_in_units(q_, q_.mean, image) > kMinDistance)) return;
    if (std::find(images_.begin(), images_.end(), image) != images_.end()) return;
    images_.push_back(image);
    guesses_.push_back(std::move(guess));
    ++of_kind_;
  }
  [[nodiscard]] std::vector<Symmetry> take() { return std::move(guesses_); }

 private:
  const Gaussian& q_;
  std::size_t limit_, of_kind_ = 0, tried_ = 0;
  std::vector<Symmetry> guesses_;
  std::vector<Vector> images_;
};

// Blocks with an axis of one length, as the lists of their indices along it.
struct Axis {
  std::vector<Parameters> slices;
};

std::map<Index, std::vector<Axis>> axes_by_length(const std::vector<NameBlock>& blocks) {
  std::map<Index, std::vector<Axis>> out;
  for (const NameBlock& block : blocks)
    for (std::size_t axis = 0; axis < block.lengths.size(); ++axis) {
      const Index length = block.lengths[axis];
      const auto first = std::find(block.lengths.begin(), block.lengths.end(), length);
      if (length < 2 || first != block.lengths.begin() + static_cast<std::ptrdiff_t>(axis)) continue;
      Axis slices;
      for (Index k = 0; k < length; ++k) slices.slices.push_back(block.slice(static_cast<Index>(axis), k));
      out[length].push_back(std::move(slices));
    }
  return out;
}

// Signs and labels of the indices 0, 1, ... along all axes of one length.
void guess_along(const std::vector<Axis>& axes, const std::vector<Parameters>& scalars, Guesses& guesses) {
  const Index length = static_cast<Index>(axes.front().slices.size());
  const auto of_all = [&](Index k) {
    std::vector<Parameters> out;
    for (const Axis& axis : axes) out.push_back(axis.slices[static_cast<std::size_t>(k)]);
    return out;
  };
  const auto exchanged = [&](Index k) {
    std::vector<std::pair<Parameters, Parameters>> out;
    for (const Axis& axis : axes) {
      const std::size_t index = static_cast<std::size_t>(k);
      const Parameters &first = axis.slices[index], &second = axis.slices[index + 1];
      if (first.size() == second.size()) out.emplace_back(first, second);
    }
    return out;
  };
  guesses.begin_kind();
  for (Index k = 0; k + 1 < std::min(length, kIndicesTried); ++k) guesses.exchange(exchanged(k));
  if (length == 2)
    for (const Parameters& scalar : scalars) guesses.exchange(exchanged(0), {scalar});
  guesses.begin_kind();
  for (Index k = 0; k < std::min(length, kIndicesTried); ++k) guesses.flip(of_all(k));
  if (axes.size() < 3) return;
  for (std::size_t a = 0; a < axes.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) guesses.flip({axes[a].slices.front(), axes[b].slices.front()});
}

}  // namespace

std::vector<Symmetry> guess_symmetries(const std::vector<std::string>& names, const Gaussian& q, std::size_t limit) {
  std::vector<NameBlock> blocks = name_blocks(names);
  const std::map<Index, std::vector<Axis>> axes = axes_by_length(blocks);
  std::vector<Parameters> lists, scalars;
  for (const NameBlock& block : blocks) {
    lists.push_back(block.parameters);
    if (block.parameters.size() == 1) scalars.push_back(block.parameters);
  }
  if (lists.size() == 1 && lists.front().size() <= kMaxScalars) {  // names that say nothing
    const Parameters all = std::exchange(lists, {}).front();
    for (const Index i : all) lists.push_back({i});
  }
  Guesses guesses(q, limit);
  Parameters all(static_cast<std::size_t>(q.dimension()));
  std::iota(all.begin(), all.end(), Index{0});
  guesses.flip({all});
  for (const auto& [length, of_length] : axes) guess_along(of_length, scalars, guesses);
  guesses.begin_kind();
  for (const Parameters& list : lists) guesses.flip({list});
  guesses.begin_kind();
  for (std::size_t a = 0; a < lists.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) guesses.flip({lists[a], lists[b]});
  guesses.begin_kind();
  for (std::size_t a = 0; a < lists.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (lists[a].size() == lists[b].size()) guesses.exchange({{lists[a], lists[b]}});
  guesses.begin_kind();
  const Vector sds = standard_deviations(q);
  for (const Index i : all)
    if (2 * std::abs(q.mean[i]) > kMinDistance * sds[i]) guesses.flip({{i}});
  return guesses.take();
}

std::vector<Symmetry> symmetries_of(const Model& model, const Gaussian& q, Index& evaluations) {
  std::vector<Symmetry> guesses = guess_symmetries(model.parameter_names(), q, kGuesses), out;
  if (guesses.empty()) return out;
  Matrix points(static_cast<Index>(guesses.size()) + 1, q.dimension());
  points.row(0) = q.mean.transpose();
  for (std::size_t k = 0; k < guesses.size(); ++k)
    points.row(static_cast<Index>(k) + 1) = guesses[k].image(q.mean).transpose();
  const Vector values = finite_log_densities(model, points);
  evaluations += points.rows();
  std::size_t lines = 0;
  for (std::size_t k = 0; k < guesses.size() && lines < kMaxImages; ++k) {
    const double change = values[static_cast<Index>(k) + 1] - values[0];
    if (!(std::abs(change) <= kSameDensity * std::clamp(std::abs(values[0]), 1.0, 1e4))) continue;
    ++lines;
    const Vector image = points.row(static_cast<Index>(k) + 1);
    if (has_dip_between(model, q.mean, image, values[0], kOnLine, evaluations))
      out.push_back(std::move(guesses[k]));
  }
  return out;
}

}  // namespace g2t
