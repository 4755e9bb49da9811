// The door for users' own log densities: a plain struct, or functions, become a Model.
#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/models/struct_model.hpp>
#include <models/function_model.hpp>

namespace g2t {

std::unique_ptr<Model> make_model(ModelFunctions functions) {
  const Index dimension = functions.dimension;
  if (dimension <= 0) {
    throw InvalidArgument("make_model", "dimension()", std::to_string(dimension), "must be positive");
  }
  if (!functions.log_density && !functions.log_density_batch) {
    throw InvalidArgument("make_model", "log_density", "none", "must be given");
  }
  if (!functions.parameter_names) {
    functions.parameter_names.emplace();
    for (Index i = 1; i <= dimension; ++i) functions.parameter_names->push_back("z" + std::to_string(i));
  }
  const std::string needed = "the model has " + std::to_string(dimension) + " parameters";
  const std::size_t name_count = functions.parameter_names->size();
  if (static_cast<Index>(name_count) != dimension) {
    throw InvalidArgument("make_model", "parameter_names()", std::to_string(name_count) + " names", needed);
  }
  if (functions.prior && functions.prior->dimension() != dimension) {
    throw InvalidArgument("make_model", "prior()", std::to_string(functions.prior->dimension()) + " parameters",
                          needed);
  }
  return std::make_unique<models::FunctionModel>(std::move(functions));
}

}  // namespace g2t
