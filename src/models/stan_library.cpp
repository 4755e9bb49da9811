// Symbols by name: those without which there is no log density must be there.
#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <g2t/core/errors.hpp>
#include <iostream>
#include <models/stan_library.hpp>
#include <mutex>

namespace g2t::models {
namespace {

void print_to_stderr(const char* text, std::size_t size) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  std::cerr.write(text, static_cast<std::streamsize>(size)).flush();
}

std::string hint(const std::string& message) {
  if (message.find("libtbb") != std::string::npos)
    return "; it needs the folder of the Stan toolchain that it was built with: build it again";
  if (message.find("invalid ELF header") != std::string::npos || message.find("file too short") != std::string::npos)
    return "; it is no shared library for this machine";
  return "";
}

}  // namespace

std::shared_ptr<const StanLibrary> StanLibrary::open(const std::string& path) {
  return std::shared_ptr<const StanLibrary>(new StanLibrary(path));
}

StanLibrary::StanLibrary(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw InputError({path, 0, 0}, "there is no such file");
  // A path without a slash would be searched among the system's libraries. Local: models share no symbols.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr) {
    const char* const text = ::dlerror();
    const std::string message = text != nullptr ? text : "unknown reason";
    throw InputError({path, 0, 0}, "cannot be loaded: " + message + hint(message));
  }
  const auto find = [handle](const char* name) { return ::dlsym(handle, name); };
  if (find("bs_major_version") == nullptr)
    throw InputError({path, 0, 0},
                     "is no compiled Stan model: it lacks bs_major_version of the BridgeStan 2 interface; build one with "
                     "BridgeStan, or give the .stan program itself");
  const char* const parts[] = {"bs_major_version", "bs_minor_version", "bs_patch_version"};
  for (int i = 0; i < 3; ++i)
    if (void* const symbol = find(parts[i])) version[i] = *static_cast<const int*>(symbol);
  if (version[0] != 2)
    throw InputError({path, 0, 0},
                     fmt::format("has the interface of BridgeStan {}.{}.{}, but 2.x is needed: build it again with it",
                                 version[0], version[1], version[2]));
  const auto set = [&](auto& function, const char* name, bool is_needed) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(find(name));
    if (function != nullptr) return;
    if (is_needed) throw InputError({path, 0, 0}, fmt::format("lacks {}, without which it is no model", name));
    missing.emplace_back(name);
  };
  set(free_error_msg, "bs_free_error_msg", true);
  set(model_construct, "bs_model_construct", true);
  set(model_destruct, "bs_model_destruct", true);
  set(model_name, "bs_name", true);
  set(model_info, "bs_model_info", true);
  set(param_unc_num, "bs_param_unc_num", true);
  set(param_unc_names, "bs_param_unc_names", true);
  set(log_density_gradient, "bs_log_density_gradient", true);
  set(log_density, "bs_log_density", false);
  set(set_print_callback, "bs_set_print_callback", false);
  set(param_num, "bs_param_num", false);
  set(param_names, "bs_param_names", false);
  set(param_constrain, "bs_param_constrain", false);
  set(param_unconstrain, "bs_param_unconstrain", false);
  set(param_unconstrain_json, "bs_param_unconstrain_json", false);
  set(rng_construct, "bs_rng_construct", false);
  set(rng_destruct, "bs_rng_destruct", false);
  set(log_density_hessian_vector_product, "bs_log_density_hessian_vector_product", false);
  char* ignored = nullptr;
  if (set_print_callback != nullptr && set_print_callback(print_to_stderr, &ignored) != 0)
    static_cast<void>(take(ignored));
}

std::string StanLibrary::take(char* error) const {
  if (error == nullptr) return "it gave no reason";
  std::string text = error;
  free_error_msg(error);
  constexpr const char* kPrefix = "Exception: ";  // Stan's own, of every message
  if (text.starts_with(kPrefix)) text.erase(0, std::string(kPrefix).size());
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace g2t::models
