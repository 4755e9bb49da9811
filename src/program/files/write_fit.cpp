// Draws and reports of a fit, staged one after the other and given their names together.
#include <g2t/core/version.hpp>
#include <g2t/program/files/write_fit.hpp>

#include <g2t/core/model.hpp>
#include <g2t/program/files/summary.hpp>
#include <g2t/io/json_files.hpp>
#include <g2t/io/output_files.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace g2t {
namespace {

const std::vector<std::string>& suffixes() {
  static const std::vector<std::string> all = {".csv", ".trace.csv", ".selection.json", ".q.json", ".summary.json"};
  return all;
}

OutputFiles announce(const OutputOptions& options, const std::vector<std::string>& input_files) {
  return OutputFiles(options.output, suffixes(), {options.force, input_files});
}

DrawsTable table_of(const LoadedModel& loaded, const FitResult& result, const Options& options,
                    const StopRequest& request) {
  const SampleStreams sample{options.fit.seed, Sample::Fit};
  const Model& model = *loaded.model;
  const Index count = options.output.output_draws;
  const auto until = [&](double grace) { return Deadline(request, std::numeric_limits<double>::infinity(), grace); };
  const PosteriorDraws draws =
      options.output.resample ? resample_from(result.q, model, count, options.fit.weight_draws, sample, until(kDrawsGrace))
                              : draw_from(result.q, &model, count, sample.draws(), until(kDrawsGrace));
  if (const Quantities* quantities = model.quantities())
    return quantities_table(result.q, draws, *quantities, sample.quantities_seed(), until(kQuantitiesGrace));
  return draws_table(result.q, draws, result.parameter_names, loaded.natural_scale);
}

DrawsHeader header_of(const FitResult& result, const Options& options) {
  DrawsHeader header;
  header.model = options.model.model;
  header.structure = result.q.structure;
  header.iterations = result.iterations;
  header.gradient_draws = result.recipe.draws;
  header.comments = {{"g2t_version", version()},
                     {"status", status_name(result.status)},
                     {"elbo", std::to_string(result.elbo.value)},
                     {"recipe", describe(result.recipe)}};
  if (options.output.resample) header.comments.push_back({"resampled", "by Pareto smoothed importance weights"});
  header.has_cmdstan_names = options.output.format == "cmdstan";
  return header;
}

std::vector<TraceRow> trace_rows(const FitResult& result) {
  std::vector<TraceRow> rows;
  for (const TracePoint& point : result.trace)
    rows.push_back({point.elapsed_seconds, point.iteration, point.gradient_draws, point.elbo.value,
                    point.elbo.standard_error, point.step_size, point.recipe});
  return rows;
}

}  // namespace

std::vector<std::string> fit_output_files(const std::string& prefix) {
  std::vector<std::string> files;
  for (const std::string& suffix : suffixes()) files.push_back(prefix + suffix);
  return files;
}

void check_outputs(const OutputOptions& options, const std::vector<std::string>& input_files) {
  if (!options.output.empty()) const OutputFiles files = announce(options, input_files);
}

DrawsTable draws_table(const Gaussian& q, const PosteriorDraws& draws, std::vector<std::string> names,
                       const std::vector<NaturalScaleColumn>& natural_scale) {
  const Index d = q.dimension(), extra = static_cast<Index>(natural_scale.size());
  DrawsTable table;
  table.names = std::move(names);
  for (Index i = static_cast<Index>(table.names.size()); i < d; ++i) table.names.push_back("z" + std::to_string(i + 1));
  table.mean.resize(d + extra);
  table.mean.head(d) = q.mean;
  table.draws.resize(draws.draws.rows(), d + extra);
  table.draws.leftCols(d) = draws.draws;
  for (Index k = 0; k < extra; ++k) {
    const NaturalScaleColumn& column = natural_scale[static_cast<std::size_t>(k)];
    table.names.push_back(column.name);
    table.mean[d + k] = std::exp(q.mean[column.parameter]);
    table.draws.col(d + k) = draws.draws.col(column.parameter).array().exp();
  }
  table.log_density = draws.log_density;
  table.log_q = draws.log_q;
  return table;
}

DrawsTable quantities_table(const Gaussian& q, const PosteriorDraws& draws, const Quantities& quantities,
                            std::uint64_t seed, const StopRule& stop) {
  DrawsTable table;
  table.names = quantities.names();
  Matrix points(draws.draws.rows() + 1, q.dimension()), values;
  points << q.mean.transpose(), draws.draws;
  const Index count = quantities.compute(points, seed, stop, values) - 1;
  table.mean = values.row(0);
  table.draws = values.bottomRows(count);
  table.log_density = draws.log_density.head(count);
  table.log_q = draws.log_q.head(count);
  table.are_array_names = true;
  return table;
}

FitStatus write_fit(const LoadedModel& loaded, const FitResult& result, const Options& options,
                    const std::function<bool()>& should_stop) {
  if (options.output.output.empty()) return result.status;
  OutputFiles files = announce(options.output, loaded.input_files);
  const StopRequest request(should_stop);
  const DrawsTable table = table_of(loaded, result, options, request);
  std::optional<FitResult> marked;
  if (table.draws.rows() < options.output.output_draws && result.status != FitStatus::Interrupted) {
    marked = result;
    marked->status = FitStatus::Interrupted;
  }
  const FitResult& stated = marked ? *marked : result;
  files.stage(".csv", [&](std::ostream& out) { write_draws_csv(out, header_of(stated, options), table); });
  files.stage(".trace.csv", [&](std::ostream& out) { write_trace_csv(out, trace_rows(stated)); });
  files.stage(".selection.json", selections_json(stated.selections));
  files.stage(".q.json", gaussian_json(stated.q, stated.parameter_names).dump() + "\n");
  files.stage(".summary.json", summary_json(stated, options));
  files.commit();
  return stated.status;
}

}  // namespace g2t
