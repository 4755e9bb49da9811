// Everything that comes from files goes through escape().
#include <report/html.h>
#include <report/style.h>

#include <g2t/io/number.hpp>

namespace g2t::report {
namespace {

bool is_numeric(const std::string& cell) {
  const std::size_t end = cell.find(' ');
  return parse_number(cell.substr(0, end)).has_value() || cell == "-" || cell == "inf" || cell == "-inf";
}

}  // namespace

std::string escape(const std::string& text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  return out;
}

std::string element(const std::string& tag, const std::string& text) {
  return "<" + tag + ">" + escape(text) + "</" + tag + ">\n";
}

std::string table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<div class=\"scroll\"><table>\n<thead><tr>";
  for (const std::string& cell : header) out += "<th scope=\"col\">" + escape(cell) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i == 0)
        out += "<th scope=\"row\">" + escape(row[i]) + "</th>";
      else
        out += (is_numeric(row[i]) ? "<td class=\"number\">" : "<td>") + escape(row[i]) + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string folded(const std::string& summary, const std::string& content) {
  return "<details><summary>" + escape(summary) + "</summary>\n" + content + "</details>\n";
}

std::string document(const std::string& title, const std::string& content) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"generator\" content=\"g2t " G2T_VERSION "\">\n<title>" +
         escape(title) + "</title>\n<style>\n" + kStyle + "</style>\n</head>\n<body>\n<main>\n" + content +
         "</main>\n</body>\n</html>\n";
}

}  // namespace g2t::report
