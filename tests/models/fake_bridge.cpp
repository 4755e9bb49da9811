// A library with the interface of BridgeStan 2, written by hand: z1 ~ N(1, 2^2), z2 ~ N(2, 2^2), values exp(z).
//
// The data text decides what goes wrong; FAKE_... decide what the library has.
#include <atomic>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#define BRIDGE extern "C" __attribute__((visibility("default")))

#ifndef FAKE_VERSION
#define FAKE_VERSION 2
#endif
#ifndef FAKE_THREADS
#define FAKE_THREADS "true"
#endif

struct bs_model {
  std::string data;
  int size = 2;
  mutable std::atomic<long> evaluations{0};

  // Whole words: "banana" is not "nan".
  bool says(const std::string& words) const {
    const auto is_letter = [&](std::size_t place) {
      return place < data.size() && std::isalpha(static_cast<unsigned char>(data[place])) != 0;
    };
    for (std::size_t at = data.find(words); at != std::string::npos; at = data.find(words, at + 1))
      if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + words.size())) return true;
    return false;
  }

  // "rejects at 17": the evaluation of this number, whichever thread asks for it.
  bool says_at(const std::string& words, long number) const {
    const std::size_t at = data.find(words + " at ");
    return at != std::string::npos && std::strtol(data.c_str() + at + words.size() + 4, nullptr, 10) == number;
  }
};
struct bs_rng {
  unsigned state;
};

namespace {

using Print = void (*)(const char*, std::size_t);
Print print_to = nullptr;

int fail(char** error, const std::string& text) {
  if (error != nullptr) *error = strdup(text.c_str());
  return -1;
}

constexpr double kVariance = 4;

}  // namespace

BRIDGE const int bs_major_version = FAKE_VERSION, bs_minor_version = 9, bs_patch_version = 1;

BRIDGE void bs_free_error_msg(char* text) { std::free(text); }
BRIDGE bs_model* bs_model_construct(const char* data, unsigned, char** error) {
  auto* const model = new bs_model{data};
  if (model->says("missing")) {
    delete model;
    fail(error, "Exception: variable does not exist; processing stage=data initialization; variable name=J; base type=int");
    return nullptr;
  }
  if (model->says("located")) {
    delete model;
    fail(error, "Exception: the data are refused (in 'one.stan', line 2, column 0 to column 5)");
    return nullptr;
  }
  if (model->says("empty")) model->size = 0;
  return model;
}
BRIDGE void bs_model_destruct(bs_model* model) { delete model; }
BRIDGE const char* bs_name(const bs_model*) { return "fake_model"; }
BRIDGE const char* bs_model_info(const bs_model*) {
  return "Stan version: 2.39.0\nStan C++ Defines:\n\tSTAN_THREADS=" FAKE_THREADS "\n";
}
BRIDGE int bs_param_unc_num(const bs_model* model) { return model->size; }
BRIDGE const char* bs_param_unc_names(const bs_model*) { return "theta.1,theta.2"; }

BRIDGE int bs_log_density_gradient(const bs_model* model, bool propto, bool, const double* z, double* value,
                                   double* gradient, char** error) {
  const long number = ++model->evaluations;
  if (model->says_at("rejects", number)) return fail(error, "Exception: no value this once");
  if (model->says("reject") && z[0] < 0) return fail(error, "Exception: z is negative: " + std::to_string(z[0]));
  if (model->says("print") && print_to != nullptr) print_to("it prints\n", 10);
  *value = propto ? 0 : -2 * 0.5 * std::log(2 * M_PI * kVariance);
  for (int i = 0; i < 2; ++i) {
    gradient[i] = -(z[i] - (i + 1)) / kVariance;
    *value += -0.5 * (z[i] - (i + 1)) * (z[i] - (i + 1)) / kVariance;
    if (model->says("wrong gradient")) gradient[i] = 0;
  }
  if (model->says("quartic")) {
    *value -= 0.25 * std::pow(z[0], 4);
    gradient[0] -= std::pow(z[0], 3);
  }
  if (model->says("banana")) {
    const double off = (z[1] - 2) / 2 - 0.5 * (z[0] - 1) * (z[0] - 1) / kVariance, before = (z[1] - 2) / 2;
    *value += 0.5 * before * before - 0.5 * off * off;
    gradient[1] = -off / 2;
    gradient[0] += off * (z[0] - 1) / kVariance;
  }
  if (model->says("nan") && z[0] < 0) *value = NAN;
  if (model->says("log zero") && z[0] < 0) *value = -INFINITY;
  if (model->says_at("no number", number)) *value = NAN;
  if (model->says_at("infinite score", number)) gradient[1] = INFINITY;
  return 0;
}

#ifndef FAKE_LEAN
BRIDGE int bs_log_density(const bs_model* model, bool propto, bool jacobian, const double* z, double* value,
                          char** error) {
  double gradient[2];
  if (model->says("slow densities")) std::this_thread::sleep_for(std::chrono::microseconds(1000));
  return bs_log_density_gradient(model, propto, jacobian, z, value, gradient, error);
}
BRIDGE int bs_set_print_callback(Print callback, char**) {
  print_to = callback;
  return 0;
}
BRIDGE int bs_param_num(const bs_model* model, bool computed, bool drawn) {
  return 2 + (computed ? 1 : 0) + (drawn && !model->says("without noise") ? 1 : 0);
}
BRIDGE const char* bs_param_names(const bs_model* model, bool, bool) {
  return model->says("without noise") ? "theta.1,theta.2,sum" : "theta.1,theta.2,sum,noise";
}
BRIDGE bs_rng* bs_rng_construct(unsigned seed, char**) { return new bs_rng{seed}; }
BRIDGE void bs_rng_destruct(bs_rng* rng) { delete rng; }
BRIDGE int bs_param_constrain(const bs_model* model, bool computed, bool drawn, const double* z, double* values,
                              bs_rng* rng, char** error) {
  if (model->says("slow values")) std::this_thread::sleep_for(std::chrono::microseconds(2500));
  if (model->says("all or none")) return fail(error, "Exception: not all values can be computed");
  values[0] = std::exp(z[0]);
  values[1] = std::exp(z[1]);
  if (computed) values[2] = values[0] + values[1];
  if (!drawn || model->says("without noise")) return 0;
  if (model->says("no draws")) return fail(error, "Exception: nothing can be drawn");
  rng->state = rng->state * 1664525U + 1013904223U;
  values[3] = rng->state / 4294967296.0;
  return 0;
}
BRIDGE int bs_param_unconstrain(const bs_model*, const double* values, double* z, char** error) {
  for (int i = 0; i < 2; ++i) {
    if (!(values[i] > 0)) return fail(error, "Exception: theta is not positive");
    z[i] = std::log(values[i]);
  }
  return 0;
}
BRIDGE int bs_param_unconstrain_json(const bs_model*, const char* json, double* z, char** error) {
  double values[2];
  if (std::sscanf(json, " { \"theta\" : [ %lf , %lf ] }", values, values + 1) != 2)
    return fail(error, "Exception: variable does not exist; variable name=theta");
  for (int i = 0; i < 2; ++i) {
    if (!(values[i] > 0)) return fail(error, "Exception: theta is not positive");
    z[i] = std::log(values[i]);
  }
  return 0;
}
#endif
#ifdef FAKE_PRODUCTS
BRIDGE int bs_log_density_hessian_vector_product(const bs_model*, bool, bool, const double*, const double* vector,
                                                 double* value, double* product, char**) {
  *value = 0;
  for (int i = 0; i < 2; ++i) product[i] = -vector[i] / kVariance;
  return 0;
}
#endif
