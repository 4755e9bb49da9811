// Which family and which terms a fit uses.
#include <g2t/control_variates/control_variates.hpp>
#include <g2t/core/invalid_setting.hpp>
#include <g2t/estimators/base_term.hpp>
#include <g2t/families/full_rank.hpp>
#include <g2t/families/mean_field.hpp>
#include <g2t/families/natural.hpp>
#include <g2t/inference/terms.hpp>

namespace g2t {

Structure chosen_structure(FamilyChoice family, Index dimension, Coordinates coordinates) {
  switch (family) {
    case FamilyChoice::MeanField: return Structure::Diagonal;
    case FamilyChoice::FullRank: return Structure::Dense;
    case FamilyChoice::LowRank: return Structure::LowRank;
    case FamilyChoice::Auto: break;
  }
  if (dimension <= kMaxFullRankParameters) return Structure::Dense;
  const bool is_low_rank = coordinates == Coordinates::Natural && dimension <= kMaxLowRankParameters;
  return is_low_rank ? Structure::LowRank : Structure::Diagonal;
}

std::unique_ptr<Family> make_family(const Gaussian& start, const FitOptions& options) {
  if (options.own_family) return options.own_family(start);
  if (options.coordinates == Coordinates::Natural) return make_natural(start);
  if (start.structure == Structure::Dense) return make_full_rank(start);
  if (start.structure == Structure::LowRank)
    throw InvalidSetting("start", "a low-rank q", "belongs to natural coordinates");
  return make_mean_field(start, options.scale_coordinate);
}

std::unique_ptr<NaturalFamily> make_natural_family(const Gaussian& q, const FitOptions& options) {
  if (!options.own_family) return make_natural(q);
  std::unique_ptr<Family> family = options.own_family(q);
  auto* const natural = dynamic_cast<NaturalFamily*>(family.get());
  if (natural == nullptr)
    throw InvalidSetting("own_family", "a family", "is no NaturalFamily, which {coordinates=natural} need");
  family.release();
  return std::unique_ptr<NaturalFamily>(natural);
}

std::vector<std::string> all_control_variates(const Model& model, Structure structure, const std::vector<OwnTerm>& own) {
  std::vector<std::string> names = available_control_variates(model, structure);
  for (const OwnTerm& term : own) names.push_back(term.name);
  return names;
}

TermSet make_terms(const Model& model, Structure structure, const std::vector<std::string>& control_variates,
                   const std::vector<OwnTerm>& own) {
  TermSet terms(make_base_term());
  std::vector<std::string> names = control_variates;
  if (names == std::vector<std::string>{"all"}) names = all_control_variates(model, structure, own);
  if (names == std::vector<std::string>{"none"}) names.clear();
  std::vector<const OwnTerm*> named;
  for (const OwnTerm& term : own)
    if (std::erase(names, term.name) > 0) named.push_back(&term);
  add_control_variates(names, model, structure, terms);
  for (const OwnTerm* const term : named) {
    std::unique_ptr<Term> made = term->make(model, structure);
    if (made == nullptr || made->name() != term->name)
      throw InvalidSetting("own_terms", term->name, "its function must make a term of this name");
    terms.add(std::move(made));
  }
  return terms;
}

}  // namespace g2t
