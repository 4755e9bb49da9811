// The estimators and models that studies know by name.
#include <study/named_options.h>

#include <g2t/core/errors.hpp>
#include <g2t/core/nearest.hpp>
#include <g2t/inference/load_model.hpp>
#include <io/text_file.hpp>

#include <algorithm>

namespace g2t {
namespace {

constexpr const char* kPaperTerms = "entropy,taylor,prior";

// The weights of a subset, fitted anew at each selection.
StudyEstimator fixed_subset(const std::string& list, EstimatorRole role) {
  std::string names = list;
  std::replace(names.begin(), names.end(), '+', ',');
  return {"fixed:" + list, role, {{"estimator", "fixed"}, {"control-variates", names}}};
}

const std::vector<StudyEstimator>& built_in() {
  static const std::vector<StudyEstimator> all = [] {
    std::vector<StudyEstimator> out;
    for (const char* recipe : {"rep", "stl", "miller"})
      out.push_back({recipe, EstimatorRole::Fixed, {{"estimator", recipe}}});
    for (const char* list : {"none", "entropy", "taylor", "prior", "entropy+taylor", "entropy+prior", "taylor+prior",
                             "entropy+taylor+prior"})
      out.push_back(fixed_subset(list, EstimatorRole::Fixed));
    const auto add = [&](const std::string& name, EstimatorRole role, const GivenOptions& more) {
      GivenOptions given = {{"estimator", "auto"}, {"control-variates", kPaperTerms}};
      given.insert(given.end(), more.begin(), more.end());
      out.push_back({name, role, given});
    };
    out.push_back({"pool", EstimatorRole::Chosen, {{"pool", "rep,stl,miller"}}});
    add("auto", EstimatorRole::Chosen, {});
    add("auto-once", EstimatorRole::Chosen, {{"select-at", "0"}});
    add("auto-drift", EstimatorRole::Ours, {{"decide-by", "cross-fit"}, {"reselect", "drift"}});
    add("auto-scaled", EstimatorRole::Ours, {{"when-changed", "scale"}});
    add("auto-raced", EstimatorRole::Ours, {{"when-changed", "race"}});
    out.push_back({"auto-anchored", EstimatorRole::Ours,
                   {{"estimator", "auto"}, {"control-variates", "entropy,taylor,prior,anchored-taylor"}}});
    add("auto-blocks", EstimatorRole::Ours, {{"split", "blocks"}});
    add("auto-draws", EstimatorRole::Ours, {{"draws", "auto"}});
    out.push_back({"natural", EstimatorRole::Ours, {{"coordinates", "natural"}}});
    return out;
  }();
  return all;
}

bool is_file(const std::string& name) { return name.ends_with(".json"); }

io::Json read_document(const std::string& file) { return io::parse_json(io::read_text_file(file), file); }

void add_estimator(const StudyEstimator& estimator, std::vector<StudyEstimator>& out) {
  const bool is_there = std::any_of(out.begin(), out.end(), [&](const auto& other) { return other.name == estimator.name; });
  if (!is_there) out.push_back(estimator);
}

}  // namespace

std::vector<std::string> study_estimator_names() {
  std::vector<std::string> names;
  for (const StudyEstimator& estimator : built_in()) names.push_back(estimator.name);
  return names;
}

std::vector<StudyEstimator> study_estimators(const std::vector<std::string>& names) {
  std::vector<StudyEstimator> out;
  for (const std::string& name : names) {
    bool is_found = false;
    for (const StudyEstimator& estimator : built_in()) {
      const bool is_ours = estimator.role == EstimatorRole::Ours;
      if (name != estimator.name && name != "all" && name != (is_ours ? "ours" : "paper")) continue;
      is_found = true;
      add_estimator(estimator, out);
    }
    if (is_found) continue;
    if (is_file(name)) {
      const io::Json document = read_document(name);
      add_estimator(study::read_estimator(io::JsonNode(document, name)), out);
    } else if (name.starts_with("fixed:")) {
      add_estimator(fixed_subset(name.substr(6), EstimatorRole::Fixed), out);
    } else {
      std::vector<std::string> words = study_estimator_names();
      words.insert(words.end(), {"paper", "ours", "all"});
      throw InvalidArgument("study", "estimators", "'" + name + "'",
                            "there is no such estimator, and it names no .json file" + did_you_mean(name, words));
    }
  }
  return out;
}

std::vector<StudyModel> study_models(const std::vector<std::string>& names) {
  std::vector<StudyModel> out;
  for (const std::string& name : names) {
    const std::vector<std::string>& presets = preset_names();
    if (is_file(name)) {
      const io::Json document = read_document(name);
      out.push_back(study::read_model(io::JsonNode(document, name)));
    } else if (name == "all") {
      for (const std::string& preset : presets) out.push_back({preset, preset, {}, {}, {}});
    } else if (std::find(presets.begin(), presets.end(), name) != presets.end()) {
      out.push_back({name, name, {}, {}, {}});
    } else {
      throw InvalidArgument("study", "models", "'" + name + "'",
                            "a preset, all, or a .json file that says model and options is needed" +
                                did_you_mean(name, presets));
    }
  }
  return out;
}

}  // namespace g2t
