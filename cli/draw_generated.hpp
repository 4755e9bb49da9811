// g2t draw PREFIX.csv: generated quantities of a fit's draws, with new data.
#pragma once

#include <string>

#include "arguments.hpp"

namespace g2t::cli {

/// By its ending, .csv.
bool is_draws_file(const std::string& file);
int run_draw_generated(const Arguments& arguments);

}  // namespace g2t::cli
