"""What the sites of a NumPyro model are: latent or observed, and in which plates."""

import warnings

import numpy as np

from g2t.errors import InvalidArgument
from g2t.labels import Labels


class Sites:
    """The sites of one run of a model without arguments, in its order.

    latent: names of the continuous latent sites; discrete: of the discrete ones; observed: of those with data; values: of the
    latent ones, and then of the deterministic ones, which may not depend on discrete ones.
    """

    def __init__(self, model):
        import jax
        from numpyro import handlers
        from numpyro.infer import init_to_uniform

        seeded = handlers.substitute(handlers.seed(model, 0), substitute_fn=init_to_uniform)
        self._sites = {}

        def fixed():  # in one compilation: one by one, the model's operations would be compiled, too
            self._sites = handlers.trace(seeded).get_trace()
            return {name: site["value"] for name, site in self._sites.items() if _is_fixed(site)}

        self._fixed = jax.jit(fixed)()
        sampled = {name: site for name, site in self._sites.items() if site["type"] == "sample"}
        unknown = {name: site for name, site in sampled.items() if not site["is_observed"]}
        self.discrete = [name for name, site in unknown.items() if site["fn"].support.is_discrete]
        self.latent = [name for name in unknown if name not in self.discrete]
        self.observed = [name for name, site in sampled.items() if _is_fixed(site)]
        computed = [name for name, site in self._sites.items() if site["type"] == "deterministic"]
        self.values = self.latent + (computed if not self.discrete else [])

    def refuse_what_cannot_be_fitted(self):
        if self.discrete:
            self._refuse_discrete()
        if not self.latent:
            raise InvalidArgument("the model has no latent sites: there is nothing to fit")
        for name, site in self._sites.items():
            if site["type"] == "plate" and site["args"][1] not in (None, site["args"][0]):
                size, part = site["args"]
                raise InvalidArgument(f"plate '{name}' takes {part} of {size} rows: a fit takes all of them, without "
                                      "subsample_size")

    def _refuse_discrete(self):
        infinite = [name for name in self.discrete if not self._sites[name]["fn"].has_enumerate_support]
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

    def with_params(self, model):
        """The model with a key for what is random in it, and with its params as they are, which is said."""
        from numpyro import handlers

        params = {name: self._fixed[name] for name, site in self._sites.items() if site["type"] in ("param", "mutable")}
        for name in params:
            warnings.warn(f"{self._sites[name]['type']} '{name}' is no random variable: it keeps its initial value", stacklevel=3)
        return handlers.substitute(handlers.seed(model, 0), data=params)

    def labels(self):
        """Plates as dimensions, counted from 0, and the data."""
        plates = {name: list(range(site["args"][0])) for name, site in self._sites.items() if site["type"] == "plate"}
        dims = {name: _dims(self._sites[name]) for name in self.values + self.observed}
        return Labels(coords=plates, dims={name: names for name, names in dims.items() if any(names)},
                      observed={name: np.asarray(self._fixed[name]) for name in self.observed})


def _is_fixed(site):
    """Data, or a param; a factor is neither."""
    if site["type"] == "sample":
        return site["is_observed"] and not site["infer"].get("is_auxiliary")
    return site["type"] in ("param", "mutable")


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
