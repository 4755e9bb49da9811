// Draws files, read back after they are written.
#include <cmath>
#include <fuzz/fuzz_target.hpp>
#include <g2t/io/csv_writer.hpp>
#include <g2t/io/draws_file.hpp>
#include <optional>
#include <sstream>

namespace g2t::fuzz {
namespace {

void check_draws(std::string_view input) {
  std::optional<DrawsFile> file;
  if (!takes([&] { file = parse_draws(input, kFile); })) return;
  require(file->draw_count() >= 0, "a file has no fewer draws than none");
  std::vector<Index> chains;
  if (!takes([&] { chains = file->chains(); })) return;
  require(chains.empty() || static_cast<Index>(chains.size()) == file->draw_count(), "each draw has a chain");
  for (const Index chain : chains) require(chain >= 0, "chains are numbered from 0");
  for (Index value = 0; value < file->value_count(); ++value) static_cast<void>(file->draws_of(value));
  DrawsTable table;
  if (!takes([&] { table.draws = file->draws_of_first(file->value_count()); })) return;
  if (table.draws.cols() == 0) return;
  for (Index value = 0; value < file->value_count(); ++value) {
    if (file->name_of(value).ends_with("__")) return;  // the writer's own columns have such names
    table.names.push_back(file->name_of(value));
  }
  table.mean = Vector::Zero(table.draws.cols());
  table.log_density = Vector::Zero(table.draws.rows());
  table.log_q = table.log_density;
  table.chains = chains;
  std::ostringstream out;
  write_draws_csv(out, {}, table);
  const DrawsFile again = parse_draws(out.str(), kFile);
  require(again.draws_of_first(again.value_count()) == table.draws && again.chains() == chains, "draws read back");
}

const Registration kDraws("draws", check_draws);

}  // namespace
}  // namespace g2t::fuzz
