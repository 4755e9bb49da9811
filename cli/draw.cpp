// g2t draw: more draws from a saved fit.
#include "errors.hpp"
#include "interrupt.hpp"
#include "model_inputs.hpp"
#include "subcommand.hpp"
#include "write_file.hpp"

#include <g2t/program/files/fit_inputs.hpp>
#include <g2t/program/files/write_fit.hpp>
#include <g2t/io/json_files.hpp>

#include <iostream>
#include <limits>
#include <optional>

namespace g2t::cli {
namespace {

constexpr Index kDraws = 1000;

int run_draw(const Arguments& arguments) {
  const std::string& file = arguments.positional();
  const Index draw_count = arguments.count("draws", kDraws, 1);
  const std::uint64_t seed = arguments.seed();
  const std::string output = arguments.text("output");
  const bool force = arguments.is_set("force");
  const std::vector<std::string> inputs{file, arguments.text("config", file)};

  const bool resamples = arguments.is_set("resample");
  if (resamples && !arguments.has("model"))
    throw UsageError("--resample needs the log density: say which model with --model, and its --data");
  const NamedGaussian saved = read_gaussian(file);
  if (!output.empty()) check_file(output, force, inputs);
  std::optional<LoadedModel> loaded;
  Index weight_draws = 0;
  if (arguments.has("model")) {
    const Arguments of_model = arguments.with_positional(arguments.text("model"));
    Options options = of_model.options();
    weight_draws = options.fit.weight_draws;
    loaded = load(of_model, options);
    read_q(file, *loaded->model);  // refuses a q of another model
  }
  DrawsHeader header;
  header.model = arguments.text("model", "unknown");
  header.structure = saved.q.structure;
  header.comments = {{"drawn_from", file},
                     {"draw_seed", std::to_string(seed)}};
  const SampleStreams sample{seed, Sample::Later};
  if (resamples) header.comments.push_back({"resampled", "by Pareto smoothed importance weights"});
  if (!loaded) header.comments.push_back({"log_p__", "0 throughout: without --model its density is not known"});
  const Quantities* const quantities = loaded ? loaded->model->quantities() : nullptr;
  if (quantities == nullptr)
    header.comments.push_back({"scale", "unconstrained, that of q (a Stan model's own values need --model)"});
  std::optional<InterruptGuard> guard;
  if (loaded) guard.emplace();  // else nothing takes time but the file
  const StopRequest request([&] { return guard && guard->signal() != 0; });
  const auto until = [&](double grace) { return Deadline(request, std::numeric_limits<double>::infinity(), grace); };
  const PosteriorDraws draws =
      resamples ? resample_from(saved.q, *loaded->model, draw_count, weight_draws, sample, until(kDrawsGrace))
                : draw_from(saved.q, loaded ? loaded->model.get() : nullptr, draw_count, sample.draws(), until(kDrawsGrace));
  const DrawsTable table = quantities != nullptr
                               ? quantities_table(saved.q, draws, *quantities, sample.quantities_seed(), until(kQuantitiesGrace))
                               : draws_table(saved.q, draws, saved.names, natural_scale_columns(saved.names));
  const int signal = guard ? guard->signal() : 0;
  guard.reset();
  const bool is_cut = table.draws.rows() < draw_count;
  if (is_cut) header.comments.push_back({"status", status_name(FitStatus::Interrupted)});
  const auto write = [&](std::ostream& out) { write_draws_csv(out, header, table); };
  if (output.empty()) {
    write(std::cout);
  } else {
    write_file(output, force, inputs, write);
  }
  return is_cut ? kSignal + signal : kSuccess;
}

}  // namespace

Subcommand draw_subcommand() {
  Subcommand command;
  command.name = "draw";
  command.summary = "more draws from a saved fit";
  command.positional = "Q.json";
  command.positional_help = "a saved q, as fit writes it: PREFIX.q.json";
  command.arguments = {{"draws", "N", "Draws", "number of draws (default: 1000)", "-n"},
                       {"seed", "N", "Draws", "seed of the random numbers (default: 1)"},
                       {"model", "MODEL", "Draws", "the model that was fitted: its log density at the draws, and a Stan model's own quantities"},
                       {"resample", "", "Draws", "draws resampled by importance weights (needs --model)"},
                       {"output", "FILE", "Output", "CSV file to write (default: standard output)"},
                       {"force", "", "Output", "replace the file if it exists"}};
  command.add_listed({"Model and data"});
  command.examples =
      "  g2t draw run.q.json -n 4000 --resample --model logistic --data train.svm\n"
      "  g2t draw run.q.json -n 10000 --output more.csv\n"
      "  g2t draw run.q.json -n 5 --seed 7";
  command.run = run_draw;
  return command;
}

}  // namespace g2t::cli
