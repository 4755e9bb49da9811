// Strict JSON: what is read reads back as the same value when it is written.
#include <fuzz/fuzz_target.hpp>
#include <g2t/core/json.hpp>
#include <io/json_document.hpp>

namespace g2t::fuzz {
namespace {

void check_json(std::string_view input) {
  const std::string text(input);
  Json value;
  if (!takes([&] { value = io::parse_json(text, kFile); })) return;
  require(Json::accept(text), "what is read is JSON");
  for (const int indent : {-1, 2}) require(io::parse_json(value.dump(indent), kFile) == value, "JSON reads back");
}

const Registration kJson("json", check_json);

}  // namespace
}  // namespace g2t::fuzz
