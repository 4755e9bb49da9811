// Which family and which terms a fit uses.
#include <g2t/control_variates/control_variates.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/estimators/base_term.hpp>
#include <g2t/families/full_rank.hpp>
#include <g2t/families/mean_field.hpp>
#include <g2t/families/natural.hpp>
#include <g2t/inference/terms.hpp>

namespace g2t {

Structure chosen_structure(FamilyChoice family, Index dimension) {
  switch (family) {
    case FamilyChoice::MeanField: return Structure::Diagonal;
    case FamilyChoice::FullRank: return Structure::Dense;
    case FamilyChoice::Auto: break;
  }
  return dimension <= kMostFullRankParameters ? Structure::Dense : Structure::Diagonal;
}

std::unique_ptr<Family> make_family(const Gaussian& start, const FitOptions& options) {
  if (options.coordinates == Coordinates::Natural) return make_natural(start);
  if (start.structure == Structure::Dense) return make_full_rank(start);
  return make_mean_field(start, options.scale_coordinate);
}

TermSet make_terms(const Model& model, Structure structure, const std::vector<std::string>& control_variates) {
  TermSet terms(make_base_term());
  std::vector<std::string> names = control_variates;
  if (names == std::vector<std::string>{"all"}) names = available_control_variates(model, structure);
  if (names == std::vector<std::string>{"none"}) names.clear();
  add_control_variates(names, model, structure, terms);
  return terms;
}

}  // namespace g2t
