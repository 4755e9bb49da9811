// g2t draw PREFIX.csv: generated quantities of a fit's draws, with new data.
#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"

namespace g2t::cli {

/// Options that say how a posterior's draws are made from q.
inline const std::vector<std::string> kAnswerOptions{"answer", "weight-draws", "chain-gradients", "tolerance"};

/// By its ending, .csv.
bool is_draws_file(const std::string& file);
int run_draw_generated(const Arguments& arguments);

}  // namespace g2t::cli
