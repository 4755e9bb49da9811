// A table of the kinds: name, what it needs, how it is made.
#include <g2t/control_variates/control_variates.hpp>

#include <g2t/control_variates/anchored_taylor_term.hpp>
#include <g2t/control_variates/entropy_term.hpp>
#include <g2t/control_variates/prior_term.hpp>
#include <g2t/control_variates/taylor_term.hpp>
#include <g2t/core/errors.hpp>

#include <fmt/format.h>

#include <functional>

namespace g2t {
namespace {

std::string lacks_curvature(const Model& model, Structure) {
  return model.curvature() != nullptr ? "" : "it needs second derivatives, which this model does not offer";
}

std::string lacks_prior(const Model& model, Structure structure) {
  if (model.prior() == nullptr) return "it needs the prior alone, which this model does not offer";
  const Expectation* expectation = model.prior()->expectation();
  if (expectation != nullptr && expectation->supports(structure)) return "";
  return "it needs the prior's exact expectations under a " + family_name(structure) + " Gaussian";
}

struct Entry {
  ControlVariateKind kind;
  std::string (*reason_unavailable)(const Model&, Structure);
  std::unique_ptr<Term> (*make)(const Model&, TaylorExpansion*);
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"entropy", "the score of q itself (with weight -1: sticking the landing)"},
       [](const Model&, Structure) { return std::string(); },
       [](const Model&, TaylorExpansion*) { return make_entropy_term(); }},
      {{"taylor", "second-order Taylor expansion of the log density at q's mean"},
       lacks_curvature,
       [](const Model&, TaylorExpansion* expansion) { return make_taylor_term(*expansion); }},
      {{"taylor-products", "the expansion's products for the mean, its gradient alone for the scale"},
       lacks_curvature,
       [](const Model&, TaylorExpansion* expansion) { return make_taylor_products_term(*expansion); }},
      {{"anchored-taylor", "an expansion that stays at q's mean of the last selection"},
       [](const Model& model, Structure) {
         return model.dimension() <= kMostAnchoredParameters
                    ? std::string()
                    : fmt::format("its Hessian is kept for up to {} parameters only", kMostAnchoredParameters);
       },
       [](const Model& model, TaylorExpansion*) { return make_anchored_taylor_term(model); }},
      {{"prior", "the score of the prior"},
       lacks_prior,
       [](const Model& model, TaylorExpansion*) { return make_prior_term(*model.prior()); }},
  };
  return all;
}

const Entry& entry_of(const std::string& name) {
  std::string known;
  for (const Entry& entry : entries()) {
    if (entry.kind.name == name) return entry;
    known += (known.empty() ? "" : ", ") + entry.kind.name;
  }
  throw InvalidArgument("control_variates", "name", name, "unknown control variate; there are " + known);
}

}  // namespace

const std::vector<ControlVariateKind>& control_variate_kinds() {
  static const std::vector<ControlVariateKind> kinds = [] {
    std::vector<ControlVariateKind> out;
    for (const Entry& entry : entries()) out.push_back(entry.kind);
    return out;
  }();
  return kinds;
}

std::string reason_unavailable(const std::string& name, const Model& model, Structure structure) {
  return entry_of(name).reason_unavailable(model, structure);
}

std::vector<std::string> available_control_variates(const Model& model, Structure structure) {
  std::vector<std::string> names;
  for (const Entry& entry : entries())
    if (entry.reason_unavailable(model, structure).empty()) names.push_back(entry.kind.name);
  return names;
}

void add_control_variates(const std::vector<std::string>& names, const Model& model, Structure structure,
                          TermSet& terms) {
  TaylorExpansion* expansion = nullptr;
  for (const std::string& name : names) {
    const Entry& entry = entry_of(name);
    const std::string reason = entry.reason_unavailable(model, structure);
    if (!reason.empty()) throw InvalidArgument("add_control_variates", "name", name, reason);
    if (expansion == nullptr && model.curvature() != nullptr) {
      std::unique_ptr<TaylorExpansion> owned = std::make_unique<TaylorExpansion>(model);
      expansion = owned.get();
      terms.add_shared_work(std::move(owned));
    }
    terms.add(entry.make(model, expansion));
  }
}

}  // namespace g2t
