// A fit a run, and threads that take runs from one list.
#include <g2t/program/files/fit_inputs.hpp>
#include <g2t/study/runner.hpp>

#include <g2t/core/in_parallel.hpp>
#include <g2t/core/stopwatch.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/program/options/option_list.hpp>
#include <study/run_queue.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <set>
#include <time.h>

namespace g2t {
namespace {

constexpr const char* kFailedRun = "failed";

double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

RunChoice choice_of(const SelectionRecord& record) {
  const SelectionEntry& choice = record.selection.choice();
  RunChoice out;
  out.elapsed_seconds = record.elapsed_seconds;
  out.iteration = record.iteration;
  out.name = choice.name;
  out.control_variates = choice.recipe.control_variates;
  out.weights = choice.recipe.weights;
  out.draws = choice.recipe.draws;
  out.squared_norm = choice.squared_norm;
  out.seconds = choice.seconds;
  out.base_squared_norm = std::numeric_limits<double>::quiet_NaN();
  for (const SelectionEntry& entry : record.selection.entries) {
    if (!entry.recipe.control_variates.empty()) continue;
    out.base_squared_norm = entry.squared_norm;
    out.base_seconds = entry.seconds;
  }
  return out;
}

RunTrace trace_of(const std::vector<TracePoint>& points) {
  const Index count = static_cast<Index>(points.size());
  RunTrace out{Vector(count), Vector(count), Vector(count), Vector(count)};
  for (Index i = 0; i < count; ++i) {
    const TracePoint& point = points[static_cast<std::size_t>(i)];
    out.seconds[i] = point.elapsed_seconds;
    out.iteration[i] = static_cast<double>(point.iteration);
    out.elbo[i] = point.elbo.value;
    out.elbo_se[i] = point.elbo.standard_error;
  }
  return out;
}

void fill_in(const FitResult& result, RunRecord& record) {
  for (const SelectionRecord& selection : result.selections) record.choices.push_back(choice_of(selection));
  if (!record.costs && !result.selections.empty()) record.costs = result.selections.back().selection.costs;
  record.trace = trace_of(result.trace);
  record.is_exact = result.elbo.is_exact;
  if (record.is_exact) record.trace.elbo_se.resize(0);
  record.status = status_name(result.status);
  record.final_step_size = result.step_size;
  record.iterations = result.iterations;
  record.gradient_draws = result.gradient_draws;
  record.seconds = result.seconds.total;
  record.selection_seconds = result.seconds.selection;
  record.step_seconds = result.iterations > 0 ? result.seconds.steps / static_cast<double>(result.iterations) : 0;
}

}  // namespace

std::vector<RunKey> runs_to_do(const StudyPlan& plan, const std::vector<RunKey>& done, const StudyShare& share) {
  const std::set<RunKey> finished(done.begin(), done.end());
  const std::vector<std::vector<RunKey>> blocks = plan.blocks();
  std::vector<RunKey> out;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (static_cast<Index>(i) % share.count == share.number - 1)
      for (const RunKey& key : blocks[i])
        if (finished.count(key) == 0) out.push_back(key);
  return out;
}

RunRecord run_once(const StudyPlan& plan, const StudyData& data, const RunKey& key,
                   const std::function<bool()>& should_stop) {
  const ModelPlan& model = plan.model(key.model);
  const Options options = plan.options(key);
  FitOptions settings = fit_options(options);
  RunRecord record;
  record.key = key;
  record.role = plan.estimator(key.estimator).role;
  record.seed = options.fit.seed;
  record.settings = settings_json(options);
  record.clock = clock_name(plan.settings.clock);
  record.budget_seconds = model.budget_seconds;
  record.environment = this_environment();
  if (plan.settings.clock == StudyClock::CostModel) {
    record.costs = options.fit.coordinates == Coordinates::Natural ? *model.natural : model.plain;
    settings.costs = record.costs;
  }
  settings.answer = AnswerWay::Gaussian;  // estimators are compared, not answers
  FitHooks hooks;
  hooks.should_stop = should_stop;
  hooks.is_report_extra = true;
  const Stopwatch wall;
  const double cpu = thread_cpu_seconds();
  try {
    fill_in(fit(data.model(key.model), settings, hooks), record);
  } catch (const std::bad_alloc&) {
    throw;  // says nothing about the run: it is made again later
  } catch (const std::exception& error) {
    record.status = kFailedRun;
    record.message = error.what();
  }
  record.wall_seconds = wall.seconds();
  record.cpu_seconds = thread_cpu_seconds() - cpu;
  return record;
}

void run_all(const StudyPlan& plan, const StudyData& data, const std::vector<RunKey>& keys, Index jobs,
             const std::function<void(const RunRecord&)>& keep, const std::function<bool()>& should_stop) {
  study::RunQueue queue(keys, [&](const RunKey& key) { return data.exclusive_group(key.model); });
  std::mutex keeping;
  std::exception_ptr failure;
  const auto is_over = [&] { return queue.is_closed() || (should_stop && should_stop()); };
  const auto run = [&](const RunKey& key) {
    if (is_over()) return queue.close();
    const RunRecord record = run_once(plan, data, key, is_over);
    if (record.status == status_name(FitStatus::Interrupted)) return queue.close();
    const std::lock_guard<std::mutex> lock(keeping);
    keep(record);
  };
  const auto work = [&] {
    try {
      while (queue.run_next(run)) {
      }
    } catch (...) {
      queue.close();
      const std::lock_guard<std::mutex> lock(keeping);
      if (!failure) failure = std::current_exception();
    }
  };
  in_parallel(static_cast<std::size_t>(std::min(jobs, static_cast<Index>(keys.size()))), [&](std::size_t) { work(); });
  if (failure) std::rethrow_exception(failure);
}

}  // namespace g2t
