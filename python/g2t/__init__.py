"""Variational inference that picks its own gradient estimator and ends with draws of the posterior.

    fit = g2t.fit(g2t.Stan("eight_schools.stan", data={"J": 8, "y": y, "sigma": sigma}))
    fit                        # the verdict and a table
    fit.posterior["theta"]     # draws, [N, 8]
"""

# Names are imported when they are used: `import g2t` takes a few milliseconds.
_PLACES = {
    "fit": "fitting",
    "Fit": "result",
    "Warned": "result",
    "load": "result",
    "Model": "model",
    "Stan": "stan",
    "Logistic": "regressions",
    "Poisson": "regressions",
    "Network": "regressions",
    "CallableModel": "callable",
    "CompiledFunction": "callable",
    "from_jax": "jax_model",
    "from_numpyro": "numpyro_model",
    "from_pymc": "pymc_model",
    "Progress": "_g2t",
    "Choice": "choose",
    "solve": "choose",
    "select_measured": "choose",
    "Error": "errors",
    "InvalidArgument": "errors",
    "InputError": "errors",
    "NotTrusted": "errors",
}

__all__ = [*_PLACES, "__version__"]


def __getattr__(name):
    from importlib import import_module

    if name == "__version__":
        value = import_module("g2t._g2t").version()
    elif name in _PLACES:
        value = getattr(import_module("g2t." + _PLACES[name]), name)
    else:
        raise AttributeError(f"module 'g2t' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__():
    return sorted(__all__)
