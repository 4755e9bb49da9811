// The C interface of BridgeStan 2 for one Stan program that stanc has translated (Stan 2.35 or later).
//
// Not part of the library: it is compiled with Stan's headers, once per toolchain and flags, and linked with each model.
// Source of the interface: Roualdes et al. (2023), "BridgeStan: efficient in-memory access to the methods of a Stan model".
#include <stan/io/empty_var_context.hpp>
#include <stan/io/json/json_data.hpp>
#include <stan/math/rev/core.hpp>
#include <stan/math/rev/functor/gradient.hpp>
#include <stan/model/model_base.hpp>
#include <stan/services/util/create_rng.hpp>
#include <stan/version.hpp>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#define BS_API extern "C" __attribute__((visibility("default")))

// Defined by the file that stanc writes.
stan::model::model_base& new_model(stan::io::var_context& data, unsigned int seed,
                                   std::ostream* messages);

using print_callback = void (*)(const char* text, std::size_t size);

struct bs_model {
  std::unique_ptr<stan::model::model_base> stan;
  int size = 0;  // number of unconstrained parameters
  std::string name, info, unconstrained_names;
  std::string names[2][2];  // [transformed parameters][generated quantities]
  int counts[2][2] = {};
};

struct bs_rng { stan::rng_t engine; };

namespace {

void print_to_stdout(const char* text, std::size_t size) {
  std::cout.write(text, size).flush();
}

std::mutex print_mutex;
print_callback print_to = print_to_stdout;

void emit(const std::string& text) {
  std::lock_guard<std::mutex> lock(print_mutex);
  print_to(text.data(), text.size());
}

// Collects what one call prints; reduce_sum() may write to it from several threads.
class message_buffer : public std::streambuf {
 public:
  std::string take() {
    std::lock_guard<std::mutex> lock(mutex_);
    return std::exchange(text_, {});
  }

 protected:
  std::streamsize xsputn(const char* s, std::streamsize n) override {
    std::lock_guard<std::mutex> lock(mutex_);
    text_.append(s, n);
    return n;
  }
  int_type overflow(int_type c) override {
    char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
  }

 private:
  std::mutex mutex_;
  std::string text_;
};

struct thread_state {
#ifdef STAN_THREADS
  stan::math::ChainableStack tape;  // Stan differentiates on one tape per thread
#endif
  message_buffer buffer;
  std::ostream out{&buffer};
  stan::rng_t unused_rng = stan::services::util::create_rng(0, 0);
};

thread_state& this_thread() {
  static thread_local thread_state state;
  return state;
}

// Runs `body(thread_state)`, prints what it printed and turns any exception into a message.
template <class Body>
int guarded(char** error, Body&& body) noexcept {
  int status = -1;
  std::string what, printed;
  try {
    thread_state& here = this_thread();
    try {
      body(here);
      status = 0;
    } catch (const std::exception& e) {
      what = e.what();
    }
    printed = here.buffer.take();
    if (!printed.empty()) emit(printed);
  } catch (...) {
    if (what.empty()) what = "unknown exception";
  }
  if (status && error) *error = strdup(what.c_str());
  return status;
}

std::unique_ptr<stan::io::var_context> read_json(const char* data) {
  if (!data || !*data) return std::make_unique<stan::io::empty_var_context>();
  std::string text(data);
  if (text.size() > 5 && text.compare(text.size() - 5, 5, ".json") == 0) {
    std::ifstream file(text);
    if (!file) throw std::runtime_error("Cannot open data file " + text);
    return std::make_unique<stan::json::json_data>(file);
  }
  std::istringstream literal(text);
  return std::make_unique<stan::json::json_data>(literal);
}

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ",") + name;
  return all;
}

std::string describe(const stan::model::model_base& model) {
  std::ostringstream out;
  out << "Stan version: " << STAN_MAJOR << '.' << STAN_MINOR << '.' << STAN_PATCH
      << "\nStan C++ Defines:\n\tSTAN_THREADS="
#ifdef STAN_THREADS
      << "true"
#else
      << "false"
#endif
      << "\nStan Compiler Details:\n";
  for (const std::string& line : model.model_compile_info()) out << '\t' << line << '\n';
  return out.str();
}

stan::math::var log_density(const stan::model::model_base& model, bool propto, bool jacobian,
                            Eigen::Matrix<stan::math::var, Eigen::Dynamic, 1>& x,
                            std::ostream& out) {
  if (propto)
    return jacobian ? model.log_prob_propto_jacobian(x, &out) : model.log_prob_propto(x, &out);
  return jacobian ? model.log_prob_jacobian(x, &out) : model.log_prob(x, &out);
}

}  // namespace

BS_API const int bs_major_version = 2, bs_minor_version = 9, bs_patch_version = 0;

