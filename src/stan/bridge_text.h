// The bridge from Stan's C++ classes to the C interface of BridgeStan, as text.
#pragma once

namespace g2t::stan {

const char* bridge_text();

}  // namespace g2t::stan
