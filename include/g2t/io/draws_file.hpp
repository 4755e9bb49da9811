// The draws in PREFIX.csv, a column at a time.
#pragma once

#include <g2t/core/types.hpp>
#include <g2t/io/table.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace g2t {

class DrawsFile {
 public:
  /// @param table  of the names, the means, and the draws
  explicit DrawsFile(Table table);

  [[nodiscard]] Index draw_count() const { return table_.row_count() - 1; }
  /// Columns of parameters and of other values; files may have more than a summary.
  [[nodiscard]] Index value_count() const { return table_.column_count() - first_; }
  /// Of a column of values, as the file has it.
  [[nodiscard]] const std::string& name_of(Index value) const { return table_.names[static_cast<std::size_t>(first_ + value)]; }
  /// The draws of a value, NaN where one is no finite number.
  [[nodiscard]] Vector draws_of(Index value) const;
  /// Log densities of the draws on the unconstrained scale, nats, [draw_count]: the column log_p__; NaN where there is none.
  [[nodiscard]] Vector log_densities() const;
  /// Of each draw, from 0; empty if there is no column chain__.
  /// @throws InputError if one is no number from 1 to the number of draws
  [[nodiscard]] std::vector<Index> chains() const;
  /// The draws of the first values, [draw_count x count].
  /// @throws InputError if there are fewer values, or one is no finite number
  [[nodiscard]] Matrix draws_of_first(Index count) const;

 private:
  [[nodiscard]] Vector draws_in(Index column) const;

  Table table_;
  Index first_ = 0;  // column after lp__, log_p__, log_g__ and maybe chain__
};

/// Nothing if there is no such file.
/// @throws InputError if it is no file of draws
std::optional<DrawsFile> read_draws_file(const std::string& file);
/// The same of a text in memory; `file` is what errors call it.
DrawsFile parse_draws(std::string_view text, const std::string& file);

}  // namespace g2t
