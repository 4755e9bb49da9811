// Hints that explain messages of Stan.
#pragma once

#include <string>

namespace g2t::models {

/// "; is `sigma` in the data?", or empty if the message needs no hint.
std::string data_hint(const std::string& message);

/// The same of a message about a density that cannot be evaluated.
std::string density_hint(const std::string& message);

}  // namespace g2t::models
