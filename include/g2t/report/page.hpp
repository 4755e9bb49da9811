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

/// The part of such a page that one fit fills, with the page's style for itself alone: to be put into another document.
/// @param prefix  of the fit's files
/// @throws InputError if a file cannot be used
std::string report_section(const std::string& prefix);

/// The files that such a page is made from, or may be.
std::vector<std::string> report_inputs(const std::vector<std::string>& paths);

}  // namespace g2t
