// Each draw to the unconstrained scale and back, which shows whether parameters are the file's.
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/io/draws_file.hpp>
#include <g2t/io/number.hpp>
#include <g2t/program/files/generate.hpp>
#include <limits>
#include <optional>
#include <utility>

namespace g2t {
namespace {

constexpr double kSameValue = 1e-6;  // of a value and its image, relative and absolute

void check_parameters(const DrawsFile& draws, const std::vector<std::string>& names, Index parameters,
                      const std::string& file) {
  for (Index k = 0; k < parameters; ++k) {
    const std::string& name = names[static_cast<std::size_t>(k)];
    const std::string there = k < draws.value_count() ? draws.name_of(k) : "";
    if (there == name) continue;
    throw InputError({file},
                     "has draws of other parameters: the model's parameter " + std::to_string(k + 1) + " is " + name +
                         (there.empty() ? ", the file has no more values" : ", the file's"),
                     there);
  }
}

std::vector<Index> evenly_spaced(Index all, Index count) {
  const Index wanted = count == 0 ? all : std::min(all, count);
  std::vector<Index> rows;
  for (Index k = 0; k < wanted; ++k) rows.push_back(k * all / wanted);
  return rows;
}

}  // namespace

DrawsTable generate(const Model& model, const std::string& file, Index count, std::uint64_t seed,
                    const StopRule& stop) {
  const Quantities* const quantities = model.quantities();
  if (quantities == nullptr)
    throw InvalidArgument("generate", "model", "of no values of its own", "a Stan model is needed");
  const std::optional<DrawsFile> draws = read_draws_file(file);
  if (!draws) throw InputError({file}, "there is no such file");
  DrawsTable out;
  out.names = quantities->names();
  out.are_array_names = true;
  const Index parameters = quantities->parameter_count();
  check_parameters(*draws, out.names, parameters, file);
  const Matrix all = draws->draws_of_first(parameters);
  const std::vector<Index> rows = evenly_spaced(all.rows(), count), chains = draws->chains();
  if (rows.empty()) throw InputError({file}, "has no draws");

  Matrix points(static_cast<Index>(rows.size()), model.dimension());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    try {
      points.row(static_cast<Index>(k)) = quantities->unconstrain_values(Vector(all.row(rows[k]).transpose())).transpose();
    } catch (const InvalidArgument& error) {
      throw InputError({file}, "draw " + std::to_string(rows[k] + 1) + " is none of the model: " + error.what());
    }
  }
  const Index done = quantities->compute(points, seed, stop, out.draws);
  for (Index k = 0; k < done; ++k) {
    for (Index j = 0; j < parameters; ++j) {
      const double from = all(rows[static_cast<std::size_t>(k)], j), to = out.draws(k, j);
      if (!(std::abs(from - to) <= kSameValue * (1 + std::abs(from))))
        throw InputError({file},
                         "draw " + std::to_string(rows[static_cast<std::size_t>(k)] + 1) +
                             " is none of the model: its " + out.names[static_cast<std::size_t>(j)] + " becomes " +
                             format_number(to),
                         format_number(from));
      out.draws(k, j) = from;
    }
    if (!chains.empty()) out.chains.push_back(chains[static_cast<std::size_t>(rows[static_cast<std::size_t>(k)])]);
  }
  out.mean = done > 0 ? Vector(out.draws.colwise().mean().transpose()) : Vector::Zero(out.draws.cols());
  out.log_density.setConstant(done, std::numeric_limits<double>::quiet_NaN());
  out.log_q = out.log_density;
  return out;
}

}  // namespace g2t
