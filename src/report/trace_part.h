// What a run did over time.
#pragma once

#include <g2t/io/table.hpp>
#include <string>

namespace g2t::report {

/// ELBO and step size against time, and the estimators one after the other.
/// @param trace  PREFIX.trace.csv
std::string trace_part(const Table& trace);

}  // namespace g2t::report
