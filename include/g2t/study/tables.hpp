// The tables of a study: with all digits for files, and as the paper prints them for people.
#pragma once

#include <g2t/study/summary.hpp>

#include <string>
#include <variant>
#include <vector>

namespace g2t {

/// Text or a number.
using Cell = std::variant<std::string, double>;

/// A table that is written as NAME.csv: a row a result, all digits.
struct ResultTable {
  std::string name;
  std::vector<std::string> header;
  std::vector<std::vector<Cell>> rows;
};

/// A table to be read, with cells as text: estimators down, models across.
struct DisplayTable {
  std::string name;  ///< short, for links
  std::string title;
  std::string note;  ///< what a cell is, a sentence or two
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

/// finals, times_to_gap, choices, step_times and curves: every number of StudySummary.
std::vector<ResultTable> result_tables(const StudySummary& summary);
/// How each estimator compares with the best fixed one in time; the paper's Tables 1 and 3 and Fig. 4, final ELBOs, and
/// regret.
std::vector<DisplayTable> display_tables(const StudySummary& summary);
/// Header and rows; infinity is "inf", NaN an empty cell.
std::string to_csv(const ResultTable& table);

/// Writes FOLDER/tables/NAME.csv for all of them, over those that are there, and returns their paths.
/// @param inputs  files that are never replaced
/// @throws InvalidArgument if one is an input, InputError with the system's reason
std::vector<std::string> write_tables(const std::string& folder, const StudySummary& summary,
                                      const std::vector<std::string>& inputs = {});

}  // namespace g2t
