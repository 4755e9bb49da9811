// Everything that a command line can set, as plain structs with their defaults.
#pragma once

#include <g2t/inference/options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace g2t {

/// What evaluates a Stan program: a library that a C++ compiler makes of it, or the interpreter stanli.
enum class StanBackend { Compiled, Stanli };

/// Which model, and how its data are read.
struct ModelOptions {
  std::string model;      ///< "logistic", "poisson", "bnn", "paper:NAME", or a file: NAME.stan, NAME.so
  std::string data;       ///< file; presets find theirs under data_dir
  std::string data_dir;   ///< folder of the presets' files; empty: the environment's G2T_DATA_DIR
  std::string data_format = "auto";  ///< "auto", "csv", "libsvm"
  std::string header = "auto";       ///< the first line of CSV holds names: "yes", "no", or "auto", if a cell is no number
  bool zero_based = false;           ///< LIBSVM indices start at 0
  Index features = 0;                ///< LIBSVM dimension; 0: the highest index that occurs
  bool intercept = true;
  std::string positive;              ///< label that counts as 1; empty: the larger one
  std::string response;              ///< CSV column; empty: the first
  std::vector<std::string> groups;
  std::string exposure;
  bool standardize = false;
  std::vector<std::string> categorical;
  Index hidden_units = 50;
  std::string prior = "hierarchical";  ///< bnn: "hierarchical" or "fixed"
  std::optional<double> prior_scale;   ///< empty: the model's default
  std::string stan_dir;                ///< of a Stan toolchain; empty: found as find_toolchain() does
  StanBackend stan_backend = StanBackend::Compiled;
  bool native = false;                 ///< Stan programs are compiled for this machine's instructions
  std::vector<std::string> include_paths;  ///< of a Stan program's #include, after its own folder
  std::string prior_only_data;         ///< JSON file that leaves a Stan model's prior alone
};

/// "logistic", ...; for a file its ending, ".stan" or ".so".
std::string model_kind(const std::string& model);

/// What is written where.
struct OutputOptions {
  std::string output;  ///< prefix; empty: no files
  std::string format = "plain";  ///< of PREFIX.csv's names: "plain", or "cmdstan" (dots only where they are indices)
  bool force = false;
  bool json = false;
  bool quiet = false;
  bool details = false;  ///< how the result came about, besides the result
  Index refresh = 10;  ///< progress lines a second on a terminal; 0: none
};

/// What a fit takes from files or by name; read_inputs() turns it into values of FitOptions.
struct InputOptions {
  std::string estimator = "auto";  ///< "auto", "fixed", a name of recipe_names(), or a recipe file
  std::vector<std::string> pool;   ///< recipe names or files
  std::string init;                ///< a q file, a JSON file of parameters' values, or a radius; empty: none
  std::string costs = "measured";  ///< or a cost file
};

struct Options {
  ModelOptions model;
  FitOptions fit;
  InputOptions inputs;
  OutputOptions output;
};

}  // namespace g2t
