// Texts that name settings, in the wording of C++ fields or of the command line.
#pragma once

#include <string>
#include <string_view>

namespace g2t {

/// What a reader of messages sets: fields of a struct (C++, Python), or options of a command line.
enum class Wording { Fields, CommandLine };

/// The text with its settings named: "{time_budget}" becomes time_budget, or --time-budget; "{family=full-rank}" becomes
/// family = full-rank, or --family full-rank. Braces that hold anything else stay.
std::string with_settings_named(std::string_view text, Wording wording);

/// One setting: "time_budget", or "--time-budget". A start is --init there, and a recipe --estimator.
std::string setting_name(std::string_view name, Wording wording);

}  // namespace g2t
