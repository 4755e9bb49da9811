// One self-contained HTML page from fits and studies: pictures, tables, and what they mean in words.
#pragma once

#include <string>
#include <vector>

namespace g2t {

/// A page that needs no network and no script; light and dark, from phones to paper.
///
/// @param paths  prefixes of fits (PREFIX, or the path of its summary.json), and folders of studies, whose runs are put
///               together
/// @throws InputError if a path is neither, or a file of it cannot be used; InvalidArgument if runs cannot be compared
std::string report_page(const std::vector<std::string>& paths);

/// The files that such a page is made from, or may be.
std::vector<std::string> report_inputs(const std::vector<std::string>& paths);

}  // namespace g2t
