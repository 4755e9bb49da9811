// Texts stay as they were read: what is written again is the same to the byte.
#include "saved.hpp"

#include "arrays.hpp"

#include <g2t/core/errors.hpp>
#include <g2t/io/draws_file.hpp>
#include <g2t/io/text_input.hpp>
#include <g2t/program/files/write_fit.hpp>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace g2t::python {
namespace {

using Texts = std::vector<std::string>;

// Texts of all files in the order of fit_output_files(); names and draws of the values; their chains.
nb::tuple read_saved(const std::string& prefix) {
  Texts texts;
  const Texts files = fit_output_files(prefix);
  for (const std::string& file : files) texts.push_back(read_input_text(file));
  const std::optional<DrawsFile> draws = read_draws_file(files.front());
  if (!draws) throw InputError({files.front()}, "there is no such file, which has the draws of the fit");
  Texts names;
  Matrix values(draws->draw_count(), draws->value_count());
  for (Index value = 0; value < draws->value_count(); ++value) {
    names.push_back(draws->name_of(value));
    values.col(value) = draws->draws_of(value);
  }
  return nb::make_tuple(texts, names, to_python(values), to_python(draws->log_densities()), draws->chains());
}

Texts write_saved(const Texts& texts, const std::string& prefix, bool force) {
  OutputOptions options;
  options.output = prefix;
  options.force = force;
  const std::unique_ptr<OutputFiles> files = announce_fit(options, {});
  if (files == nullptr) throw InvalidArgument("save", "prefix", "''", "the files need a name");
  const Texts names = fit_output_files(prefix);
  for (std::size_t i = 0; i < names.size(); ++i) files->stage(names[i].substr(prefix.size()), texts.at(i));
  files->commit();
  return names;
}

}  // namespace

void bind_saved(nb::module_& module) {
  module.def("read_saved", &read_saved, nb::arg("prefix"));
  module.def("write_saved", &write_saved, nb::arg("texts"), nb::arg("prefix"), nb::arg("force"));
}

}  // namespace g2t::python
