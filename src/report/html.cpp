// Everything that comes from files goes through escape().
#include <report/html.h>
#include <report/style.h>

#include <g2t/core/printable.hpp>
#include <g2t/core/version.hpp>
#include <g2t/io/number.hpp>

#include <algorithm>

namespace g2t::report {
namespace {

constexpr std::size_t kLongestCell = 100;  // bytes: a table of longer ones is no table any more

bool is_numeric(const std::string& cell) {
  const std::size_t end = cell.find(' ');
  return parse_number(cell.substr(0, end)).has_value() || cell == "-" || cell == "inf" || cell == "-inf";
}

// "fixed:entropy+taylor" may go on on the next line after a sign.
std::string breakable(const std::string& name) {
  std::string out;
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t sign = name.find_first_of("+:.", begin), end = sign == std::string::npos ? name.size() : sign + 1;
    out += escape(name.substr(begin, end - begin));
    if (end < name.size() && name[end] != ' ') out += "<wbr>";
    begin = end;
  }
  return out;
}

}  // namespace

std::string escape(const std::string& text) {
  std::string out;
  for (const char c : printable(text)) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  return out;
}

std::string shortened(const std::string& whole, std::size_t max) {
  const std::string text = printable(whole);
  if (text.size() <= max) return text;
  std::size_t end = max - 2;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;  // not inside a character
  return text.substr(0, end) + "\u2026";
}

std::string element(const std::string& tag, const std::string& text) {
  return "<" + tag + ">" + escape(text) + "</" + tag + ">\n";
}

std::string table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows) {
  std::vector<bool> is_right(header.size(), false);
  for (std::size_t i = 1; i < header.size(); ++i)
    is_right[i] =
        std::any_of(rows.begin(), rows.end(), [i](const auto& row) { return i < row.size() && is_numeric(row[i]); });
  const auto kind = [&](std::size_t i) { return i < is_right.size() && is_right[i] ? " class=\"number\"" : ""; };
  std::string out = "<div class=\"scroll\"><table>\n<thead><tr>";
  for (std::size_t i = 0; i < header.size(); ++i)
    out += std::string("<th scope=\"col\"") + kind(i) + ">" + escape(shortened(header[i], kLongestCell)) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string cell = shortened(row[i], kLongestCell);
      out += i == 0 ? "<th scope=\"row\">" + breakable(cell) + "</th>"
                    : std::string("<td") + kind(i) + ">" + escape(cell) + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string facts(const std::vector<std::pair<std::string, std::string>>& rows) {
  std::string out = "<table class=\"facts\"><tbody>\n";
  for (const auto& [name, text] : rows)
    out += "<tr><th scope=\"row\">" + escape(name) + "</th><td>" + escape(text) + "</td></tr>\n";
  return out + "</tbody></table>\n";
}

std::string folded(const std::string& summary, const std::string& content) {
  return "<details><summary>" + escape(summary) + "</summary>\n" + content + "</details>\n";
}

std::string framed(const std::string& content) {
  std::string style = kStyle;
  for (const std::string top : {":root {", "body {"})  // there the frame is what a document is here
    for (std::size_t at = 0; (at = style.find(top, at)) != std::string::npos; ++at) style.replace(at, top.size(), "& {");
  return "<div class=\"g2t-fit\">\n<style>\n.g2t-fit {\n" + style + "}\n</style>\n" + content + "</div>\n";
}

std::string document(const std::string& title, const std::string& content) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
         "<meta name=\"generator\" content=\"g2t " + version() + "\">\n<title>" +
         escape(title) + "</title>\n<style>\n" + kStyle + "</style>\n</head>\n<body>\n<main>\n" + content +
         "</main>\n</body>\n</html>\n";
}

}  // namespace g2t::report
