// Seconds of the steady clock, as numbers.
#include <algorithm>
#include <chrono>
#include <g2t/core/deadline.hpp>

namespace g2t {
namespace {

constexpr Index kMinDraws = 8;   // before a time can be estimated
constexpr Index kFewDraws = 64;  // that are worth the grace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

std::optional<double> StopRequest::seconds_ago() const {
  if (!noticed_) {
    if (!is_made_ || !is_made_()) return std::nullopt;
    noticed_ = steady_seconds();
  }
  return steady_seconds() - *noticed_;
}

Deadline::Deadline(const StopRequest& request, double seconds, double grace)
    : request_(&request), end_(steady_seconds() + seconds), grace_(grace) {}

double Deadline::seconds_left() const { return std::min(end_ - steady_seconds(), left_of_grace()); }

bool Deadline::operator()(Index done) const {
  if (done < kMinDraws) return false;
  return left_of_grace() < 0 || end_ - steady_seconds() < (done < kFewDraws ? -grace_ : 0);
}

// Infinite if there is no request.
double Deadline::left_of_grace() const {
  const std::optional<double> ago = request_ != nullptr ? request_->seconds_ago() : std::nullopt;
  return ago ? grace_ - *ago : std::numeric_limits<double>::infinity();
}

}  // namespace g2t
