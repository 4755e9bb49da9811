// Rounds to the digits that the error leaves.
#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t::cli {

std::string elbo_text(const Elbo& elbo) {
  if (elbo.is_exact) return nats(elbo.value, 2) + " exact";
  if (!(elbo.standard_error > 0)) return nats(elbo.value, 2);
  const int digits = std::clamp(1 - static_cast<int>(std::floor(std::log10(elbo.standard_error))), 0, 6);
  return nats(elbo.value, digits) + " +- " + nats(elbo.standard_error, digits);
}

}  // namespace g2t::cli
