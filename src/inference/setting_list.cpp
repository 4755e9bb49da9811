// One row a field of FitOptions; values are texts for messages alone.
#include <inference/setting_list.h>

#include <fmt/format.h>

#include <type_traits>

namespace g2t {
namespace {

std::string value_text(bool value) { return value ? "true" : "false"; }
std::string value_text(const std::string& value) { return value; }
std::string value_text(const SelectionEntry& entry) { return entry.name; }

template <class T>
std::string value_text(const T& value) {
  if constexpr (std::is_arithmetic_v<T>) return fmt::format("{}", value);
  return "given";
}

template <class T>
std::string value_text(const std::optional<T>& value) {
  return value ? value_text(*value) : "none";
}

template <class T>
std::string value_text(const std::vector<T>& values) {
  std::string text;
  for (const T& value : values) text += (text.empty() ? "" : ",") + value_text(value);
  return text;
}

template <class T>
bool is_same(const T& a, const T& b) {
  return a == b;
}

// What has no equality counts as given or not.
bool is_same(const std::optional<Recipe>& a, const std::optional<Recipe>& b) { return a.has_value() == b.has_value(); }
bool is_same(const std::optional<Costs>& a, const std::optional<Costs>& b) { return a.has_value() == b.has_value(); }
bool is_same(const std::vector<SelectionEntry>& a, const std::vector<SelectionEntry>& b) {
  return a.empty() == b.empty();
}
bool is_same(const FitStart& a, const FitStart& b) { return a.is_given() == b.is_given(); }

template <auto member>
SettingSpec row(std::string name, SettingScope scope = SettingScope::Any) {
  return {std::move(name), scope,
          [](const FitOptions& a, const FitOptions& b) { return !is_same(a.*member, b.*member); },
          [](const FitOptions& options) { return value_text(options.*member); }};
}

}  // namespace

const std::vector<SettingSpec>& setting_list() {
  using O = FitOptions;
  constexpr SettingScope kPlain = SettingScope::Plain, kNatural = SettingScope::Natural;
  static const std::vector<SettingSpec> list{
      row<&O::family>("family"),
      row<&O::rank>("rank", kNatural),
      row<&O::coordinates>("coordinates"),
      row<&O::scale_coordinate>("scale_coordinate", kPlain),
      row<&O::estimator>("estimator"),
      row<&O::recipe>("recipe"),
      row<&O::pool>("pool"),
      row<&O::control_variates>("control_variates"),
      row<&O::split>("split"),
      row<&O::draws>("draws"),
      row<&O::antithetic>("antithetic"),
      row<&O::select_draws>("select_draws"),
      row<&O::select_at>("select_at"),
      row<&O::select_from>("select_from", kPlain),
      row<&O::reselect>("reselect", kPlain),
      row<&O::decide_by>("decide_by"),
      row<&O::largest_weight>("largest_weight"),
      {"optimizer", kPlain,
       [](const O& a, const O& b) { return a.optimizer.kind != b.optimizer.kind; },
       [](const O& o) { return optimizer_name(o.optimizer.kind); }},
      {"momentum", kPlain,
       [](const O& a, const O& b) { return a.optimizer.momentum != b.optimizer.momentum; },
       [](const O& o) { return value_text(o.optimizer.momentum); }},
      row<&O::step_size>("step_size", kPlain),
      row<&O::when_changed>("when_changed", kPlain),
      row<&O::keep_step_size>("keep_step_size", kPlain),
      row<&O::time_budget>("time_budget"),
      row<&O::iterations>("iterations"),
      row<&O::tolerance>("tolerance", kNatural),
      row<&O::sample_rows>("sample_rows", kNatural),
      row<&O::starts>("starts", kNatural),
      row<&O::warmup_steps>("warmup_steps", kPlain),
      row<&O::warmup_step_size>("warmup_step_size", kPlain),
      row<&O::averaging>("averaging", kPlain),
      row<&O::start>("start"),
      row<&O::costs>("costs"),
      {"answer", SettingScope::Any, [](const O& a, const O& b) { return a.answer != b.answer; },
       [](const O& o) { return answer_name(o.answer); }},
      {"modes", kNatural, [](const O& a, const O& b) { return a.modes != b.modes; },
       [](const O& o) { return std::string(o.modes == ModeCover::All ? "all" : "one"); }},
      row<&O::answer_draws>("answer_draws"),
      row<&O::weight_draws>("weight_draws"),
      row<&O::chain_gradients>("chain_gradients"),
      row<&O::seed>("seed"),
      row<&O::threads>("threads"),
  };
  return list;
}

std::string setting_text(const FitOptions& options, const std::string& name) {
  for (const SettingSpec& setting : setting_list())
    if (setting.name == name) return setting.text(options);
  return "";
}

}  // namespace g2t
