// g2t draw: more draws from a saved fit.
#include "draw_generated.hpp"
#include "errors.hpp"
#include "input_files.hpp"
#include "interrupt.hpp"
#include "model_inputs.hpp"
#include "subcommand.hpp"
#include "write_file.hpp"

#include <g2t/program/files/fit_inputs.hpp>
#include <g2t/inference/answer_checks.hpp>
#include <g2t/inference/posterior_draws.hpp>
#include <g2t/program/files/write_fit.hpp>
#include <g2t/io/json_files.hpp>

#include <algorithm>
#include <limits>
#include <optional>

namespace g2t::cli {
namespace {


int run_draw(const Arguments& arguments) {
  const std::string& file = arguments.positional();
  if (is_draws_file(file)) return run_draw_generated(arguments);
  const std::uint64_t seed = arguments.seed();
  const std::string output = arguments.text("output");
  const bool force = arguments.is_set("force");
  const NamedGaussian saved = read_gaussian(file);
  std::vector<std::string> inputs = input_files(arguments);
  std::optional<LoadedModel> loaded;
  AnswerSettings settings;
  const Index count = arguments.count("draws", kAnswerDraws, 1);
  settings.draws = count;
  if (arguments.has("model")) {
    const Arguments of_model = arguments.with_positional(arguments.text("model"));
    Options options = of_model.options();
    options.fit.answer_draws = std::max<Index>(count, 2);
    settings = options.fit.answer_settings();
    inputs = input_files(arguments, options);
    if (!output.empty()) check_file(output, force, inputs);  // reading may take long
    loaded = load(options);
    read_q(file, *loaded->model);  // refuses a q of another model
  } else {
    for (const std::string& name : kAnswerOptions)
      if (arguments.has(name) && arguments.text(name) != "gaussian")
        throw UsageError("--" + name + " needs the log density: say which model with --model, and its --data");
  }
  DrawsHeader header;
  header.model = arguments.text("model", "unknown");
  header.structure = saved.q.structure;
  header.comments = {{"drawn_from", file},
                     {"draw_seed", std::to_string(seed)}};
  std::optional<InterruptGuard> guard;
  if (loaded) guard.emplace();  // else nothing takes time but the file
  const StopRequest request([&] { return guard && guard->signal() != 0; });
  const auto until = [&](double grace) { return Deadline(request, std::numeric_limits<double>::infinity(), grace); };
  DrawsTable table;
  if (loaded) {
    const Posterior answer = posterior_from(saved.q, *loaded->model, settings, seed, until(kDrawsGrace), until(kQuantitiesGrace));
    const auto comments = answer_comments(answer);
    header.comments.insert(header.comments.end(), comments.begin(), comments.end());
    for (const FitWarning& doubt : doubts_of(answer, settings.tolerance))
      header.comments.push_back({"warning", describe(doubt, Wording::CommandLine)});
    table = answer_table(answer, loaded->natural_scale, count);
  } else {
    header.comments.push_back({"answer", "gaussian"});
    header.comments.push_back({"log_p__", "0 throughout: without --model its density is not known"});
    header.comments.push_back({"scale", "unconstrained, that of q (a Stan model's own values need --model)"});
    const SampleStreams sample{seed, Sample::Later};
    table = draws_table(saved.q, draw_from(saved.q, nullptr, count, sample.draws()), saved.names,
                        natural_scale_columns(saved.names));
  }
  const int signal = guard ? guard->signal() : 0;
  guard.reset();
  const bool is_cut = signal != 0 && table.draws.rows() < count;
  if (is_cut) header.comments.push_back({"status", status_name(FitStatus::Interrupted)});
  write_output(output, force, inputs, [&](std::ostream& out) { write_draws_csv(out, header, table); });
  return is_cut ? kSignal + signal : kSuccess;
}

}  // namespace

Subcommand draw_subcommand() {
  Subcommand command;
  command.name = "draw";
  command.summary = "more draws from a saved fit, or generated quantities of its draws with new data";
  command.positional = "FILE";
  command.positional_help =
      "a saved q, as fit writes it: PREFIX.q.json; or the draws of a Stan fit, PREFIX.csv, for generated quantities of new data";
  command.arguments = {{"draws", "N", "Draws", "number of draws (default: 2000; of PREFIX.csv: all)", "-n"},
                       {"seed", "N", "Draws", "seed of the random numbers (default: 1)"},
                       {"model", "MODEL", "Draws", "the model that was fitted: draws of its posterior, with a Stan model's own values (default: draws of q)"},
                       {"output", "FILE", "Output", "CSV file to write (default: standard output)"},
                       {"force", "", "Output", "replace the file if it exists"}};
  command.add_listed({"Model and data"}, kAnswerOptions);
  command.examples =
      "  g2t draw run.q.json -n 4000 --model logistic --data train.svm\n"
      "  g2t draw run.q.json -n 10000 --output more.csv\n"
      "  g2t draw run.q.json -n 5 --seed 7\n"
      "  g2t draw run.csv --model NAME.stan --data new.json --output predicted.csv";
  command.run = run_draw;
  return command;
}

}  // namespace g2t::cli