BS_API void bs_free_error_msg(char* message) { std::free(message); }

BS_API int bs_set_print_callback(print_callback callback, char**) {
  std::lock_guard<std::mutex> lock(print_mutex);
  print_to = callback ? callback : print_to_stdout;
  return 0;
}

BS_API bs_model* bs_model_construct(const char* data, unsigned int seed, char** error) {
  bs_model* made = nullptr;
  guarded(error, [&](thread_state& here) {
    auto m = std::make_unique<bs_model>();
    auto context = read_json(data);
    m->stan.reset(&new_model(*context, seed, &here.out));
    m->name = m->stan->model_name();
    m->info = describe(*m->stan);
    std::vector<std::string> names;
    m->stan->unconstrained_param_names(names, false, false);
    m->size = names.size();
    m->unconstrained_names = joined(names);
    for (int tp : {0, 1})
      for (int gq : {0, 1}) {
        names.clear();
        m->stan->constrained_param_names(names, tp, gq);
        m->counts[tp][gq] = names.size();
        m->names[tp][gq] = joined(names);
      }
    made = m.release();
  });
  return made;
}

BS_API void bs_model_destruct(bs_model* m) { delete m; }
BS_API const char* bs_name(const bs_model* m) { return m->name.c_str(); }
BS_API const char* bs_model_info(const bs_model* m) { return m->info.c_str(); }
BS_API int bs_param_unc_num(const bs_model* m) { return m->size; }
BS_API int bs_param_num(const bs_model* m, bool tp, bool gq) { return m->counts[tp][gq]; }
BS_API const char* bs_param_unc_names(const bs_model* m) { return m->unconstrained_names.c_str(); }
BS_API const char* bs_param_names(const bs_model* m, bool tp, bool gq) {
  return m->names[tp][gq].c_str();
}

BS_API bs_rng* bs_rng_construct(unsigned int seed, char** error) {
  bs_rng* made = nullptr;
  guarded(error,
          [&](thread_state&) { made = new bs_rng{stan::services::util::create_rng(seed, 1)}; });
  return made;
}

BS_API void bs_rng_destruct(bs_rng* rng) { delete rng; }

BS_API int bs_param_constrain(const bs_model* m, bool tp, bool gq, const double* unconstrained,
                              double* constrained, bs_rng* rng, char** error) {
  return guarded(error, [&](thread_state& here) {
    if (gq && !rng) throw std::invalid_argument("Generated quantities need a random generator");
    Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(unconstrained, m->size), values;
    m->stan->write_array(rng ? rng->engine : here.unused_rng, x, values, tp, gq, &here.out);
    Eigen::VectorXd::Map(constrained, values.size()) = values;
  });
}

BS_API int bs_param_unconstrain_json(const bs_model* m, const char* json, double* unconstrained,
                                     char** error) {
  return guarded(error, [&](thread_state& here) {
    Eigen::VectorXd x;
    m->stan->transform_inits(*read_json(json), x, &here.out);
    Eigen::VectorXd::Map(unconstrained, x.size()) = x;
  });
}

BS_API int bs_param_unconstrain(const bs_model* m, const double* constrained, double* unconstrained,
                                char** error) {
  return guarded(error, [&](thread_state& here) {
    Eigen::VectorXd x, values = Eigen::Map<const Eigen::VectorXd>(constrained, m->counts[0][0]);
    m->stan->unconstrain_array(values, x, &here.out);
    Eigen::VectorXd::Map(unconstrained, x.size()) = x;
  });
}

BS_API int bs_log_density(const bs_model* m, bool propto, bool jacobian,
                          const double* unconstrained, double* value, char** error) {
  return guarded(error, [&](thread_state& here) {
    if (!propto) {
      Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(unconstrained, m->size);
      *value = jacobian ? m->stan->log_prob_jacobian(x, &here.out) : m->stan->log_prob(x, &here.out);
      return;
    }
    stan::math::nested_rev_autodiff tape;  // Stan drops constants only when it differentiates
    Eigen::Matrix<stan::math::var, Eigen::Dynamic, 1> x(
        Eigen::Map<const Eigen::VectorXd>(unconstrained, m->size));
    *value = log_density(*m->stan, propto, jacobian, x, here.out).val();
  });
}

BS_API int bs_log_density_gradient(const bs_model* m, bool propto, bool jacobian,
                                   const double* unconstrained, double* value, double* gradient,
                                   char** error) {
  return guarded(error, [&](thread_state& here) {
    Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(unconstrained, m->size), g;
    stan::math::gradient(
        [&](auto& x_var) { return log_density(*m->stan, propto, jacobian, x_var, here.out); }, x,
        *value, g);
    Eigen::VectorXd::Map(gradient, m->size) = g;
  });
}
