// g2t simulate: data of any size whose true parameters are known.
#include "errors.hpp"
#include "input_files.hpp"
#include "subcommand.hpp"

#include <g2t/core/printable.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/core/in_parallel.hpp>
#include <g2t/core/json.hpp>
#include <g2t/program/models/memory_limit.hpp>
#include <g2t/program/models/simulate.hpp>
#include <g2t/io/csv_writer.hpp>
#include <g2t/io/number.hpp>
#include <g2t/io/output_files.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

namespace g2t::cli {
namespace {

constexpr Index kMaxLevels = 1000000;

/// Reads "eth=3,precinct=32".
std::vector<GroupSize> parse_groups(const std::string& text) {
  const auto refuse = [&](const std::string& reason) {
    throw UsageError(fmt::format("--groups = '{}': {}, as in eth=3,precinct=32", text, reason));
  };
  std::vector<GroupSize> groups;
  std::set<std::string> names;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size()), equals = text.find('=', begin);
    if (equals >= end || equals == begin) refuse("NAME=LEVELS is needed");
    const std::string name = text.substr(begin, equals - begin);
    const std::optional<Index> levels = parse_count(text.substr(equals + 1, end - equals - 1));
    if (!levels || *levels < 1 || *levels > kMaxLevels)
      refuse(fmt::format("the number of levels must be a whole number from 1 to {}", kMaxLevels));
    if (!names.insert(name).second || name == "y") refuse("each name may occur once, and y is the response");
    groups.push_back({name, *levels});
    begin = end + 1;
  }
  return groups;
}

/// Product of the numbers of levels.
Index combination_count(const std::vector<GroupSize>& groups) {
  Index product = 1;
  for (const GroupSize& group : groups)
    if (__builtin_mul_overflow(product, group.levels, &product)) throw UsageError("--groups: too many combinations");
  return product;
}

constexpr Index kMostThreads = 8;  // that make text

// Data and the table that is written: two copies.
void check_size(Index rows, Index columns) {
  const double numbers = static_cast<double>(rows) * static_cast<double>(columns);
  check_memory(2 * sizeof(double) * numbers, {}, fmt::format("for {:.4g} rows of {:.4g} columns", static_cast<double>(rows), static_cast<double>(columns)));
}

// Rows of logistic regressions are made when they are written: a few of them are held, with their text; the disk is the limit.
void check_disk(const std::string& prefix, Index rows, Index columns) {
  constexpr double kBytes = 20;  // of a number and its index
  check_size(3 * kMostThreads, columns);
  const double needed = kBytes * static_cast<double>(rows) * static_cast<double>(columns);
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::path(prefix).parent_path();
  const std::filesystem::space_info disk = std::filesystem::space(folder.empty() ? "." : folder, unknown);
  if (unknown || needed <= static_cast<double>(disk.available)) return;
  throw InputError({prefix, 0, 0}, fmt::format("no space: for {:.4g} rows of {:.4g} columns about {} are needed, and {} are free",
                                               static_cast<double>(rows), static_cast<double>(columns), memory_text(needed),
                                               memory_text(static_cast<double>(disk.available))));
}

SimulatedTable simulate(const Arguments& arguments) {
  const std::string& model = arguments.positional();
  const auto refuse = [&](const std::vector<std::string>& names) {
    for (const std::string& name : names)
      if (arguments.has(name)) throw UsageError(fmt::format("--{} does not go with {}", name, model));
  };
  const Index features = arguments.count("features", 10, 1);
  if (model == "logistic") {
    refuse({"groups", "hidden-units"});
    check_disk(arguments.text("output"), arguments.count("rows", 1000, 1), features + 1);
    return simulate_logistic_table(arguments.count("rows", 1000, 1), features, arguments.seed());
  }
  if (model == "bnn") {
    refuse({"groups"});
    const Index units = arguments.count("hidden-units", 10, 1);
    check_size(arguments.count("rows", 1000, 1), features + 1);
    check_size(features + 2, units);
    return simulate_network_table(arguments.count("rows", 1000, 1), features, units,
                                  arguments.seed());
  }
  if (model == "poisson") {
    refuse({"features", "hidden-units"});
    const std::vector<GroupSize> groups = parse_groups(arguments.text("groups", "eth=3,precinct=32"));
    const Index combinations = combination_count(groups), rows = arguments.count("rows", combinations, 1);
    if (rows < combinations)
      throw UsageError(
          fmt::format("--rows = {}: these groups have {} combinations, and each needs a row", rows, combinations));
    check_size(rows, static_cast<Index>(groups.size()) + 1);
    return simulate_poisson_table(groups, rows, arguments.seed());
  }
  throw UsageError(fmt::format("there is no model '{}' to simulate from: logistic, poisson or bnn", model));
}

