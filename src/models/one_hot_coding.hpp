// Columns of ones of which a row has at most one, coded by how a row differs from the usual one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/term_coding.hpp"

namespace g2t {

/// Rows of ones as sums of fewer terms.
struct OneHotCoding {
  TermCoding coding;
  std::vector<Index> start;         ///< [rows + 1]
  std::vector<std::int32_t> terms;  ///< [start.back()], numbers of terms, from 1 on
};

/// A coding of rows whose entries are parameters, each with value 1; empty if it would save less than a tenth of the entries.
///
/// Columns that exclude one another form a group, whose most frequent column is its reference: all rows share the
/// reference's parameter in term 0, and a row of another column, or of none, has one term that makes up the difference. A
/// frequent column alone is such a group too. Groups are guessed from some of the rows, then checked on all.
/// Cost: a few passes over the entries.
std::optional<OneHotCoding> code_one_hot(const std::vector<Index>& start, const std::vector<std::int32_t>& parameters,
                                         Index parameter_count, bool has_intercept);

}  // namespace g2t
