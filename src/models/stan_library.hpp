// A shared library with the C interface of BridgeStan 2, loaded once and never unloaded.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

struct bs_model;  // the names of the interface
struct bs_rng;

namespace g2t::models {

/// The functions of the interface; those that a library may lack are null then. Each returns 0, or -1 and a message.
class StanLibrary {
 public:
  /// @throws InputError naming the library
  static std::shared_ptr<const StanLibrary> open(const std::string& path);

  using Error = char*;
  using PrintCallback = void (*)(const char* text, std::size_t size);

  void (*free_error_msg)(char*) = nullptr;
  bs_model* (*model_construct)(const char* data, unsigned seed, Error* error) = nullptr;
  void (*model_destruct)(bs_model*) = nullptr;
  const char* (*model_name)(const bs_model*) = nullptr;
  const char* (*model_info)(const bs_model*) = nullptr;
  int (*param_unc_num)(const bs_model*) = nullptr;
  const char* (*param_unc_names)(const bs_model*) = nullptr;
  int (*log_density_gradient)(const bs_model*, bool propto, bool jacobian, const double* point, double* value,
                              double* gradient, Error* error) = nullptr;
  // Optional.
  int (*log_density)(const bs_model*, bool propto, bool jacobian, const double* point, double* value,
                     Error* error) = nullptr;
  int (*set_print_callback)(PrintCallback, Error*) = nullptr;
  int (*param_num)(const bs_model*, bool computed, bool drawn) = nullptr;
  const char* (*param_names)(const bs_model*, bool computed, bool drawn) = nullptr;
  int (*param_constrain)(const bs_model*, bool computed, bool drawn, const double* point, double* values, bs_rng*,
                         Error* error) = nullptr;
  int (*param_unconstrain)(const bs_model*, const double* values, double* point, Error* error) = nullptr;
  int (*param_unconstrain_json)(const bs_model*, const char* json, double* point, Error* error) = nullptr;
  bs_rng* (*rng_construct)(unsigned seed, Error* error) = nullptr;
  void (*rng_destruct)(bs_rng*) = nullptr;
  int (*log_density_hessian_vector_product)(const bs_model*, bool propto, bool jacobian, const double* point,
                                            const double* vector, double* value, double* product,
                                            Error* error) = nullptr;

  int version[3] = {0, 0, 0};
  std::vector<std::string> missing;  ///< names of optional functions

  /// The text of an error, which is freed.
  [[nodiscard]] std::string take(char* error) const;

 private:
  explicit StanLibrary(const std::string& path);
};

}  // namespace g2t::models
