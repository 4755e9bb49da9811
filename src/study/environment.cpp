// The processor by the name that the system reports.
#include <g2t/core/version.hpp>
#include <g2t/study/run.hpp>
#include <stan/whole_text.h>

#include <algorithm>

namespace g2t {
namespace {

std::string processor() {
  std::istringstream in = stream_of(whole_text("/proc/cpuinfo"));
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.find(':') + 2, line.size()));
  return "unknown";
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown";
#endif
}

}  // namespace

Environment this_environment() { return {version(), compiler(), processor()}; }

}  // namespace g2t
