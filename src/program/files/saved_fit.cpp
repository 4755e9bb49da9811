// The encoding from PREFIX.summary.json, and from PREFIX.csv as many columns as there are parameters.
#include <g2t/core/errors.hpp>
#include <g2t/io/draws_file.hpp>
#include <g2t/program/files/run_files.hpp>
#include <g2t/program/files/saved_fit.hpp>
#include <io/json_document.hpp>
#include <io/text_file.hpp>
#include <optional>

namespace g2t {

SavedFit read_saved_fit(const std::string& prefix) {
  const std::string ending = ".summary.json";
  const std::string stem = prefix.ends_with(ending) ? prefix.substr(0, prefix.size() - ending.size()) : prefix;
  const std::string summary_file = stem + ending, draws_file = stem + ".csv";
  const Json summary = io::parse_json(io::read_text_file(summary_file), summary_file);
  const io::JsonNode node(summary, summary_file);
  SavedFit out;
  out.model = node.at("settings").at("model").text();
  out.status = node.at("status").text();
  if (!node.has("data") || node.at("data").is_null())
    throw InputError({summary_file},
                     "does not say how its data were read: predictions are for logistic, poisson and bnn "
                     "fits of this version (a Stan model predicts by its generated quantities: "
                     "g2t draw PREFIX.csv --model MODEL --data NEW)",
                     out.model);
  out.encoding = data_encoding_of(summary.at("data"), summary_file);
  check_file_of_run(summary, stem, ".csv");
  const std::optional<DrawsFile> draws = read_draws_file(draws_file);
  if (!draws) throw InputError({draws_file}, "there is no such file, which has the draws of the fit");
  out.draws = draws->draws_of_first(node.at("dimension").count(1));
  if (out.draws.rows() == 0) throw InputError({draws_file}, "has no draws");
  out.files = {summary_file, draws_file};
  return out;
}

}  // namespace g2t
