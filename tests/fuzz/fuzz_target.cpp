// Failures end in abort(), which libFuzzer and the tests both report.
#include "fuzz_target.hpp"

#include <cstdio>
#include <cstdlib>
#include <g2t/core/errors.hpp>
#include <g2t/core/printable.hpp>

namespace g2t::fuzz {
namespace {

constexpr std::size_t kLongestMessage = 1000;

void check_message(const std::string& message) {
  require(!message.empty(), "an error says what is wrong");
  require(message.size() <= kLongestMessage, "an error is not too long: " + message);
  require(message.find('\n') == std::string::npos, "an error is one line: " + message);
  require(printable(message) == message, "an error holds no control characters");
}

}  // namespace

std::vector<Target>& targets() {
  static std::vector<Target> all;
  return all;
}

void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what.c_str());
  std::abort();
}

bool takes(const std::function<void()>& read) {
  try {
    read();
    return true;
  } catch (const InputError& error) {
    check_message(error.what());
  } catch (const InvalidArgument& error) {
    check_message(error.what());
  }
  return false;
}

unsigned take_byte(std::string_view& input) {
  if (input.empty()) return 0;
  const auto byte = static_cast<unsigned char>(input.front());
  input.remove_prefix(1);
  return byte;
}

std::string take_part(std::string_view& input) {
  constexpr std::string_view kMark = "\n---\n";
  const std::size_t end = std::min(input.find(kMark), input.size());
  const std::string part(input.substr(0, end));
  input.remove_prefix(std::min(end + kMark.size(), input.size()));
  return part;
}

}  // namespace g2t::fuzz
