// From files to pictures, tables and words.
#include <report/answer_part.h>
#include <report/approximation_part.h>
#include <report/draws_part.h>
#include <report/fit_section.h>
#include <report/fit_words.h>
#include <report/html.h>
#include <report/json_numbers.h>
#include <report/selection_part.h>
#include <report/trace_part.h>
#include <report/values_part.h>

#include <g2t/core/errors.hpp>
#include <g2t/core/readable.hpp>

#include <cmath>

namespace g2t::report {
namespace {

std::string with_error(const Json& summary, const std::string& key) {
  return text_in(summary, key) + " \u00b1 " + text_in(summary, key + "_se");
}

std::string key_figures(const Json& summary) {
  const bool is_exact = summary.value("elbo_method", std::string()) == "exact";
  std::vector<std::pair<std::string, std::string>> rows = {
      {"ELBO", decimals(number_in(summary, "elbo"), 2) + (is_exact ? " exact" : " \u00b1 " + text_in(summary, "elbo_se"))}};
  if (!std::isnan(number_in(summary, "gap"))) rows.push_back({"nats below the best fit", with_error(summary, "gap")});
  if (!std::isnan(number_in(summary, "khat"))) rows.push_back({"Pareto k of q", text_in(summary, "khat")});
  rows.push_back({"time", times_in_words(summary.at("seconds"))});
  rows.push_back({"steps", count_in(summary, "iterations")});
  rows.push_back({"density evaluations", count_in(summary, "gradient_draws")});
  rows.push_back({"parameters", count_in(summary, "dimension")});
  return facts(rows);
}

std::string settings_part(const Json& settings) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const auto& [key, value] : settings.items())
    rows.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
  return folded("Settings", facts(rows));
}

std::string list_of(const std::vector<std::string>& items, const std::string& kind) {
  std::string out = "<ul" + kind + ">";
  for (const std::string& item : items) out += "<li>" + escape(item) + "</li>";
  return out + "</ul>\n";
}

std::string content_of(const FitFiles& fit, const std::string& id) {
  const Json& summary = fit.summary;
  std::string out = "<h2 id=\"" + id + "\">" + escape(fit.name) + "</h2>\n";
  out += "<p class=\"verdict\">" + escape(summary.at("verdict").get<std::string>()) + "</p>\n";
  std::vector<std::string> warnings;
  for (const Json& warning : summary.at("warnings")) warnings.push_back(warning.at("message").get<std::string>());
  if (!warnings.empty()) out += list_of(warnings, " class=\"warnings\"");
  out += values_part(values_of(summary)) + draws_part(fit) + answer_part(summary.at("answer"), summary.at("settings"));
  out += element("h3", "How it was found") + key_figures(summary) + trace_part(fit.trace);
  int number = 0;
  for (const Json& selection : fit.selections) out += selection_part(selection, ++number);
  out += approximation_part(entry_in(summary, "approximation"));
  out += element("h3", "Diagnostics") + list_of(diagnostics_in_words(summary.at("diagnostics")), "");
  return out + settings_part(summary.at("settings"));
}

}  // namespace

std::string fit_section(const FitFiles& fit, const std::string& id) {
  try {
    return content_of(fit, id);
  } catch (const JsonError& error) {
    throw InputError({fit.name}, std::string("its files are not as fit writes them: ") + error.what());
  }
}

}  // namespace g2t::report
