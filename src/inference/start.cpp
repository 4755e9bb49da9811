// A result as a start.
#include <g2t/inference/start.hpp>

#include <g2t/inference/result.hpp>
#include <g2t/inference/run_state.hpp>

namespace g2t {

FitStart::FitStart(const FitResult& result) : q(result.q), state(result.state) {}

}  // namespace g2t
