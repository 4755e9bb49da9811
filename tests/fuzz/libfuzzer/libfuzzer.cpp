// The door that libFuzzer calls: its program has one target.
#include <cstddef>
#include <cstdint>
#include <fuzz/fuzz_target.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  g2t::fuzz::targets().front().check({reinterpret_cast<const char*>(data), size});
  return 0;
}
