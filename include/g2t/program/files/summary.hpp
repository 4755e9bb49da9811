// A fit, a choice and a model's answers as JSON text, in the forms that scripts rely on.
#pragma once

#include <g2t/core/json.hpp>
#include <g2t/program/options/options.hpp>
#include <g2t/inference/result.hpp>
#include <g2t/program/models/data_encoding.hpp>

#include <optional>
#include <string>

namespace g2t {

/// One selection: terms, moments, costs, t0, t, draws, subsets, choice.
std::string selection_json(const Selection& selection, const std::vector<SelectionEntry>& by_draws = {});
/// {"selections": [...], "answer": [...]}: each selection with iteration and elapsed_seconds, then the ways to the answer.
std::string selections_json(const FitResult& result);
/// PREFIX.summary.json.
/// @param encoding  of the data of a built-in model
/// @param files     fingerprints of the other files of the run, by suffix; null if there are none
std::string summary_json(const FitResult& result, const Options& options,
                         const std::optional<DataEncoding>& encoding = std::nullopt, const Json& files = nullptr);

}  // namespace g2t
