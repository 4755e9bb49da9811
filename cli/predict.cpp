// g2t predict: what a fit's draws say of rows, new or its own.
#include <g2t/program/models/read_rows.hpp>
#include <filesystem>
#include <iostream>

#include "errors.hpp"
#include "input_files.hpp"
#include "prediction_report.hpp"
#include "subcommand.hpp"
#include "write_file.hpp"

#include <g2t/core/printable.hpp>

namespace g2t::cli {
namespace {

int run_predict(const Arguments& arguments) {
  const std::string output = arguments.text("output");
  const bool force = arguments.is_set("force"), is_json = arguments.is_set("json");
  const SavedFit fit = read_saved_fit(arguments.positional());
  PredictionReport report;
  report.fit = &fit;
  report.data = arguments.text("data", fit.encoding.file);
  std::vector<std::string> inputs = input_files(arguments);
  inputs.insert(inputs.end(), fit.files.begin(), fit.files.end());
  inputs.insert(inputs.end(), {report.data, fit.encoding.file});  // nor the data of the fit
  if (!output.empty()) check_file(output, force, inputs);

  std::error_code error;
  if (!arguments.has("data") && !std::filesystem::is_regular_file(report.data, error))
    throw InputError({fit.files.front()}, "its data are no file that can be read again; --data FILE says which", report.data);
  const FileRows read = read_rows(fit.encoding, report.data, arguments.is_set("score"));
  if (!arguments.has("data") && !read.are_fitted)
    throw InputError({report.data},
                     "has other rows than the fit has seen: it has changed, or the fit took a part of it; "
                     "--data FILE predicts the rows of a file");
  if (read.rows->dimension() != fit.draws.cols())
    throw InputError({fit.files.front()}, "its data have " + std::to_string(read.rows->dimension()) +
                                              " parameters, its draws " + std::to_string(fit.draws.cols()));
  report.predictions = predict_rows(*read.rows, fit.draws);
  if (arguments.is_set("score")) {
    report.score = score_rows(*read.rows, fit.draws);
    if (read.are_fitted) report.loo = leave_one_out(*read.rows, fit.draws);
  }

  if (!arguments.is_set("quiet")) {
    if (fit.status != "converged" && fit.status != "budget_spent")
      std::cerr << "warning: the status of this fit is " << printable_line(fit.status) << '\n';
    (output.empty() || is_json ? std::cerr : std::cout) << printable(summary_lines(report));
  }
  write_output(output, force, inputs, [&](std::ostream& out) { is_json ? void(out << json_text(report)) : write_csv(out, report); });
  return kSuccess;
}

}  // namespace

Subcommand predict_subcommand() {
  Subcommand command;
  command.name = "predict";
  command.summary = "probabilities, rates or responses of new rows, from a fit of logistic, poisson or bnn";
  command.positional = "PREFIX";
  command.positional_help = "a fit, as --output PREFIX wrote it: PREFIX.summary.json and PREFIX.csv";
  command.add_listed({}, {"data", "json", "quiet"});
  command.arguments.insert(
      command.arguments.end(),
      {{"score", "", "Prediction",
        "log predictive density of each row's response; of the fit's own rows leave-one-out densities too"},
       {"output", "FILE", "Output", "file to write (default: standard output)"},
       {"force", "", "Output", "replace the file if it exists"}});
  command.examples =
      "  g2t predict run --data new.csv --output predicted.csv\n"
      "  g2t predict run --data test.svm --score --json\n"
      "  g2t predict run --score                              # leave-one-out of the fit's own rows";
  command.run = run_predict;
  return command;
}

}  // namespace g2t::cli
