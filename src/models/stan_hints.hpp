// What a user can do about a message of Stan's.
#pragma once

#include <string>

namespace g2t::models {

/// "; is `sigma` in the data?", or nothing where the message says it all.
std::string data_hint(const std::string& message);

}  // namespace g2t::models
