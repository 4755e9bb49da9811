// Reading of LIBSVM text: bytes a second, of dense rows with all digits and of sparse rows of ones.
#include <benchmark/benchmark.h>

#include <g2t/io/csv_writer.hpp>
#include <g2t/models/simulate.hpp>
#include <io/libsvm_rows.hpp>
#include <sstream>
#include <string>

namespace g2t {
namespace {

constexpr Index kRows = 20000;

SparseTable dense_table() {
  const SimulatedLogistic simulated = simulate_logistic(kRows, 50, 1);
  SparseTable table;
  table.row_starts = simulated.data.rows.start;
  table.columns.assign(simulated.data.rows.column.begin(), simulated.data.rows.column.end());
  table.values = simulated.data.rows.value;
  for (const std::uint8_t positive : simulated.data.positive) table.labels.push_back(positive);
  return table;
}

// Fourteen ones in 120 columns, as in a1a.
SparseTable sparse_table() {
  SparseTable table;
  for (Index row = 0; row < kRows; ++row) {
    table.labels.push_back(row % 3 == 0 ? 1 : -1);
    for (Index k = 0; k < 14; ++k) {
      table.columns.push_back(8 * k + (row * (k + 3) + k) % 8);
      table.values.push_back(1);
    }
    table.row_starts.push_back(table.entry_count());
  }
  return table;
}

void read_libsvm_text(benchmark::State& state, const SparseTable& table, Index threads) {
  std::ostringstream out;
  write_libsvm(out, table);
  const std::string text = out.str();
  const SparseTable again = parse_libsvm(text, "text", {false, 0, threads});
  if (again.columns != table.columns || again.values != table.values) state.SkipWithError("the table does not read back");
  for (auto _ : state) {
    io::TextChunks chunks(text, "text");
    Index entries = 0;
    const io::LibsvmTotals totals = io::read_libsvm_rows(chunks, {false, 0, threads}, [&](const io::LibsvmRows& rows) {
      entries += rows.entry_count();
    });
    benchmark::DoNotOptimize(entries + totals.feature_count);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void ReadDense(benchmark::State& state) { read_libsvm_text(state, dense_table(), state.range(0)); }
BENCHMARK(ReadDense)->Name("read/libsvm/dense")->ArgName("threads")->Arg(1)->Arg(2)->MeasureProcessCPUTime();

void ReadSparse(benchmark::State& state) { read_libsvm_text(state, sparse_table(), state.range(0)); }
BENCHMARK(ReadSparse)->Name("read/libsvm/sparse")->ArgName("threads")->Arg(1)->Arg(2)->MeasureProcessCPUTime();

}  // namespace
}  // namespace g2t
