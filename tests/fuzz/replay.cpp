// Gives the kept inputs of a target to it: fuzz_replay TARGET FILE_OR_FOLDER...
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <fuzz/fuzz_target.hpp>
#include <iterator>

namespace {

namespace fs = std::filesystem;

constexpr double kLongestSeconds = 10;  // under sanitizers, on a busy machine

void replay(const g2t::fuzz::Target& target, const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string input{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::fprintf(stderr, "%s\n", file.c_str());  // the last line names what ended the program
  const auto begin = std::chrono::steady_clock::now();
  target.check(input);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  g2t::fuzz::require(taken.count() < kLongestSeconds, "an input takes moderate time");
}

}  // namespace

int main(int count, char** arguments) {
  long inputs = 0;
  for (const g2t::fuzz::Target& target : g2t::fuzz::targets()) {
    if (count < 3 || target.name != arguments[1]) continue;
    for (int k = 2; k < count; ++k) {
      if (!fs::is_directory(arguments[k])) {
        replay(target, arguments[k]);
        ++inputs;
        continue;
      }
      for (const fs::directory_entry& entry : fs::directory_iterator(arguments[k])) {
        replay(target, entry.path());
        ++inputs;
      }
    }
  }
  std::printf("%ld inputs\n", inputs);
  return inputs > 0 ? 0 : 1;
}
