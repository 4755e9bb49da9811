"""What all models share."""

import numpy as np


class Model:
    """A log density on R^d, ready to be fitted: g2t.fit(model)."""

    _native = None
    _shapes = None  # of the values on the model's own scale, [(name, shape)]; None: by their names
    _start = None
    _labels = None  # a Labels
    _log_likelihood = None  # unconstrained draws [N, d] to {name of observed data: array [N, ...]}

    @property
    def title(self):
        return self._native.title

    @property
    def description(self):
        """What was read, a line each."""
        return list(self._native.description)

    @property
    def dimension(self):
        return self._native.dimension

    @property
    def names(self):
        """Of the unconstrained coordinates."""
        return list(self._native.parameter_names)

    @property
    def value_names(self):
        """Of the values on the model's own scale."""
        return list(self._native.value_names)

    def value_and_grad(self, points):
        """Log density, [S], and gradient, [S, d], of the rows of `points`, unconstrained."""
        return self._native.evaluate(self._rows(points))

    def values(self, points, seed=1):
        """The rows of `points` on the model's own scale, [S, len(value_names)]; seed: of what the model draws."""
        return self._native.constrain(self._rows(points), seed)

    def check_gradient(self, point=None):
        """Compares the gradient with finite differences of the log density; "" if they agree, else what does not."""
        point = np.ones(self.dimension) if point is None else point
        return self._native.gradient_fault(np.asarray(point, dtype=np.float64))

    def _rows(self, points):
        return np.atleast_2d(np.asarray(points, dtype=np.float64))

    def __repr__(self):
        return "\n".join([self.title, *self.description])
