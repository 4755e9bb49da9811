// The loader of each model's name, and what all of them share.
#include <io/text_file.hpp>
#include <program/models/load_models.h>
#include <program/models/row_group.h>
#include <program/options/option_text.h>
#include <program/models/presets.h>

#include <g2t/core/contains.hpp>
#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/program/models/shared_model.hpp>
#include <g2t/program/options/default_options.hpp>
#include <g2t/program/options/option_list.hpp>
#include <program/options/preset_options.h>
#include <set>

namespace g2t {
namespace {

using program::RowGroup;

struct GeneralModel {
  std::string name;  // or the ending of its file's
  LoadedModel (*load)(const ModelOptions& options, const ModelData* data, const LoadHook& hook, Index threads, RowGroup* group);
};

[[noreturn]] void refuse_data(const std::string& model, const ModelData& data, const std::string& needed) {
  throw InvalidArgument("load_model", "data", data.name, model + " needs " + needed);
}

// A model of a file that the options name, or of data in memory.
template <class LoadFile, class LoadTable>
LoadedModel load_table(const ModelOptions& options, const ModelData* data, const LoadFile& load, const LoadTable& of) {
  if (data == nullptr) {
    if (options.data.empty())
      program::refuse_model_option("data", options.data, options.model + " needs the name of a data file");
    return load();
  }
  if (const auto* const table = std::get_if<Table>(&data->content)) return of(*table);
  refuse_data(options.model, *data, "a table of columns");
}

LoadedModel load_logistic(const ModelOptions& options, const ModelData* data, const LoadHook&, Index threads, RowGroup* group) {
  const auto* const sparse = data != nullptr ? std::get_if<SparseTable>(&data->content) : nullptr;
  if (sparse != nullptr) return program::logistic_of(*sparse, options);
  const auto load = [&] { return program::load_logistic(options, threads, group); };
  return load_table(options, data, load, [&](const Table& table) { return program::logistic_of(table, options); });
}

LoadedModel load_poisson(const ModelOptions& options, const ModelData* data, const LoadHook&, Index, RowGroup* group) {
  const auto load = [&] { return program::load_poisson(options, group); };
  return load_table(options, data, load, [&](const Table& table) { return program::poisson_of(table, options); });
}

LoadedModel load_network(const ModelOptions& options, const ModelData* data, const LoadHook&, Index, RowGroup* group) {
  const auto load = [&] { return program::load_network(options, group); };
  return load_table(options, data, load, [&](const Table& table) { return program::network_of(table, options); });
}

template <LoadedModel (*load)(const ModelOptions&, const ModelData*, const LoadHook&)>
LoadedModel load_stan(const ModelOptions& options, const ModelData* data, const LoadHook& hook, Index, RowGroup* group) {
  if (group == nullptr) return load(options, data, hook);
  return group->share_draws([&] { return load(options, data, hook); });
}

const std::vector<GeneralModel>& general_models() {
  static const std::vector<GeneralModel> all{{"logistic", load_logistic},
                                             {"poisson", load_poisson},
                                             {"bnn", load_network},
                                             {".stan", load_stan<program::load_stan_program>},
                                             {".so", load_stan<program::load_stan_library>}};
  return all;
}

const GeneralModel* find_general(const std::string& name) {
  for (const GeneralModel& general : general_models()) {
    if (general.name == model_kind(name)) return &general;
  }
  return nullptr;
}

// Refuses what is neither for this model nor as it is by default.
void check_options(const ModelOptions& options) {
  Options given, general;
  given.model = options;
  const Options defaults = default_options(options.model);
  for (const OptionSpec& row : option_list()) {
    const Json value = row.value(given);
    if (row.fits(options.model) || value == row.value(general) || value == row.value(defaults)) continue;
    program::refuse_model_option(row.name, value.dump(),
                                   "does not fit " + options.model + "; it is for " + program::join(row.models));
  }
}

// A reader of draws finds columns by name.
void check_names(const Model& model, const std::string& file) {
  std::set<std::string> seen;
  for (const std::string& name : model.parameter_names()) {
    if (!seen.insert(name).second) {
      throw InputError({file, 0, 0}, "two parameters would have this name; rename a column", name);
    }
  }
}

LoadedModel load_from(const ModelOptions& options, const ModelData* data, const LoadHook& hook, Index threads, RowGroup* group) {
  check_options(options);
  LoadedModel loaded;
  if (program::is_preset(options.model)) {
    ModelOptions published = default_options(options.model).model;
    published.data_dir = options.data_dir;
    loaded = program::load_preset(published, threads, group);
  } else {
    loaded = find_general(options.model)->load(options, data, hook, threads, group);
  }
  if (group != nullptr && !group->is_first()) return loaded;
  check_names(*loaded.model, data != nullptr ? data->name
                             : options.data.empty() ? options.model : io::input_name(options.data));
  loaded.title += ", " + counted(loaded.model->dimension(), "parameter");
  return loaded;
}

}  // namespace

LoadedModel load_model(const ModelOptions& options, const LoadHook& hook, Index threads) {
  return load_from(options, nullptr, hook, threads, nullptr);
}

LoadedModel load_model(const ModelOptions& options, const ModelData& data, const LoadHook& hook) {
  if (program::is_preset(options.model)) refuse_data(options.model, data, "no data: a preset finds its own");
  return load_from(options, &data, hook, 1, nullptr);
}

std::optional<LoadedModel> load_shared_model(const ModelOptions& options, Communicator& communicator, Index thread_count,
                                             const LoadHook& hook) {
  RowGroup group(communicator, thread_count);
  LoadedModel loaded;
  try {
    loaded = load_from(options, nullptr, hook, thread_count, &group);
    group.agree();
  } catch (const std::exception& error) {
    group.tell_failure();
    if (group.is_first()) throw;
    throw OtherProcessFailed(error.what());
  }
  if (group.is_first()) return loaded;
  group.serve();
  return std::nullopt;
}

std::vector<NaturalScaleColumn> natural_scale_columns(const std::vector<std::string>& parameter_names) {
  const std::size_t count = parameter_names.size();
  if (count > 0 && parameter_names.front() == "mu") {
    std::size_t end = 1;
    while (end < count && parameter_names[end].starts_with("log_sigma.")) ++end;
    return program::natural_scale_of(parameter_names, 1, end);
  }
  const std::size_t bias = index_of(parameter_names, "output.bias");
  if (bias == count || parameter_names.back() != "log_tau") return {};
  return program::natural_scale_of(parameter_names, bias + 1, count);
}

}  // namespace g2t
