// Exceptions of the library as those of the package.
#pragma once

namespace g2t::python {

/// From here on InvalidArgument and InputError arrive as g2t.InvalidArgument and g2t.InputError.
void register_errors();

}  // namespace g2t::python
