// Names begin with the kind; pieces of one kind share its computations.
#include <inference/choice/trial_terms.h>

#include <algorithm>
#include <set>

namespace g2t {
namespace {

constexpr double kCheapShare = 0.1;  // of a draw of the model, for a term that takes no derivatives of it

std::string kind_of(const std::string& name) { return name.substr(0, name.find('.')); }

bool has_products(const std::string& kind) { return kind == "taylor" || kind == "taylor-products"; }

bool has_expansion(const std::string& name) {
  const std::string kind = kind_of(name);
  return has_products(kind) || kind == "anchored-taylor";
}

}  // namespace

double trial_draws(const std::vector<std::string>& control_variates, const TrialSize& size) {
  const double moments = static_cast<double>(size.moment_draws);
  const double evaluations = moments + static_cast<double>(size.cost_draws);
  double draws = moments;
  std::set<std::string> kinds;
  for (const std::string& name : control_variates) kinds.insert(kind_of(name));
  for (const std::string& kind : kinds) {
    draws += (has_products(kind) ? 1 : kCheapShare) * evaluations;
    if (kind == "anchored-taylor") draws += static_cast<double>(size.dimension);
  }
  return draws;
}

std::vector<std::string> affordable_trial(const std::vector<std::string>& control_variates, const TrialSize& size,
                                          double max_draws) {
  std::vector<std::string> names = control_variates;
  if (trial_draws(names, size) <= max_draws) return names;
  std::erase_if(names, has_expansion);
  if (!names.empty() && trial_draws(names, size) <= max_draws) return names;
  return {};
}

}  // namespace g2t
