// What a run had learned when it ended, as another fit takes it.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/inference/options.hpp>

#include <string>
#include <vector>

namespace g2t {

/// FitResult::state holds it and FitStart takes it; what is in it is the library's own.
class RunState {
 public:
  virtual ~RunState() = default;

  bool is_natural = false;  ///< by coordinates
  Structure structure = Structure::Diagonal;
  std::vector<std::string> parameter_names;
  std::vector<std::string> terms;  ///< that the run could use, the base first
  FitOptions options;              ///< of the run, but for its start
  double elapsed_seconds = 0;      ///< by its clock
};

}  // namespace g2t
