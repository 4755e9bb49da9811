// Draws and reports of a fit, staged one after the other and given their names together.
#include <g2t/inference/output.hpp>

#include <g2t/core/model.hpp>
#include <g2t/inference/importance.hpp>
#include <g2t/inference/report.hpp>
#include <g2t/io/json_files.hpp>
#include <g2t/io/output_files.hpp>

#include <cmath>
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

constexpr std::uint64_t kResampling = std::uint64_t{1} << 40;  // iterations of the uniforms that resample
constexpr Index kPoolFactor = 10;  // draws of q for one that is resampled

DrawsTable table_of(const LoadedModel& loaded, const FitResult& result, const Options& options) {
  const StreamKey key{options.fit.seed, Purpose::Output, kDrawsOfFit};
  if (options.output.resample)
    return resampled_table(result.q, *loaded.model, result.parameter_names, loaded.natural_scale,
                           options.output.output_draws, key);
  DrawsTable table =
      draw_table(result.q, result.parameter_names, loaded.natural_scale, options.output.output_draws, key);
  set_log_density(*loaded.model, table);
  return table;
}

DrawsHeader header_of(const FitResult& result, const Options& options) {
  DrawsHeader header;
  header.model = options.model.model;
  header.structure = result.q.structure;
  header.iterations = result.iterations;
  header.gradient_draws = result.recipe.draws;
  header.comments = {{"g2t_version", G2T_VERSION},
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

DrawsTable draw_table(const Gaussian& q, std::vector<std::string> names,
                      const std::vector<NaturalScaleColumn>& natural_scale, Index draw_count, const StreamKey& key) {
  const Index d = q.dimension(), extra = static_cast<Index>(natural_scale.size());
  Matrix normals(draw_count, d), draws;
  fill_normals(key, normals);
  transform_normals(q, normals, draws);

  DrawsTable table;
  table.names = std::move(names);
  for (Index i = static_cast<Index>(table.names.size()); i < d; ++i) table.names.push_back("z" + std::to_string(i + 1));
  table.mean.resize(d + extra);
  table.mean.head(d) = q.mean;
  table.draws.resize(draw_count, d + extra);
  table.draws.leftCols(d) = draws;
  for (Index k = 0; k < extra; ++k) {
    const NaturalScaleColumn& column = natural_scale[static_cast<std::size_t>(k)];
    table.names.push_back(column.name);
    table.mean[d + k] = std::exp(q.mean[column.parameter]);
    table.draws.col(d + k) = draws.col(column.parameter).array().exp();
  }
  table.log_density = Vector::Zero(draw_count);
  table.log_q = log_density_of_normals(q, normals);
  return table;
}

void set_log_density(const Model& model, DrawsTable& table) {
  const Matrix draws = table.draws.leftCols(model.dimension());
  Evaluation evaluation;
  evaluation.resize(draws.rows(), draws.cols());
  model.evaluate(draws, evaluation);
  table.log_density = evaluation.log_density;
}

DrawsTable resampled_table(const Gaussian& q, const Model& model, std::vector<std::string> names,
                           const std::vector<NaturalScaleColumn>& natural_scale, Index draw_count,
                           const StreamKey& key) {
  DrawsTable table = draw_table(q, std::move(names), natural_scale, kPoolFactor * draw_count, key);
  set_log_density(model, table);
  double uniform = 0.5;
  fill_uniforms({key.seed, key.purpose, key.iteration + kResampling}, {&uniform, 1});
  const ImportanceWeights weights = smooth_importance_weights(table.log_density - table.log_q);
  const std::vector<Index> rows = resample(weights.weights, draw_count, uniform);
  table.draws = Matrix(table.draws(rows, Eigen::all));
  table.log_density = Vector(table.log_density(rows));
  table.log_q = Vector(table.log_q(rows));
  return table;
}

void write_fit(const LoadedModel& loaded, const FitResult& result, const Options& options) {
  if (options.output.output.empty()) return;
  OutputFiles files = announce(options.output, loaded.input_files);
  files.stage(".csv", [&](std::ostream& out) {
    write_draws_csv(out, header_of(result, options), table_of(loaded, result, options));
  });
  files.stage(".trace.csv", [&](std::ostream& out) { write_trace_csv(out, trace_rows(result)); });
  files.stage(".selection.json", selections_json(result.selections));
  files.stage(".q.json", gaussian_to_json(result.q, result.parameter_names) + "\n");
  files.stage(".summary.json", summary_json(result, options));
  files.commit();
}

}  // namespace g2t
