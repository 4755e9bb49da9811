// Pieces of HTML: escaped text, tables, parts that fold.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace g2t::report {

/// Text with HTML's special characters escaped, and control characters as printable() shows them.
std::string escape(const std::string& text);

/// At most so many bytes as printable() shows them, the last of them an ellipsis where some are left out.
std::string shortened(const std::string& text, std::size_t max);

/// <tag>escaped text</tag>.
std::string element(const std::string& tag, const std::string& text);

/// A table; cells are escaped, and cut at 100 bytes; columns that hold a number are flush right.
std::string table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows);

/// Rows of a name and what it is; long texts wrap.
std::string facts(const std::vector<std::pair<std::string, std::string>>& rows);

/// A part that opens on demand, and is open on paper.
std::string folded(const std::string& summary, const std::string& content);

/// The content with the style of a document that touches nothing else, by nested rules.
std::string framed(const std::string& content);

/// The whole document around the content.
std::string document(const std::string& title, const std::string& content);

}  // namespace g2t::report
