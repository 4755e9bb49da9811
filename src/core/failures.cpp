// Messages without their numbers are the keys.
#include <fmt/format.h>

#include <algorithm>
#include <g2t/core/failures.hpp>

namespace g2t {
namespace {

constexpr std::size_t kMaxKinds = 100;
const std::string kOthers = "others";

bool is_of_number(char c) { return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+'; }

// "scale is -1.5e3, not positive" and "scale is 0, not positive" have one shape.
std::string shape_of(const std::string& text) {
  std::string shape;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_exponent = (text[i] == 'e' || text[i] == 'E') && !shape.empty() && shape.back() == '#';
    if (!is_of_number(text[i]) && !is_exponent) {
      shape += text[i];
    } else if (shape.empty() || shape.back() != '#') {
      shape += '#';
    }
  }
  return shape;
}

}  // namespace

void FailureLog::add(const FailureKind& added) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::string shape = shape_of(added.what);
  const bool is_known = by_shape_.count(shape) > 0, is_full = by_shape_.size() >= kMaxKinds;
  if (!is_known && is_full) shape = kOthers;
  FailureKind& kind = by_shape_[shape];
  if (kind.count == 0) kind.what = is_known || !is_full ? added.what : kOthers;
  kind.count += added.count;
}

std::vector<FailureKind> FailureLog::kinds() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<FailureKind> all;
  for (const auto& [shape, kind] : by_shape_) all.push_back(kind);
  std::stable_sort(all.begin(), all.end(), [](const FailureKind& a, const FailureKind& b) { return a.count > b.count; });
  return all;
}

std::string describe(const std::vector<FailureKind>& kinds, std::size_t most) {
  std::string text;
  for (std::size_t k = 0; k < std::min(most, kinds.size()); ++k)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ",
                        kinds[k].count == 1 ? "once" : fmt::format("{} times", kinds[k].count), kinds[k].what);
  if (kinds.size() > most) text += fmt::format("; and {} more kinds", kinds.size() - most);
  return text;
}

}  // namespace g2t
