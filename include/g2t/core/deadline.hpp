// Until when a computation that can end early, with what it has, may go on.
#pragma once

#include <functional>
#include <g2t/core/types.hpp>
#include <limits>
#include <optional>
#include <utility>

namespace g2t {

/// Asked between evaluations with the number of draws that are done: true ends there. Empty: never.
using StopRule = std::function<bool(Index done)>;

/// A user's request to stop, and how long ago it was first noticed.
class StopRequest {
 public:
  /// @param is_made  empty: never
  explicit StopRequest(std::function<bool()> is_made = {}) : is_made_(std::move(is_made)) {}

  [[nodiscard]] bool is_made() const { return seconds_ago().has_value(); }
  /// Of wall time; nothing if there is none.
  [[nodiscard]] std::optional<double> seconds_ago() const;

 private:
  std::function<bool()> is_made_;
  mutable std::optional<double> noticed_;
};

/// A StopRule that goes by the wall clock, and by a user's request.
///
/// The first eight draws are always made. After a request a computation goes on for a moment, its grace, so that what
/// takes no time is made whole. When time is up that moment serves the first 64 draws alone.
class Deadline {
 public:
  /// Never.
  Deadline() = default;
  /// @param request  must outlive it
  /// @param seconds  from now; infinite: without a request, never
  /// @param grace    seconds
  Deadline(const StopRequest& request, double seconds, double grace);

  /// Until time is up, or after a request until the grace is over; negative afterwards.
  [[nodiscard]] double seconds_left() const;
  [[nodiscard]] bool operator()(Index done) const;

 private:
  [[nodiscard]] double left_of_grace() const;

  const StopRequest* request_ = nullptr;
  double end_ = std::numeric_limits<double>::infinity();  // by the steady clock
  double grace_ = 0;
};

}  // namespace g2t
