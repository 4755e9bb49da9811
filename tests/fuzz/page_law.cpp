// One pass over tags, whose attributes stand in double quotes.
#include "page_law.hpp"

#include <g2t/core/printable.hpp>

#include <fuzz/fuzz_target.hpp>
#include <set>
#include <string_view>

namespace g2t::fuzz {
namespace {

using Words = std::set<std::string_view>;

const Words kTags = {"a",    "circle", "details", "div", "figcaption", "figure", "g",   "h2",    "h3",    "li", "line",
                     "path", "nav",    "p",       "rect", "section",   "summary", "svg", "table", "tbody", "td", "text",
                     "th",   "thead",  "title",   "tr",   "ul",        "wbr"};
const Words kEmptyTags = {"wbr"};
const Words kAttributes = {"aria-label", "class", "colspan", "cx", "cy", "d", "dx", "dy", "fill", "height", "href", "id", "points",
                           "r", "role", "scope", "stroke-dasharray", "stroke-width", "style", "text-anchor", "transform",
                           "viewBox", "width", "x", "x1", "x2", "y", "y1", "y2", "rx", "opacity", "open", "aria-hidden",
                           "preserveAspectRatio", "stroke", "stroke-linecap", "xmlns", "dominant-baseline"};

const Words kPlaces = {"cx", "cy", "d", "height", "points", "r", "transform", "viewBox", "width", "x", "x1", "x2", "y", "y1", "y2"};

// What stands between < and >, without its name.
void check_attributes(std::string_view rest) {
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \n"), rest.size()));
    if (rest.empty() || rest == "/") return;
    const std::size_t name_end = rest.find('=');
    require(name_end != std::string_view::npos && rest.substr(name_end, 2) == "=\"", "attributes have values in quotes");
    const std::string_view name = rest.substr(0, name_end);
    require(kAttributes.count(name) > 0, "an attribute is the report's own: " + std::string(name));
    rest.remove_prefix(name_end + 2);
    const std::size_t end = rest.find('"');
    require(end != std::string_view::npos, "quotes are closed");
    require(name != "href" || rest.starts_with('#'), "no address leads out of the page");
    const bool is_place = kPlaces.count(name) > 0;
    require(!is_place || rest.substr(0, end).find("nan") == std::string_view::npos, "pictures have numbers");
    require(!is_place || rest.substr(0, end).find("inf") == std::string_view::npos, "pictures have finite numbers");
    rest.remove_prefix(end + 1);
  }
}

}  // namespace

void check_page(const std::string& page) {
  require(printable(page) == page, "a page holds no control characters");
  std::vector<std::string_view> open;
  std::string_view rest = page;
  for (std::size_t at = rest.find('<'); at != std::string_view::npos; at = rest.find('<')) {
    require(rest.substr(0, at).find('>') == std::string_view::npos, "text holds no >");
    rest.remove_prefix(at + 1);
    bool is_quoted = false;
    std::size_t end = 0;
    for (; end < rest.size() && (is_quoted || rest[end] != '>'); ++end) is_quoted = is_quoted != (rest[end] == '"');
    require(end < rest.size(), "tags end");
    std::string_view tag = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    const bool is_end = tag.starts_with('/');
    if (is_end) tag.remove_prefix(1);
    const std::string_view name = tag.substr(0, tag.find_first_of(" /\n"));
    require(kTags.count(name) > 0, "a tag is the report's own: " + std::string(name));
    if (is_end) {
      require(!open.empty() && open.back() == name, "tags are closed in their order: " + std::string(name));
      open.pop_back();
      continue;
    }
    check_attributes(tag.substr(name.size()));
    if (!tag.ends_with('/') && kEmptyTags.count(name) == 0) open.push_back(name);
  }
  require(open.empty(), "all tags are closed");
}

}  // namespace g2t::fuzz
