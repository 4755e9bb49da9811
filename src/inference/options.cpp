// Defaults that depend on the coordinates, and values that depend on several options.
#include <g2t/inference/options.hpp>

namespace g2t {

FitOptions plain_fit_options() {
  FitOptions options;
  options.coordinates = Coordinates::Plain;
  options.answer = AnswerWay::Gaussian;
  options.antithetic = false;
  options.split = Split::None;
  options.select_at = {0, 0.1, 0.5};
  return options;
}

SelectionRules FitOptions::selection_rules() const {
  SelectionRules out(decide_by);
  if (largest_weight) out.largest_weight = *largest_weight;
  return out;
}

}  // namespace g2t
