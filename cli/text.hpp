// Numbers as people read them on a terminal, besides those of tables.
#pragma once

#include <g2t/core/counted.hpp>
#include <g2t/core/readable.hpp>
#include <g2t/core/elbo.hpp>
#include <g2t/program/text/text_table.hpp>

#include <string>

namespace g2t::cli {

/// "-595.90 exact" or "-595.90 +- 0.12".
[[nodiscard]] std::string elbo_text(const Elbo& elbo);

}  // namespace g2t::cli
