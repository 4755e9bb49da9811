// The estimators and models that studies know by name.
#include <study/named_options.h>

#include <g2t/program/options/default_options.hpp>
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/nearest.hpp>
#include <g2t/program/models/load_model.hpp>
#include <io/text_file.hpp>

#include <algorithm>

namespace g2t {
namespace {

constexpr const char* kPaperTerms = "entropy,taylor,prior";

// As published, also on models with other defaults; later options replace earlier ones.
GivenOptions published(const GivenOptions& more) {
  GivenOptions out = {{"draws", "5"}, {"averaging", "none"}};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

GivenOptions published_choice(const GivenOptions& more) {
  GivenOptions out = published({{"select-at", "0,0.1,0.5"}, {"reselect", "planned"}, {"decide-by", "plug-in"}});
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

// The weights of a subset, fitted again at each selection.
StudyEstimator fixed_subset(const std::string& list) {
  std::string names = list;
  std::replace(names.begin(), names.end(), '+', ',');
  return {"fixed:" + list, EstimatorRole::Fixed,
          published_choice({{"largest-weight", "none"}, {"estimator", "fixed"}, {"control-variates", names}})};
}

StudyEstimator automatic(const std::string& name, EstimatorRole role, const GivenOptions& more) {
  GivenOptions given =
      published_choice({{"largest-weight", "none"}, {"estimator", "auto"}, {"control-variates", kPaperTerms}});
  given.insert(given.end(), more.begin(), more.end());
  return {name, role, given};
}

const std::vector<StudyEstimator>& built_in() {
  static const std::vector<StudyEstimator> all = [] {
    std::vector<StudyEstimator> out;
    for (const char* recipe : {"rep", "stl", "miller"})
      out.push_back({recipe, EstimatorRole::Fixed, published({{"estimator", recipe}})});
    for (const char* list : {"none", "entropy", "taylor", "prior", "entropy+taylor", "entropy+prior", "taylor+prior",
                             "entropy+taylor+prior"})
      out.push_back(fixed_subset(list));
    const auto add = [&](const std::string& name, EstimatorRole role, const GivenOptions& more) {
      out.push_back(automatic(name, role, more));
    };
    out.push_back({"pool", EstimatorRole::Chosen, published_choice({{"pool", "rep,stl,miller"}})});
    add("auto", EstimatorRole::Chosen, {});
    add("auto-once", EstimatorRole::Chosen, {{"select-at", "0"}});
    add("auto-bounded", EstimatorRole::Ours,
        {{"decide-by", "cross-fit"}, {"reselect", "drift"}, {"largest-weight", "2"}});
    add("auto-drift", EstimatorRole::Ours, {{"decide-by", "cross-fit"}, {"reselect", "drift"}});
    add("auto-scaled", EstimatorRole::Ours, {{"when-changed", "scale"}});
    add("auto-raced", EstimatorRole::Ours, {{"when-changed", "race"}});
    add("auto-anchored", EstimatorRole::Ours, {{"control-variates", "entropy,taylor,prior,anchored-taylor"}});
    add("auto-blocks", EstimatorRole::Ours, {{"split", "blocks"}});
    add("auto-draws", EstimatorRole::Ours, {{"draws", "auto"}});
    out.push_back({"natural", EstimatorRole::Ours, {{"coordinates", "natural"}, {"tolerance", "0.02"}}});
    return out;
  }();
  return all;
}

bool is_file(const std::string& name) { return name.ends_with(".json"); }

Json read_document(const std::string& file) { return io::parse_json(io::read_text_file(file), file); }

void add_estimator(const StudyEstimator& estimator, std::vector<StudyEstimator>& out) {
  add_members(std::vector<StudyEstimator>{estimator}, "estimators", out);
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
      const Json document = read_document(name);
      add_estimator(study::read_estimator(io::JsonNode(document, name)), out);
    } else if (name.starts_with("fixed:")) {
      add_estimator(fixed_subset(name.substr(6)), out);
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
      const Json document = read_document(name);
      add_members(std::vector<StudyModel>{study::read_model_file(io::JsonNode(document, name))}, "models", out);
    } else if (name == "all") {
      for (const std::string& preset : presets)
        add_members(std::vector<StudyModel>{{preset, preset, {}, {}, {}}}, "models", out);
    } else if (contains(presets, name)) {
      add_members(std::vector<StudyModel>{{name, name, {}, {}, {}}}, "models", out);
    } else {
      throw InvalidArgument(
          "study", "models", "'" + name + "'",
          "a preset, all, or a .json file that says model and options is needed" + did_you_mean(name, presets));
    }
  }
  return out;
}

}  // namespace g2t
