// Strict readers of option texts; each refuses with the option, the text and what is allowed.
#pragma once

#include <cstdint>
#include <g2t/core/types.hpp>
#include <string>
#include <vector>

namespace g2t::program {

/// Throws InvalidArgument: "options: --NAME = 'TEXT': REASON".
[[noreturn]] void refuse_option(const std::string& name, const std::string& text, const std::string& reason);

/// A whole number in digits, `least` or more.
Index read_count(const std::string& name, const std::string& text, Index least);
/// A whole number from 0 to 2^64 - 1.
std::uint64_t read_seed(const std::string& name, const std::string& text);
double read_number(const std::string& name, const std::string& text);
double read_positive(const std::string& name, const std::string& text);
/// "30s", "500ms", "2m", "1h" or a number of seconds; more than 0.
double read_seconds(const std::string& name, const std::string& text);
bool read_flag(const std::string& name, const std::string& text);
/// Any text but an empty one.
std::string read_text(const std::string& name, const std::string& text);
/// Texts with commas between them, without the blanks around; none empty, none twice.
std::vector<std::string> read_list(const std::string& name, const std::string& text);
/// Position of the text among the choices.
std::size_t read_choice(const std::string& name, const std::string& text, const std::vector<std::string>& choices);

/// The texts with ", " between them.
std::string join(const std::vector<std::string>& texts);

}  // namespace g2t::program
