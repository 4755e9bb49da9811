// What a fuzz target is: a function of bytes that ends the program where the answer to them is wrong.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace g2t::fuzz {

/// What errors call the input.
inline const std::string kFile = "FILE";

struct Target {
  std::string name;
  void (*check)(std::string_view input);
};

/// All targets of this program.
std::vector<Target>& targets();

/// Makes a target known; an object of each file TARGET_fuzz.cpp.
struct Registration {
  Registration(const std::string& name, void (*check)(std::string_view input)) { targets().push_back({name, check}); }
};

/// Ends the program with these words unless it holds.
void require(bool holds, const std::string& what);

/// True if `read` takes its input. If it refuses, the message is one line of moderate length that a terminal can show;
/// anything else ends the program.
bool takes(const std::function<void()>& read);

/// The first byte, which is removed: the choice of a reader's options. 0 if there is none.
unsigned take_byte(std::string_view& input);

/// The text up to a line "---", which is removed with it: several files in one input.
std::string take_part(std::string_view& input);

}  // namespace g2t::fuzz
