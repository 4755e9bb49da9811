// Models in shared libraries that export the C interface of BridgeStan 2: compiled Stan programs.
#pragma once

#include <g2t/core/model.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace g2t {

class StanModel;

/// How a Stan model is made.
struct StanModelOptions {
  std::string library;            ///< path of the shared library
  std::string program;            ///< for messages: the file that the library is of; empty: the library
  std::string data;               ///< JSON text; empty: the program needs none
  std::string data_name = "data"; ///< for messages: the file that the text is from
  std::uint32_t seed = 1;         ///< of random numbers in transformed data
  /// False: without the constants of `~` statements, for libraries that offer nothing else.
  bool keeps_constants = true;
  /// What the library's messages say of the places of statements, and what they should say. Usually none.
  std::vector<std::pair<std::string, std::string>> places{};
  /// Makes the same model with fewer values, the first of these: called once, when a draw lacks some. For libraries that
  /// compute all values even where fewer are asked for; empty: the library leaves out the last itself.
  std::function<std::unique_ptr<StanModel>()> make_with_fewer_values;
};

/// Information that a library reports about itself.
struct StanModelInfo {
  std::string name;
  std::string stan_version;  ///< "2.39.0"; empty: not reported
  std::string bridge_version;
  bool has_threads = false;          ///< compiled with STAN_THREADS
  bool has_hessian_products = false; ///< of its own, not as differences of gradients
  bool has_draws = true;             ///< constrained values can be had
  std::vector<std::string> missing;  ///< optional functions that the library lacks
};

/// A compiled Stan program with its data: log density on the unconstrained scale with Jacobian and all constants.
///
/// Second derivatives are Hessian products of the library, or central differences of the gradient. Exceptions of the
/// model fail the draw and are counted by message. Thread-safe if compiled with STAN_THREADS. The library is loaded
/// with local symbols and stays loaded for the life of the process. What a model prints goes to standard error.
/// Source: Roualdes et al. (2023), "BridgeStan: efficient in-memory access to the methods of a Stan model".
class StanModel : public Model {
 public:
  [[nodiscard]] virtual const StanModelInfo& info() const = 0;
  /// Makes `prior` the model's prior().
  virtual void set_prior(std::unique_ptr<StanModel> prior) = 0;
};

/// @throws InputError if the library cannot be loaded or is none of BridgeStan 2, or if the model refuses the data; the
///         message holds the model's own and a hint
/// @throws InputError if the model has no parameters
std::unique_ptr<StanModel> make_stan_model(const StanModelOptions& options);

/// True if the library can be loaded, with all that it needs itself.
bool is_loadable_stan_library(const std::string& library);

}  // namespace g2t
