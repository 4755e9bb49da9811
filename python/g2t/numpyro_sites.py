"""What the sites of a NumPyro model are: latent or observed, and in which plates."""

import warnings

import numpy as np

from g2t.errors import InvalidArgument
from g2t.labels import Labels


class Sites:
    """The sites of one run of a model without arguments, in its order.

    latent: names of the continuous latent sites; discrete: of the discrete ones; observed: of those with data; values: of the
    latent ones, and then of the deterministic ones.
    """

    def __init__(self, model):
        import jax
        from numpyro import handlers
        from numpyro.infer import init_to_uniform

        seeded = handlers.substitute(handlers.seed(model, jax.random.PRNGKey(0)), substitute_fn=init_to_uniform)
        self._trace = handlers.trace(seeded).get_trace()
        sampled = {name: site for name, site in self._trace.items() if site["type"] == "sample"}
        unknown = {name: site for name, site in sampled.items() if not site["is_observed"]}
        self.discrete = [name for name, site in unknown.items() if site["fn"].support.is_discrete]
        self.latent = [name for name in unknown if name not in self.discrete]
        self.observed = [name for name, site in sampled.items() if site["is_observed"] and not site["infer"].get("is_auxiliary")]
        self.values = self.latent + [name for name, site in self._trace.items() if site["type"] == "deterministic"]

    def refuse_what_cannot_be_fitted(self):
        if self.discrete:
            self._refuse_discrete()
        for name, site in self._trace.items():
            if site["type"] == "plate" and site["args"][1] not in (None, site["args"][0]):
                size, part = site["args"]
                raise InvalidArgument(f"plate '{name}' takes {part} of {size} rows: a fit takes all of them, without subsample_size")
            if site["type"] == "param":
                warnings.warn(f"param '{name}' is no random variable: it keeps its initial value", stacklevel=3)

    def _refuse_discrete(self):
        infinite = [name for name in self.discrete if not self._trace[name]["fn"].has_enumerate_support]
        if not infinite:
            try:
                import funsor  # noqa: F401
                return
            except ImportError:
                pass
        names = ", ".join(f"'{name}'" for name in infinite or self.discrete)
        advice = "" if infinite else ", or install funsor, with which NumPyro does"
        raise InvalidArgument(f"discrete latent sites cannot be fitted: {names}. Sum them out (a mixture is one distribution, "
                              f"numpyro.distributions.MixtureSameFamily){advice}")

    def labels(self):
        """Plates as dimensions, counted from 0, and the data."""
        plates = {name: list(range(site["args"][0])) for name, site in self._trace.items() if site["type"] == "plate"}
        dims = {name: self._dims(self._trace[name]) for name in self.values + self.observed}
        return Labels(coords=plates, dims={name: names for name, names in dims.items() if any(names)},
                      observed={name: np.asarray(self._trace[name]["value"]) for name in self.observed})

    @staticmethod
    def _dims(site):
        """The plate of each of a value's dimensions, or None; deterministic sites are taken as if they had no event."""
        shape = np.shape(site["value"])
        event = site["fn"].event_dim if site["type"] == "sample" else 0
        out = [None] * len(shape)
        for frame in site["cond_indep_stack"]:
            place = len(shape) - event + frame.dim
            if 0 <= place < len(shape) and shape[place] == frame.size:
                out[place] = frame.name
        return out
