// Rows of what is written and printed.
#include <program/options/option_rows.h>
#include <program/options/option_shapes.h>


namespace g2t::program {
namespace {

constexpr const char* kOutput = kOutputGroup;

}  // namespace

void add_output_options(std::vector<OptionSpec>& rows) {
  const std::vector<OptionSpec> more{
      text_of({"output", "PREFIX", kOutput, "write PREFIX.csv and its siblings (default: no files)"},
              field(&OutputOptions::output)),
      choice_of(
          {"format", "", kOutput,
           "names in PREFIX.csv as they are, or without dots, commas and quotes that cmdstanpy cannot read (of Stan models all can be)"},
          field(&OutputOptions::format),
          std::vector<std::pair<std::string, std::string>>{{"plain", "plain"}, {"cmdstan", "cmdstan"}}),
      flag_of({"force", "", kOutput, "replace files that exist"}, field(&OutputOptions::force)),
      flag_of({"json", "", kOutput, "print one JSON document on stdout, and nothing else there"},
              field(&OutputOptions::json)),
      flag_of({"details", "", kOutput, "print how the result came about too: estimator, gap, starts, times, q"},
              field(&OutputOptions::details)),
      flag_of({"quiet", "", kOutput, "no messages on stderr"}, field(&OutputOptions::quiet)),
      count_of({"refresh", "N", kOutput, "progress lines a second on a terminal; 0: none"},
               field(&OutputOptions::refresh), 0)};
  rows.insert(rows.end(), more.begin(), more.end());
}

}  // namespace g2t::program
