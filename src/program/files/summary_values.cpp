// A list of objects becomes vectors, in which null is NaN.
#include <g2t/program/files/summary_values.hpp>

#include <limits>

namespace g2t {

QuantitySummary summary_values(const Json& summary) {
  const Json& own = summary.at("constrained");
  const Json& values = own.is_null() ? summary.at("parameters") : own;
  QuantitySummary out;
  const Index count = static_cast<Index>(values.size());
  const std::pair<const char*, Vector*> columns[] = {
      {"mean", &out.mean},           {"sd", &out.sd},           {"q5", &out.q5},   {"q50", &out.median}, {"q95", &out.q95},
      {"mcse_mean", &out.mcse_mean}, {"mcse_sd", &out.mcse_sd}, {"ess", &out.ess}, {"tail_shape", &out.tail_shape}};
  for (const auto& [key, column] : columns) column->resize(count);
  out.draws = summary.at("answer").at("draws").get<Index>();
  for (Index i = 0; i < count; ++i) {
    const Json& value = values[static_cast<std::size_t>(i)];
    const std::string kind = value.value("kind", std::string("parameter"));
    out.names.push_back(value.at("name").get<std::string>());
    out.missing.push_back(value.value("missing_draws", Index{0}));
    if (kind == "parameter") ++out.parameter_count;
    if (kind != "generated") ++out.computed_count;
    for (const auto& [key, column] : columns) {
      const Json& number = value.at(key);
      (*column)[i] = number.is_null() ? std::numeric_limits<double>::quiet_NaN() : number.get<double>();
    }
  }
  return out;
}

}  // namespace g2t
