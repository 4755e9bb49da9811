// How the messages are put together.
#include <g2t/core/errors.hpp>
#include <g2t/core/printable.hpp>

#include <fmt/format.h>

namespace g2t {
namespace {

constexpr std::size_t kLongest = 600;  // bytes of what comes from outside: names may have any length

std::string clipped(const std::string& text) { return without_middle(printable_line(text), kLongest); }

std::string describe(const InputLocation& location, const std::string& reason, const std::string& text) {
  std::string out = printable_line(location.file);
  if (location.line > 0) out += fmt::format(":{}", location.line);
  if (location.line > 0 && location.column > 0) out += fmt::format(":{}", location.column);
  out += fmt::format("{}{}", out.empty() ? "" : ": ", clipped(reason));
  if (!text.empty()) out += fmt::format(": '{}'", clipped(text));
  return out;
}

}  // namespace

InvalidArgument::InvalidArgument(const std::string& function, const std::string& argument, const std::string& value,
                                 const std::string& reason)
    : std::invalid_argument(
          fmt::format("{}: {} = {}: {}", function, clipped(argument), clipped(value), clipped(reason))) {}

InputError::InputError(const InputLocation& location, const std::string& reason, const std::string& text)
    : std::runtime_error(describe(location, reason, text)), location_(location) {}

InputError InputError::with_details(const std::string& details) const {
  InputError out = *this;
  out.details_ = details;
  return out;
}

}  // namespace g2t
