// Each display table as text.
#include "study_text.hpp"

#include "text.hpp"

#include <g2t/study/tables.hpp>

namespace g2t::cli {

std::string study_text(const StudySummary& summary) {
  std::string out;
  for (const DisplayTable& table : display_tables(summary)) {
    TextTable text(table.header);
    for (const std::vector<std::string>& row : table.rows) text.add(row);
    out += table.title + "\n" + table.note + "\n" + text.text("  ") + "\n";
  }
  return out;
}

}  // namespace g2t::cli
