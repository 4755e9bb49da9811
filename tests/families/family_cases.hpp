// Every family in every coordinate, for the laws that hold in all of them.
#pragma once

#include <g2t/families/full_rank.hpp>
#include <g2t/families/mean_field.hpp>
#include <g2t/families/natural.hpp>

#include <support/gaussians.hpp>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace g2t::testing {

struct FamilyCase {
  std::string name;
  Structure structure;
  std::function<std::unique_ptr<Family>(const Gaussian&)> make;
  bool is_flat = true;  ///< coordinates add up; natural ones are local, so moves there do not
};

inline void PrintTo(const FamilyCase& family, std::ostream* out) { *out << family.name; }

inline std::vector<FamilyCase> family_cases() {
  return {{"mean_field_log_scale", Structure::Diagonal,
           [](const Gaussian& q) { return make_mean_field(q, ScaleCoordinate::LogScale); }},
          {"mean_field_scale", Structure::Diagonal,
           [](const Gaussian& q) { return make_mean_field(q, ScaleCoordinate::Scale); }},
          {"full_rank", Structure::Dense, [](const Gaussian& q) { return make_full_rank(q); }},
          {"natural_mean_field", Structure::Diagonal, [](const Gaussian& q) { return make_natural_mean_field(q); },
           false},
          {"natural_full_rank", Structure::Dense, [](const Gaussian& q) { return make_natural_full_rank(q); }, false},
          {"natural_low_rank", Structure::LowRank, [](const Gaussian& q) { return make_natural_low_rank(q); }, false}};
}

inline std::string case_name(const ::testing::TestParamInfo<FamilyCase>& info) { return info.param.name; }

}  // namespace g2t::testing
