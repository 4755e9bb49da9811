// What a study consists of, and the options of each run.
#include <g2t/study/plan.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/program/options/option_list.hpp>
#include <g2t/io/number.hpp>

#include <algorithm>

namespace g2t {
namespace {

const std::string& name_of(const ModelPlan& plan) { return plan.model.name; }
const std::string& name_of(const StudyEstimator& estimator) { return estimator.name; }

template <class Member>
const Member& member_named(const std::vector<Member>& members, const std::string& name, const char* what) {
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const Member& member) { return name_of(member) == name; });
  if (found == members.end()) throw InvalidArgument("study", what, "'" + name + "'", "takes no part in this study");
  return *found;
}

}  // namespace

const ModelPlan& StudyPlan::model(const std::string& name) const { return member_named(models, name, "model"); }

const StudyEstimator& StudyPlan::estimator(const std::string& name) const {
  return member_named(settings.estimators, name, "estimator");
}

std::vector<std::vector<RunKey>> StudyPlan::blocks() const {
  std::vector<std::vector<RunKey>> out;
  for (Index repetition = 1; repetition <= settings.repetitions; ++repetition)
    for (std::size_t i = 0; i < std::max<std::size_t>(settings.step_sizes.size(), 1); ++i)
      for (const ModelPlan& plan : models) {
        std::vector<RunKey> block;
        for (const StudyEstimator& estimator : settings.estimators) {
          RunKey key{plan.model.name, estimator.name, std::nullopt, repetition};
          if (estimator.takes_step_size() && i < settings.step_sizes.size()) key.step_size = settings.step_sizes[i];
          if (estimator.takes_step_size() ? key.step_size.has_value() : i == 0) block.push_back(key);
        }
        out.push_back(std::move(block));
      }
  return out;
}

std::vector<RunKey> StudyPlan::runs() const {
  std::vector<RunKey> out;
  for (const std::vector<RunKey>& block : blocks()) out.insert(out.end(), block.begin(), block.end());
  return out;
}

Options StudyPlan::options(const RunKey& key) const {
  const ModelPlan& plan = model(key.model);
  const StudyEstimator& run = estimator(key.estimator);
  GivenOptions given = plan.model.options(run.is_natural());
  given.insert(given.end(), run.given.begin(), run.given.end());
  if (key.step_size) {
    given.emplace_back("step-size", format_number(*key.step_size));
    given.emplace_back("keep-step-size", "true");
  }
  given.emplace_back("time-budget", format_number(plan.budget_seconds));
  given.emplace_back("seed", std::to_string(settings.seed + static_cast<std::uint64_t>(key.repetition) - 1));
  return make_options(plan.model.model, given);
}

}  // namespace g2t
