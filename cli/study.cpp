// g2t study: many estimators on the same models and the same time, with every run kept.
#include "errors.hpp"
#include "input_files.hpp"
#include "interrupt.hpp"
#include "ranks.hpp"
#include "study_progress.hpp"
#include "study_settings.hpp"
#include "study_text.hpp"
#include "subcommand.hpp"
#include "text.hpp"
#include "write_file.hpp"

#include <g2t/core/contains.hpp>
#include <g2t/core/printable.hpp>

#include <g2t/core/stopwatch.hpp>
#include <g2t/io/number.hpp>
#include <g2t/study/folder.hpp>
#include <g2t/study/runner.hpp>
#include <g2t/study/tables.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <thread>

namespace g2t::cli {
namespace {

StudyShare read_share(const Arguments& arguments, const Ranks& ranks) {
  if (!arguments.has("share")) return {ranks.number() + 1, ranks.count()};
  if (ranks.count() > 1) throw UsageError("--share is for processes that mpirun did not start");
  const std::string text = arguments.text("share");
  const std::size_t slash = text.find('/');
  const std::optional<Index> number = parse_count(text.substr(0, slash));
  const std::optional<Index> count = slash == std::string::npos ? std::nullopt : parse_count(text.substr(slash + 1));
  if (!number || !count || *number < 1 || *number > *count)
    throw UsageError(fmt::format("--share = '{}': K/N is needed, the K-th of N parts", text));
  return {*number, *count};
}

// Models of the paper without data are left out with a message, unless they were named.
void leave_out_missing(const Arguments& arguments, StudySettings& settings) {
  if (arguments.text("models", "all") != "all") return;
  std::erase_if(settings.models, [&](const StudyModel& model) {
    try {
      const StudyData data({model}, arguments.text("data-dir"));
      return false;
    } catch (const InputError& error) {
      if (!arguments.is_set("quiet")) std::cerr << printable("without " + model.name + ": " + message_of(error)) << "\n";
      return true;
    }
  });
  if (settings.models.empty()) throw UsageError("no model has its data: give their folder with --data-dir");
}

std::vector<ModelPlan> known_plans(const Arguments& arguments, const std::optional<StudyPlan>& before) {
  if (before) return before->models;
  if (!arguments.has("costs")) return {};
  return read_study(arguments.text("costs")).models;
}

// A study.json may be of another person: what it says is not run unless the command line names it too.
void refuse_unnamed_programs(const Arguments& arguments, const std::string& folder, const StudyPlan& plan) {
  const std::vector<StudyModel> named =
      arguments.has("models") ? study_models(arguments.list("models")) : std::vector<StudyModel>{};
  for (const ModelPlan& model : plan.models) {
    const std::string& program = model.model.model;
    const std::string kind = model_kind(program);
    if ((kind == ".so" || kind == ".stan") && !contains(named, model.model))
      throw UsageError(fmt::format("{} names the program {}, which is run only if --models names its .json file again",
                                   study_file_path(folder), program));
  }
}

// True if it was made.
bool open_folder(const std::string& folder, bool resumes) {
  if (folder.empty()) throw UsageError("--output FOLDER is needed: where the runs are kept");
  if (is_study(folder) && !resumes)
    throw UsageError(fmt::format("{} holds a study already: --resume continues it; or name another folder", folder));
  if (resumes && !is_study(folder)) throw UsageError(fmt::format("there is no study in {} to resume", folder));
  if (!resumes && !read_runs(folder).empty())
    throw UsageError(fmt::format("{} holds runs without their study.json: name another folder", folder));
  std::error_code error;
  const bool is_new = std::filesystem::create_directories(folder, error);
  if (error) throw InputError({folder}, error.message());
  return is_new;
}

Index default_jobs(const Ranks& ranks) {
  return std::max<Index>(1, static_cast<Index>(std::thread::hardware_concurrency()) / ranks.count_here());
}

StudyPlan extended(const Arguments& arguments, StudySettings settings, const std::optional<StudyPlan>& before) {
  if (!before) leave_out_missing(arguments, settings);
  const StudyData data(settings.models, arguments.text("data-dir"));
  return as_usage([&] {
    return plan_study(settings, data, known_plans(arguments, before), [&](const std::string& what) {
      if (!arguments.is_set("quiet")) std::cerr << printable(what) << "\n";
    });
  });
}

std::vector<std::string> inputs_of(const Arguments& arguments, const StudyPlan& plan) {
  std::vector<std::string> files = input_files(arguments);
  for (const std::string& file : input_files(plan.settings)) files.push_back(file);
  return files;
}

StudyPlan make_or_read_plan(const Arguments& arguments, const std::string& folder) {
  std::optional<StudyPlan> plan = arguments.is_set("resume") ? std::optional(read_study(folder)) : std::nullopt;
  if (plan) refuse_unnamed_programs(arguments, folder, *plan);
  const StudySettings settings = study_settings(arguments, plan);
  const bool has_more = arguments.has("models") || arguments.has("estimators") || arguments.has("step-sizes") ||
                        arguments.has("repetitions");
  if (!plan || has_more) {
    plan = extended(arguments, settings, plan);
    write_study(folder, *plan, inputs_of(arguments, *plan));
  }
  return *plan;
}

// The plan of the first process, written where all find it. What cannot be planned leaves no folder behind.
StudyPlan make_plan(const Arguments& arguments, const Ranks& ranks, const std::string& folder) {
  std::string text;
  if (ranks.is_first()) {
    const bool is_new = open_folder(folder, arguments.is_set("resume"));
    try {
      text = to_json(make_or_read_plan(arguments, folder));
    } catch (...) {
      std::error_code ignored;
      if (is_new) std::filesystem::remove(folder, ignored);
      throw;
    }
  }
  return parse_study(ranks.from_first(text), study_file_path(folder));
}

// Tables of what there is, on the terminal and as files.
void report(const std::string& folder, std::size_t planned, const std::vector<std::string>& inputs) {
  const std::vector<RunRecord> runs = read_runs(folder);
  if (!runs.empty()) {
    const StudySummary summary = summarize(runs);
    std::cout << printable(study_text(summary));
    for (const std::string& path : write_tables(folder, summary, inputs)) std::cout << path << "\n";
  }
  std::cout << fmt::format("{} of {} runs in {}{}\n", runs.size(), planned, folder,
                           runs.size() < planned ? "; --resume continues" : "");
  if (!runs.empty()) std::cout << fmt::format("g2t report {} makes a page of them\n", folder);
}

void say_failed(const RunRecord& record) {
  std::cerr << printable(fmt::format("{} on {}, repetition {}, failed: {}", record.key.estimator, record.key.model,
                                     record.key.repetition, record.message))
            << "\n";
}

int run_study(const Arguments& arguments) {
  if (arguments.is_set("quick") && arguments.is_set("paper")) throw UsageError("--quick and --paper: give one of them");
  const Ranks ranks;
  const std::string folder = arguments.text("output");
  const StudyShare share = read_share(arguments, ranks);
  const Index jobs = arguments.count("jobs", default_jobs(ranks), 1);
  const double max_seconds = arguments.has("stop-after") ? arguments.seconds("stop-after") : 1e9;
  const StudyPlan plan = make_plan(arguments, ranks, folder);
  const std::vector<std::string> inputs = inputs_of(arguments, plan);
  const std::string log_file = run_log_path(folder, share.number, share.count);
  check_file(log_file, true, inputs);
  std::vector<RunKey> done;
  for (const RunRecord& record : read_runs(folder)) done.push_back(record.key);
  ranks.meet();  // all have read the logs before any adds to them
  const std::vector<RunKey> keys = runs_to_do(plan, done, share);

  const InterruptGuard guard;
  const Stopwatch watch;
  const auto should_stop = [&] { return guard.signal() != 0 || watch.seconds() > max_seconds; };
  if (!keys.empty()) {
    const StudyData data(plan.settings.models, arguments.text("data-dir"));
    RunLog log(log_file);
    StudyProgress progress(plan, keys, jobs, ranks.is_first() && !arguments.is_set("quiet"));
    run_all(
        plan, data, keys, jobs,
        [&](const RunRecord& record) {
          log.add(record);
          progress.add(record);
          if (!record.message.empty()) say_failed(record);
        },
        should_stop);
  }
  ranks.meet();
  if (!ranks.is_first()) return kSuccess;
  report(folder, plan.runs().size(), inputs);
  return guard.signal() != 0 ? kSignal + guard.signal() : static_cast<int>(kSuccess);
}

}  // namespace

Subcommand study_subcommand() {
  Subcommand command;
  command.name = "study";
  command.summary = "compare estimators on models, with the same time for all: tables, figures, raw results";
  command.arguments = {
      {"paper", "", "Preset", "everything as published (the default): five models, twelve step sizes, 20 repetitions"},
      {"quick", "", "Preset",
       "about five minutes on two cores: two step sizes, two repetitions, 3000 base steps a run"},
      {"models", "NAME,...", "What", "all, presets, or .json files that say name, model and options"},
      {"estimators", "NAME,...", "What", "paper, ours, all, names, fixed:A+B for a subset, or .json files"},
      {"step-sizes", "X,...", "What", "each estimator runs with each of them, unless it determines its own"},
      {"repetitions", "N", "What", "runs of each kind, with seeds from --seed on"},
      {"budget-steps", "N", "What", "a run gets the time of this many steps of the base estimator (default: 20000)"},
      {"budget", "TIME", "What", "or this time, the same for all models"},
      {"clock", "wall|cost-model", "What",
       "wall-clock time, or time by a measured cost table: repeatable, under any load"},
      {"seed", "N", "What", "seed of the first repetition (default: 1)"},
      {"costs", "FOLDER", "What", "take cost tables and budgets from this study instead of measuring them"},
      {"output", "FOLDER", "Runs", "folder of study.json, runs.jsonl (a line per run) and the tables"},
      {"resume", "", "Runs", "continue the study in --output; named models, estimators, sizes are added to it"},
      {"jobs", "N", "Runs", "runs at a time (default: the number of processors)"},
      {"share", "K/N", "Runs", "only the K-th of N parts of the runs, for several machines that share a study.json"},
      {"stop-after", "TIME", "Runs", "stop then; unfinished runs are dropped"}};
  command.add_listed({}, {"data-dir", "quiet"});
  command.examples =
      "  g2t study --quick --data-dir data --output out\n"
      "  g2t study --paper --clock cost-model --output out --stop-after 8h\n"
      "  g2t study --output out --resume --estimators mine.json\n"
      "  mpirun -n 4 g2t study --paper --clock cost-model --output out --jobs 1";
  command.shares_work = true;
  command.run = run_study;
  return command;
}

}  // namespace g2t::cli
