// How a fit read its data, as its summary says it, and rows that are read alike, after a line "---".
#include <fuzz/fuzz_target.hpp>
#include <g2t/program/models/data_encoding.hpp>
#include <g2t/program/models/read_rows.hpp>
#include <io/json_document.hpp>

namespace g2t::fuzz {
namespace {

void check_encoding(std::string_view input) {
  const std::string text = take_part(input);
  DataEncoding encoding;
  const bool is_taken =
      takes([&] { encoding = data_encoding_of(io::parse_json(text, kFile), kFile); });
  if (!is_taken) return;
  const std::string written = data_encoding_json(encoding).dump();
  require(data_encoding_json(data_encoding_of(io::parse_json(written, kFile), kFile)).dump() == written,
          "an encoding reads back");
  for (const bool needs_responses : {false, true}) {
    takes([&] {
      const FileRows read = parse_rows(encoding, input, kFile, needs_responses);
      require(read.rows->dimension() > 0, "rows have parameters");
    });
  }
}

const Registration kEncoding("encoding", check_encoding);

}  // namespace
}  // namespace g2t::fuzz
