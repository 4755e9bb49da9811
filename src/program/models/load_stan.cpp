// From a .stan file, or a library made of one, and JSON data to a model.
#include <program/models/load_models.h>
#include <program/models/stan_bounds.h>
#include <program/models/stan_shapes.h>

#include <g2t/core/contains.hpp>
#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/readable.hpp>
#include <g2t/models/stan_model.hpp>
#include <g2t/stan/program.hpp>
#include <io/json_document.hpp>
#include <io/text_file.hpp>
#include <models/stan_hints.hpp>
#include <stan/program_blocks.h>

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

namespace g2t {
namespace program {
namespace {

constexpr double kSameDensity = 1e-9;  // relative
constexpr const char* kGenerated = "generated quantities";
constexpr const char* kTransformed = "transformed parameters";

StanProgram program_of(const ModelOptions& options) { return {options.model, options.include_paths}; }

// A library from the cache may have been made with a toolchain that is gone: then once more.
StanBuild built(const ModelOptions& options, const LoadHook& hook, std::vector<std::string>& said) {
  const StanToolchain toolchain = find_toolchain(options.stan_dir);
  StanBuildOptions how;
  how.native = options.native;
  StanBuild build = build_stan_program(program_of(options), toolchain, how, hook);
  if (!build.warnings.empty()) said.push_back(build.warnings.substr(0, build.warnings.find_last_not_of(" \n") + 1));
  if (!build.note.empty()) said.push_back(build.note);
  if (!build.was_cached) said.push_back(fmt::format("compiled {} in {}", file_name(options.model), duration(build.seconds)));
  if (!build.was_cached || is_loadable_stan_library(build.library)) return build;
  how.rebuild = true;
  return build_stan_program(program_of(options), toolchain, how, hook);
}

Json parse_data(const std::string& text, const std::string& file) {
  try {
    return io::parse_json(text, file);
  } catch (const InputError& error) {
    const bool is_of_a_number = std::string(error.what()).find("is not a finite number") != std::string::npos;
    if (!is_of_a_number) throw;
    throw InputError({}, std::string(error.what()) +
                             " (NaN and Infinity have no place in JSON; --stan-backend compiled takes them)");
  }
}

// stanli computes all values of a program or none: for fewer it needs a program without the last block of values.
std::unique_ptr<StanModel> make_interpreted(const StanProgram& program, const InterpretedProgram& made,
                                            const StanModelOptions& with) {
  StanModelOptions how = with;
  how.library = made.library;
  how.data = made.data;
  how.keeps_constants = false;
  std::optional<std::string> before = stan::text_before_block(made.text, kGenerated);
  if (!before) before = stan::text_before_block(made.text, kTransformed);  // the model's block goes too
  if (before)
    how.make_with_fewer_values = [program, with, text = *before] {
      return make_interpreted(program, interpret_stan_program(program, with.data, with.data_name, text), with);
    };
  return make_stan_model(how);
}

// stanli counts values, takes the last of two values of one variable, and says of no fault where it is.
void check_data(const ModelOptions& options, const StanModelOptions& with, std::vector<std::string>& said) {
  if (with.data.find_first_not_of(" \t\r\n") == std::string::npos) return;
  const Json data = parse_data(with.data, with.data_name);
  if (!data.is_object()) return;  // refused with the reason where the program is made
  if (data.contains(kStanliKey))
    throw InputError({with.data_name, 0, 0}, fmt::format("has the key {}, under which stanli takes the program", kStanliKey));
  std::string why;
  const auto declared = declared_shapes_of(options, with.data, with.data_name, why);
  if (!declared) return said.push_back("the shapes of the data could not be compared with the program's: " + why);
  const std::string fault = shape_fault(data, *declared, "data initialization");
  if (!fault.empty())
    throw InputError({with.data_name, 0, 0}, "the model refuses the data: " + fault + models::data_hint(fault));
}

std::unique_ptr<StanModel> interpreted(const ModelOptions& options, const StanModelOptions& with,
                                       std::vector<std::string>& said) {
  check_data(options, with, said);
  const InterpretedProgram made = interpret_stan_program(program_of(options), with.data, with.data_name);
  if (!made.note.empty() && !contains(said, made.note)) said.push_back(made.note);
  std::unique_ptr<StanModel> model = make_interpreted(program_of(options), made, with);
  const Quantities* quantities = model->quantities();
  if (stan::text_before_block(made.text, kGenerated) && quantities != nullptr &&
      static_cast<Index>(quantities->names().size()) == quantities->parameter_count())
    said.push_back("stanli evaluates parameters alone of this program, no transformed or generated quantities: "
                   "--stan-backend compiled does");
  return model;
}

std::string describe_values(const StanModel& model) {
  const Quantities* quantities = model.quantities();
  if (quantities == nullptr) return "";
  const Index all = static_cast<Index>(quantities->names().size()), parameters = quantities->parameter_count();
  const Index computed = quantities->computed_count() - parameters, drawn = all - quantities->computed_count();
  std::string text = fmt::format("{} of parameters", counted(parameters, "value"));
  if (computed > 0) text += fmt::format(", {} transformed", computed);
  if (drawn > 0) text += fmt::format(", {} generated", drawn);
  return text;
}

// A model that ignores prior_only has the same density with both data.
void check_prior(const StanModel& model, const StanModel& prior, const std::string& file) {
  if (prior.parameter_names() != model.parameter_names())
    throw InputError({file, 0, 0}, "with these data the model has other parameters than with --data");
  const Matrix point = Matrix::Constant(1, model.dimension(), 0.1);
  Vector full, alone;
  model.log_densities(point, full);
  prior.log_densities(point, alone);
  if (std::abs(full[0] - alone[0]) <= kSameDensity * std::abs(full[0]))
    throw InputError({file, 0, 0},
                     "the log density is the same as with --data: the prior must be alone here (brms: \"prior_only\": 1)");
}

// @param data_name  empty: there are none
LoadedModel finish(const ModelOptions& options, const std::string& data_name, std::unique_ptr<StanModel> model,
                   std::unique_ptr<StanModel> prior, std::vector<std::string> said) {
  LoadedModel loaded;
  const StanModelInfo& info = model->info();
  const std::string name = file_name(options.model);
  const bool is_interpreted = options.stan_backend == StanBackend::Stanli;
  loaded.title = name;
  loaded.description = std::move(said);
  std::string line = name + ":";
  if (!info.stan_version.empty()) line += " Stan " + info.stan_version + ",";
  line += is_interpreted ? " interpreted by stanli" : info.has_threads ? " compiled with threads" : " compiled without threads";
  if (const std::string values = describe_values(*model); !values.empty()) line += "; " + values;
  loaded.description.push_back(line);
  if (!data_name.empty()) loaded.description.push_back("data from " + data_name);
  loaded.description.push_back(is_interpreted
                                   ? "log density on the unconstrained scale, without the constants of ~ statements"
                                   : "log density on the unconstrained scale with all constants, those of ~ statements too");
  if (model->quantities() == nullptr)
    loaded.description.push_back("the library lacks functions for values on the constrained scale: unconstrained ones are written");
  if (prior) {
    check_prior(*model, *prior, options.prior_only_data);
    model->set_prior(std::move(prior));
  }
  loaded.model = std::move(model);
  return loaded;
}

ModelData data_of(const std::string& file) {
  if (file.empty()) return {"no data (--data)", ""};
  return {io::input_name(file), io::read_text_file(file)};
}

void check_bounds(const ModelOptions& options, const std::string& data_name, const StanModel& model) {
  const std::string fault = bounds_fault(program_of(options), model);
  if (fault.empty()) return;
  throw InputError({options.model, 0, 0}, fault + (data_name.empty() ? "" : " (data from " + data_name + ")"));
}

// The model, and the prior alone if there are data for it; `make` takes one to the other.
template <class Make>
LoadedModel load_both(const ModelOptions& options, const ModelData* in_memory, const std::string& library,
                      std::vector<std::string>& said, const Make& make) {
  const auto make_of = [&](const ModelData& data) {
    StanModelOptions with;
    with.library = library;
    with.program = options.model;
    with.data_name = data.name;
    const std::string* const text = std::get_if<std::string>(&data.content);
    if (text == nullptr) throw InvalidArgument("load_model", "data", data.name, options.model + " needs JSON");
    with.data = *text;
    io::check_depth(with.data, with.data_name);
    return make(with);
  };
  const ModelData data = in_memory != nullptr ? *in_memory : data_of(options.data);
  const bool has_data = in_memory != nullptr || !options.data.empty();
  std::unique_ptr<StanModel> model = make_of(data), prior;
  if (library != options.model) check_bounds(options, has_data ? data.name : "", *model);
  if (!options.prior_only_data.empty()) prior = make_of(data_of(options.prior_only_data));
  return finish(options, has_data ? data.name : "", std::move(model), std::move(prior), std::move(said));
}

}  // namespace

LoadedModel load_stan_program(const ModelOptions& options, const ModelData* data, const LoadHook& hook) {
  std::vector<std::string> said;
  if (options.stan_backend == StanBackend::Compiled) {
    const StanBuild build = built(options, hook, said);
    return load_both(options, data, build.library, said, [&](StanModelOptions with) {
      with.places = build.places;
      return make_stan_model(with);
    });
  }
  return load_both(options, data, "", said,
                   [&](const StanModelOptions& with) { return interpreted(options, with, said); });
}

LoadedModel load_stan_library(const ModelOptions& options, const ModelData* data, const LoadHook&) {
  std::vector<std::string> said;
  return load_both(options, data, options.model, said, make_stan_model);
}

}  // namespace program

std::optional<Json> stan_data_document(const ModelOptions& options) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(options.data, error)) return std::nullopt;
  try {
    return Json::parse(io::read_text_file(options.data));
  } catch (const JsonSyntaxError&) {
    return std::nullopt;
  }
}

}  // namespace g2t