SparseTable sparse_table(const Matrix& columns) {
  SparseTable table;
  table.feature_count = columns.cols() - 1;
  for (Index i = 0; i < columns.rows(); ++i) {
    table.labels.push_back(columns(i, 0) > 0 ? 1 : -1);
    table.lines.push_back(static_cast<long>(i + 1));
    for (Index j = 0; j < table.feature_count; ++j) {
      table.columns.push_back(j);
      table.values.push_back(columns(i, j + 1));
    }
    table.row_starts.push_back(static_cast<Index>(table.columns.size()));
  }
  return table;
}

// Blocks of rows become text side by side, and are written in their order.
void write_rows(std::ostream& out, const SimulatedTable& data,
                const std::function<void(std::ostream& out, const Matrix& columns)>& write) {
  constexpr Index kNumbers = 1 << 18;
  const Index columns = static_cast<Index>(data.column_names.size());
  const Index size = std::max<Index>(1, kNumbers / columns);
  const Index side_by_side = std::clamp<Index>(std::thread::hardware_concurrency(), 1, kMostThreads);
  for (Index first = 0; first < data.row_count && out; first += size * side_by_side) {
    std::vector<std::string> texts(static_cast<std::size_t>(side_by_side));
    in_parallel(texts.size(), [&](std::size_t k) {
      const Index begin = std::min(data.row_count, first + static_cast<Index>(k) * size);
      const Index count = std::min(size, data.row_count - begin);
      if (count == 0) return;
      std::ostringstream text;
      write(text, data.rows(begin, count));
      texts[k] = std::move(text).str();
    });
    for (const std::string& text : texts) out.write(text.data(), static_cast<std::streamsize>(text.size()));
  }
}

int run_simulate(const Arguments& arguments) {
  const std::string prefix = arguments.text("output");
  const std::string format = arguments.text("format", arguments.positional() == "logistic" ? "svm" : "csv");
  if (format != "svm" && format != "csv")
    throw UsageError(fmt::format("--format = '{}': csv or svm is needed", format));
  if (prefix.empty()) throw UsageError("--output PREFIX is missing: where to write PREFIX.csv or PREFIX.svm");
  const SimulatedTable data = simulate(arguments);
  if (format == "svm" && data.model != "logistic") throw UsageError("--format svm is for logistic alone");

  const OutputRules rules{.force = arguments.is_set("force"), .inputs = input_files(arguments), .has_fingerprints = false};
  OutputFiles files(prefix, {"." + format, ".truth.json"}, rules);
  const std::string file = files.path("." + format);
  const std::string command = fmt::format("g2t fit {} --data {}{}{}", data.model, file,
                                          format == "csv" ? " --response y" : "", data.fit_options);
  Json truth;
  truth["model"] = data.model;
  truth["names"] = data.names;
  truth["truth"] = Json::numbers(data.truth);
  truth["command"] = command;
  files.stage("." + format, [&](std::ostream& out) {
    if (format == "svm") {
      write_rows(out, data, [](std::ostream& text, const Matrix& columns) { write_libsvm(text, sparse_table(columns)); });
    } else {
      write_table_names(out, data.column_names);
      write_rows(out, data, write_table_rows);
    }
  });
  files.stage(".truth.json", truth.dump(2) + "\n");
  files.commit();
  std::cout << printable(fmt::format("{} rows in {}, the truth in {}; to fit them:\n  {}\n", data.row_count, file,
                                     files.path(".truth.json"), command));
  return kSuccess;
}

}  // namespace

Subcommand simulate_subcommand() {
  Subcommand command;
  command.name = "simulate";
  command.summary = "data of any size with known truth: PREFIX.csv or .svm, and PREFIX.truth.json";
  command.positional = "MODEL";
  command.positional_help = "logistic, poisson or bnn";
  command.arguments = {
      {"rows", "N", "Data", "number of rows (default: 1000; poisson: one for each combination of levels)"},
      {"features", "K", "Data", "number of features of logistic and bnn (default: 10)"},
      {"groups", "NAME=N,...", "Data", "grouping columns of poisson and their levels (default: eth=3,precinct=32)"},
      {"hidden-units", "N", "Data", "hidden units of bnn (default: 10)"},
      {"seed", "N", "Data", "seed of the random numbers (default: 1)"},
      {"output", "PREFIX", "Output", "write PREFIX.csv or PREFIX.svm, and PREFIX.truth.json"},
      {"format", "csv|svm", "Output", "format of the data (default: svm for logistic, else csv)"},
      {"force", "", "Output", "replace files that exist"}};
  command.examples =
      "  g2t simulate logistic --rows 2000 --features 10 --output people\n"
      "  g2t simulate poisson --groups eth=3,precinct=32 --seed 7 --output stops";
  command.run = run_simulate;
  return command;
}

}  // namespace g2t::cli
