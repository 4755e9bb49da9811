// The files of a fit as report takes them: summary, selections, trace and draws, with lines "---" between them.
#include <fuzz/fuzz_target.hpp>
#include <fuzz/page_law.hpp>
#include <io/json_document.hpp>
#include <report/fit_files.h>
#include <report/fit_section.h>

namespace g2t::fuzz {
namespace {

void check_fit_page(std::string_view input) {
  report::FitTexts texts;
  texts.summary = take_part(input);
  texts.selections = take_part(input);
  texts.trace = take_part(input);
  texts.draws = take_part(input);
  takes([&] { check_page(report::fit_section(report::parse_fit(kFile, texts), "fit-1")); });
}

const Registration kFitPage("fit_page", check_fit_page);

}  // namespace
}  // namespace g2t::fuzz
