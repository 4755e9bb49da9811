// Lines of a study's runs, what is made of them, and their page.
#include <fuzz/fuzz_target.hpp>
#include <fuzz/page_law.hpp>
#include <g2t/study/summary.hpp>
#include <g2t/study/tables.hpp>
#include <io/text_file.hpp>
#include <report/study_section.h>

namespace g2t::fuzz {
namespace {

void check_runs(std::string_view input) {
  std::vector<RunRecord> records;
  io::LineReader lines(input);
  while (lines.next()) {
    RunRecord record;
    if (!takes([&] { record = parse_run(std::string(lines.line()), kFile, lines.number()); })) continue;
    const std::string written = to_line(record);
    require(to_line(parse_run(written, kFile, 1)) == written, "a run reads back");
    records.push_back(std::move(record));
  }
  if (records.empty()) return;
  takes([&] { check_page(report::study_section(records, summarize(records))); });
}

const Registration kRuns("runs", check_runs);

}  // namespace
}  // namespace g2t::fuzz
