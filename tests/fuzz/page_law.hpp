// What holds of every page, whatever the files say: its tags are the report's own.
#pragma once

#include <string>

namespace g2t::fuzz {

/// Ends the program if a tag or an attribute is none that pages have, an address leads out of the page, a tag is not
/// closed, or text holds a control character.
void check_page(const std::string& page);

}  // namespace g2t::fuzz
