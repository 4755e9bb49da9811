// Parameters are the file's; options that would make other draws are refused.
#include "draw_generated.hpp"

#include <g2t/inference/status_words.hpp>
#include <g2t/program/files/generate.hpp>

#include "errors.hpp"
#include "input_files.hpp"
#include "interrupt.hpp"
#include "model_inputs.hpp"
#include "write_file.hpp"

namespace g2t::cli {

bool is_draws_file(const std::string& file) { return file.ends_with(".csv"); }

int run_draw_generated(const Arguments& arguments) {
  const std::string& file = arguments.positional();
  const std::string output = arguments.text("output");
  const bool force = arguments.is_set("force");
  if (!arguments.has("model"))
    throw UsageError("FILE = '" + file + "' has draws: say of which Stan model with --model, and its --data");
  for (const std::string& name : kAnswerOptions)
    if (arguments.has(name))
      throw UsageError("--" + name + " makes draws from a q; those of '" + file +
                       "' are taken as they are");
  const Arguments of_model = arguments.with_positional(arguments.text("model"));
  Options options = of_model.options();
  const Index count = arguments.has("draws") ? arguments.count("draws", 0, 1) : 0;
  const std::vector<std::string> inputs = input_files(arguments, options);
  if (!output.empty()) check_file(output, force, inputs);
  const LoadedModel loaded = load(options);
  if (loaded.model->quantities() == nullptr)
    throw UsageError("--model = '" + options.model.model +
                     "': a Stan model is needed; of logistic, poisson and bnn g2t predict does this");

  DrawsTable table;
  int signal = 0;
  {
    const InterruptGuard guard;
    table = generate(*loaded.model, file, count, arguments.seed(), [&guard](Index) { return guard.signal() != 0; });
    signal = guard.signal();
  }
  DrawsHeader header;
  header.model = options.model.model;
  header.comments = {
      {"drawn_from", file}, {"draw_seed", std::to_string(arguments.seed())}, {"data_of_values", options.model.data}};
  if (signal != 0) header.comments.push_back({"status", status_name(FitStatus::Interrupted)});
  write_output(output, force, inputs, [&](std::ostream& out) { write_draws_csv(out, header, table); });
  return signal != 0 ? kSignal + signal : kSuccess;
}

}  // namespace g2t::cli
