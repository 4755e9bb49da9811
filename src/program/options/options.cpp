// The kind of model of a name.
#include <g2t/program/options/options.hpp>

namespace g2t {

std::string model_kind(const std::string& model) {
  for (const char* const ending : {".stan", ".so"})
    if (model.ends_with(ending)) return ending;
  return model;
}

}  // namespace g2t
