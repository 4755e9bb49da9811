// Small files of the system, of Stan and of the cache in one piece, with every failure of memory passed on.
#pragma once

#include <sstream>
#include <string>

namespace g2t {

/// What a file such as /proc/meminfo holds; nothing if it is not there or cannot be read.
std::string whole_text(const std::string& path);

/// A stream that passes on std::bad_alloc: by itself it takes it for the end of the text.
std::istringstream stream_of(std::string text);

/// @throws InputError: cannot be written
void write_text(const std::string& path, const std::string& text);

}  // namespace g2t
