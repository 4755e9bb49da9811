// ELBO against time over repetitions.
#pragma once

#include <study/run_groups.h>

namespace g2t::study {

Curve curve_of(const RunGroup& group, bool is_best);

}  // namespace g2t::study
