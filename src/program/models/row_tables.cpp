// The first process finds out what columns there are; the others read their parts accordingly.
#include <program/models/data_format.h>
#include <program/models/load_models.h>
#include <program/models/row_tables.h>
#include <program/models/row_text.h>

#include <algorithm>
#include <filesystem>
#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/libsvm.hpp>
#include <io/file_range.hpp>
#include <io/text_file.hpp>
#include <numeric>
#include <optional>
#include <utility>

namespace g2t::program {
namespace {

using AnyTable = std::variant<Table, SparseTable>;

std::string part_name(const std::string& path, Index number) { return path + "." + std::to_string(number); }

bool exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

struct Share {
  Index begin = 0, end = 0;
};

// The first processes have the most: whoever has none comes after those that have some.
Share share_of(Index rows, const RowGroup& group) {
  const Index each = rows / group.count(), more = rows % group.count();
  const auto first = [&](Index rank) { return rank * each + std::min(rank, more); };
  return {first(group.rank()), first(group.rank() + 1)};
}

// The features of all parts, and where the last of them occurs.
void share_features(SparseTable& table, const ModelOptions& options, RowGroup& group) {
  struct Highest {
    Index features;
    long line, column;
  };
  const std::vector<Highest> all =
      group.gather_values(Highest{table.feature_count, table.highest_index.line, table.highest_index.column});
  const auto highest =
      std::max_element(all.begin(), all.end(), [](const Highest& a, const Highest& b) { return a.features < b.features; });
  if (options.features > 0) return;
  table.feature_count = highest->features;
  table.highest_index = {table.file, highest->line, highest->column};
}

AnyTable parse_whole(const std::string& text, bool is_libsvm, const ModelOptions& options, Index threads, RowGroup& group) {
  const std::string file = io::input_name(options.data);
  if (is_libsvm) return own_rows(parse_libsvm(text, file, {options.zero_based, options.features, threads}), &group);
  return own_rows(parse_csv(text, file, csv_options(options)), &group);
}

AnyTable read_sparse(const ModelOptions& options, Index threads, RowGroup& group) {
  const RowText part = read_row_text(options.data, false, group);
  if (part.is_whole) return parse_whole(part.text, true, options, threads, group);
  const LibsvmOptions format{options.zero_based, options.features, threads, part.lines_before};
  SparseTable table = parse_libsvm(part.text, options.data, format);
  if (group.is_any(group.is_first() && table.row_count() == 0))
    return parse_whole(read_whole_text(options.data, group), true, options, threads, group);
  share_features(table, options, group);
  return table;
}

// The table of the file's beginning; nothing where more of the file is needed to tell its columns.
std::optional<Table> parse_beginning(const RowText& part, const ModelOptions& options) {
  try {
    Table table = parse_csv(part.text, options.data, csv_options(options));
    if (!table.notes.empty() || table.column_count() < 2) return std::nullopt;
    return table;
  } catch (const InputError& error) {
    if (error.location().line == 0) return std::nullopt;
    throw;
  }
}

// The columns of the first process's table, in all; nothing if it has none.
std::optional<Table> share_columns(const std::optional<Table>& beginning, RowGroup& group) {
  std::string columns;
  if (beginning) columns = std::string(1, beginning->delimiter) + (beginning->has_header ? 'y' : 'n') + pack(beginning->names);
  columns = group.gather(columns).front();
  if (columns.empty()) return std::nullopt;
  Table table;
  table.delimiter = columns[0];
  table.has_header = columns[1] == 'y';
  table.names = unpack(columns.substr(2));
  return table;
}

bool ends_in_empty_cells(const Table& table) {
  for (Index column = 0; table.row_count() > 0 && column < table.column_count(); ++column)
    if (!table.cell(table.row_count() - 1, column).empty()) return false;
  return table.row_count() > 0;
}

void number_rows(Table& table, Index rows_before) {
  table.row_numbers.resize(static_cast<std::size_t>(table.row_count()));
  std::iota(table.row_numbers.begin(), table.row_numbers.end(), rows_before + 1);
}

AnyTable read_columns(const ModelOptions& options, RowGroup& group) {
  const auto read_whole = [&] { return parse_whole(read_whole_text(options.data, group), false, options, 1, group); };
  const RowText part = read_row_text(options.data, true, group);
  if (part.is_whole) return parse_whole(part.text, false, options, 1, group);
  std::optional<Table> table;
  if (group.is_first()) table = parse_beginning(part, options);
  const std::optional<Table> columns = share_columns(table, group);
  if (!columns) return read_whole();
  if (!group.is_first()) {
    CsvOptions how = csv_options(options);
    how.continued = &*columns;
    how.lines_before = part.lines_before;
    table = parse_csv(part.text, options.data, how);
  }
  if (group.is_any(ends_in_empty_cells(*table))) return read_whole();
  number_rows(*table, group.sum_before(table->row_count()));
  return std::move(*table);
}

// Every process has a file of its own, whose lines and rows are counted from 1.
AnyTable read_own_file(const ModelOptions& options, Index threads, RowGroup& group) {
  const Index files = static_cast<Index>(files_of_parts(options.data).size());
  if (files != group.count())
    throw InputError({options.data, 0, 0}, "is not there, but " + counted(files, "file") + " " +
                                               part_name(options.data, 0) + ", ... for " + grouped(group.count()) +
                                               " processes: there must be one for each");
  const std::string path = part_name(options.data, group.rank()), text = io::read_text_file(path);
  const bool is_libsvm = group.is_any(group.is_first() && is_libsvm_data(options, text));
  if (is_libsvm) {
    SparseTable table = parse_libsvm(text, path, {options.zero_based, options.features, threads});
    share_features(table, options, group);
    return table;
  }
  Table table = parse_csv(text, path, csv_options(options));
  const std::optional<Table> columns = share_columns(table, group);
  if (columns->names != table.names || columns->has_header != table.has_header)
    throw InputError({path, 0, 0}, "has other columns than " + part_name(options.data, 0));
  return table;
}

}  // namespace

std::vector<std::string> files_of_parts(const std::string& path) {
  std::vector<std::string> files;
  if (path.empty() || exists(path)) return files;
  for (Index number = 0; exists(part_name(path, number)); ++number) files.push_back(part_name(path, number));
  return files;
}

AnyTable read_own_rows(const ModelOptions& options, Index threads, RowGroup& group) {
  if (group.is_any(!files_of_parts(options.data).empty())) return read_own_file(options, threads, group);
  if (!io::plain_size(options.data)) {  // no part can tell its format
    const std::string text = read_whole_text(options.data, group);
    return parse_whole(text, is_libsvm_data(options, text), options, threads, group);
  }
  constexpr std::int64_t kBeginning = 1 << 20;
  const std::string beginning = io::read_range(options.data, 0, std::min(*io::plain_size(options.data), kBeginning));
  return is_libsvm_data(options, beginning) ? read_sparse(options, threads, group) : read_columns(options, group);
}

Table read_table(const ModelOptions& options, RowGroup* group) {
  if (group == nullptr) return read_csv(options.data, csv_options(options));
  ModelOptions csv = options;
  csv.data_format = "csv";
  return std::get<Table>(read_own_rows(csv, 1, *group));
}

Table own_rows(Table table, RowGroup* group) {
  if (group == nullptr) return table;
  const Share share = share_of(table.row_count(), *group);
  std::vector<Index> rows(static_cast<std::size_t>(share.end - share.begin));
  std::iota(rows.begin(), rows.end(), share.begin);
  Table own = select_rows(table, rows);
  own.notes = table.notes;
  number_rows(own, share.begin);
  return own;
}

SparseTable own_rows(SparseTable table, RowGroup* group) {
  if (group == nullptr) return table;
  const Share share = share_of(table.row_count(), *group);
  SparseTable own;
  own.file = table.file;
  own.feature_count = table.feature_count;
  own.highest_index = table.highest_index;
  const auto cut = [](const auto& from, Index begin, Index end) {
    return std::decay_t<decltype(from)>(from.begin() + begin, from.begin() + end);
  };
  own.label_texts = cut(table.label_texts, share.begin, share.end);
  own.labels = cut(table.labels, share.begin, share.end);
  own.lines = cut(table.lines, share.begin, share.end);
  const Index first = table.row_starts[static_cast<std::size_t>(share.begin)];
  const Index last = table.row_starts[static_cast<std::size_t>(share.end)];
  own.columns = cut(table.columns, first, last);
  own.values = cut(table.values, first, last);
  own.row_starts = cut(table.row_starts, share.begin, share.end + 1);
  for (Index& start : own.row_starts) start -= first;
  return own;
}

}  // namespace g2t::program
