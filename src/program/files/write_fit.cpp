// Draws and reports of a fit, staged one after the other and given their names together.
#include <g2t/core/version.hpp>
#include <g2t/program/files/write_fit.hpp>

#include <g2t/program/files/run_files.hpp>
#include <g2t/program/files/summary.hpp>
#include <g2t/io/json_files.hpp>
#include <g2t/io/number.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace g2t {
namespace {

const std::vector<std::string>& suffixes() {
  static const std::vector<std::string> all = {".csv", ".trace.csv", ".selection.json", ".q.json", ".summary.json"};
  return all;
}

DrawsHeader header_of(const FitResult& result, const Options& options) {
  DrawsHeader header;
  header.model = options.model.model;
  header.structure = result.q.structure;
  header.iterations = result.iterations;
  header.gradient_draws = result.recipe.draws;
  header.comments = {{"g2t_version", version()},
                     {"status", status_name(result.status)},
                     {"elbo", format_number(result.elbo.value)},
                     {"recipe", describe(result.recipe)}};
  const std::vector<std::pair<std::string, std::string>> of_answer = answer_comments(result.posterior);
  header.comments.insert(header.comments.end(), of_answer.begin(), of_answer.end());
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

std::unique_ptr<OutputFiles> announce_fit(const OutputOptions& options, const std::vector<std::string>& inputs) {
  if (options.output.empty()) return nullptr;
  return std::make_unique<OutputFiles>(options.output, suffixes(), OutputRules{options.force, inputs});
}

std::vector<std::pair<std::string, std::string>> answer_comments(const Posterior& answer) {
  std::vector<std::pair<std::string, std::string>> out = {{"answer", answer_name(answer.way)}};
  if (answer.chain_count > 0)
    out.push_back({"chains", std::to_string(answer.chain_count) +
                                 ": column chain__; the first draws of all chains, then their second ones, and so on"});
  return out;
}

DrawsTable answer_table(const Posterior& answer, const std::vector<NaturalScaleColumn>& natural_scale, Index max_rows) {
  const bool has_own = !answer.quantities.names.empty();
  const QuantitySummary& summary = answer.summary();
  const Index count = static_cast<Index>(summary.names.size()), rows = std::min(summary.draws, max_rows);
  const Index extra = has_own ? 0 : static_cast<Index>(natural_scale.size());
  DrawsTable table;
  table.names = summary.names;
  table.are_array_names = has_own;
  table.mean.resize(count + extra);
  table.mean.head(count) = summary.mean;
  table.draws.resize(rows, count + extra);
  table.draws.leftCols(count) = (has_own ? answer.values : answer.draws).topLeftCorner(rows, count);
  for (Index k = 0; k < extra; ++k) {
    const NaturalScaleColumn& column = natural_scale[static_cast<std::size_t>(k)];
    table.names.push_back(column.name);
    table.draws.col(count + k) = answer.draws.col(column.parameter).head(rows).array().exp();
    table.mean[count + k] = table.draws.col(count + k).mean();
  }
  table.log_density = answer.log_density.head(rows);
  table.log_q = answer.log_q.head(rows);
  if (answer.chain_count > 0) table.chains.assign(answer.groups.begin(), answer.groups.begin() + rows);
  return table;
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

FitContents fit_contents(const LoadedModel& loaded, const FitResult& result, const Options& options) {
  FitContents out;
  out.header = header_of(result, options);
  out.draws = answer_table(result.posterior, loaded.natural_scale);
  std::ostringstream trace;
  trace.exceptions(std::ios::badbit);  // or a trace that memory does not hold would end early
  write_trace_csv(trace, trace_rows(result));
  out.trace = trace.str();
  out.selections = selections_json(result);
  out.q = gaussian_json(result.q, result.parameter_names).dump() + "\n";
  out.summary = summary_json(result, options, loaded.encoding, nullptr);
  return out;
}

Json write_fit(OutputFiles& files, const FitContents& contents) {
  files.stage(".csv", [&](std::ostream& out) { write_draws_csv(out, contents.header, contents.draws); });
  files.stage(".trace.csv", contents.trace);
  files.stage(".selection.json", contents.selections);
  files.stage(".q.json", contents.q);
  Json fingerprints;
  for (const std::string& suffix : suffixes())
    if (suffix != ".summary.json") fingerprints[suffix] = fingerprint_text(files.fingerprint(suffix));
  Json summary = Json::parse(contents.summary);
  summary["files"] = fingerprints;
  files.stage(".summary.json", summary.dump(2) + "\n");
  files.commit();
  return fingerprints;
}

}  // namespace g2t
