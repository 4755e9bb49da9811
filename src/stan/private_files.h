// What runs as a program must be this user's: nobody else may have put it there.
#pragma once

#include <string>

namespace g2t::stan {

/// Refuses a file or folder that belongs to another user (but root), or that others may write; and one that is reached
/// through another user's link. What is not there is nobody's.
///
/// @throws InputError naming the path, and what to do
void check_private(const std::string& path);

/// The same of the cache's own folder, and that not every user may write to those above it, unless they keep others from
/// renaming what is in them, as /tmp does.
///
/// @throws InputError as check_private()
void check_cache_folder(const std::string& path);

/// Makes a folder, and those above it that are missing, for this user alone (0700).
///
/// @throws InputError with the system's reason
void make_private_folder(const std::string& path);

}  // namespace g2t::stan
