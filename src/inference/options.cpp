// Defaults that depend on the coordinates.
#include <g2t/inference/options.hpp>

namespace g2t {

FitOptions plain_fit_options() {
  FitOptions options;
  options.coordinates = Coordinates::Plain;
  options.antithetic = false;
  options.split = Split::None;
  options.select_at = {0, 0.1, 0.5};
  return options;
}

}  // namespace g2t
