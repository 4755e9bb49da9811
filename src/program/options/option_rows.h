// The rows of the option list by group.
#pragma once

#include <g2t/program/options/option_list.hpp>

#include <vector>

namespace g2t::program {

// Each appends its rows.

void add_data_options(std::vector<OptionSpec>& rows);
void add_estimator_options(std::vector<OptionSpec>& rows);  ///< and the family's
void add_run_options(std::vector<OptionSpec>& rows);
void add_answer_options(std::vector<OptionSpec>& rows);
void add_output_options(std::vector<OptionSpec>& rows);

}  // namespace g2t::program
