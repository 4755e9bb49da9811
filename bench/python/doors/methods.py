"""What is compared: g2t through four doors, and the peers with their defaults.

Each method takes a model's module, its data and a seed, and returns a function of no arguments that fits once and returns
({name: draws [N, ...]}, gradients or None, status). What is built once, before, is the model; what each fit compiles is its own.
"""

import pathlib

import numpy as np

EXAMPLES = pathlib.Path(__file__).parents[3] / "examples" / "stan"


def g2t_fit(model, seed):
    import g2t

    def run():
        fit = g2t.fit(model, seed=seed, progress=False)
        return fit.posterior, fit.details["diagnostics"]["model_gradients"], fit.status

    return run


def stan(module, data, seed):
    import g2t

    name = pathlib.Path(module.__file__).stem
    return g2t_fit(g2t.Stan(EXAMPLES / f"{name}.stan", data=EXAMPLES / f"{name}.json", backend="stanli"), seed)


def jax(module, data, seed):
    import g2t

    log_density, example, constrain = module.jax_model(data)
    return g2t_fit(g2t.from_jax(log_density, example, constrain=constrain), seed)


def pymc(module, data, seed):
    import g2t

    return g2t_fit(g2t.from_pymc(module.pymc_model(data)), seed)


def numpyro(module, data, seed):
    import g2t

    return g2t_fit(g2t.from_numpyro(module.numpyro_model(data)), seed)


def draws_of(trace):
    """ArviZ's posterior group, chains put together."""
    return {name: values.values.reshape(-1, *values.shape[2:]) for name, values in trace.posterior.items()}


def pymc_fit(method, iterations=10000):
    def build(module, data, seed):
        import pymc as pm

        model = module.pymc_model(data)

        def run():
            with model:
                fit = pm.fit(iterations, method=method, random_seed=seed, progressbar=False)
                return draws_of(fit.sample(4000, random_seed=seed)), iterations, ""

        return run

    return build


def pymc_extras(name):
    def build(module, data, seed):
        import pymc_extras

        model, more = module.pymc_model(data), {"display_summary": False} if name == "pathfinder" else {}

        def run():
            with model:
                return draws_of(pymc_extras.fit(name, random_seed=seed, progressbar=False, **more)), None, ""

        return run

    return build


def numpyro_svi(module, data, seed, steps=10000):
    import jax
    from numpyro.infer import SVI, Trace_ELBO
    from numpyro.infer.autoguide import AutoMultivariateNormal
    from numpyro.optim import Adam

    model = module.numpyro_model(data)

    def run():
        guide = AutoMultivariateNormal(model)
        fit = SVI(model, guide, Adam(0.01), Trace_ELBO()).run(jax.random.key(seed), steps, progress_bar=False)
        draws = guide.sample_posterior(jax.random.key(seed + 1), fit.params, sample_shape=(4000,))
        return {name: np.asarray(values) for name, values in draws.items()}, steps, ""

    return run


def blackjax(module, data, seed, paths=4):
    import blackjax
    import jax

    log_density, example, constrain = module.jax_model(data)
    keys = jax.random.split(jax.random.key(seed), 3)
    flat, unravel = jax.flatten_util.ravel_pytree(example)

    def run():
        starts = jax.random.uniform(keys[0], (paths, flat.size), minval=-2, maxval=2)
        algorithm = blackjax.multipathfinder(lambda x: log_density(unravel(x)))
        state, _ = algorithm.init(keys[1], starts)
        draws = jax.vmap(lambda x: constrain(unravel(x)))(algorithm.sample(keys[2], state, 4000))
        return {name: np.asarray(values) for name, values in draws.items()}, None, ""

    return run


METHODS = {
    "g2t.Stan": stan,
    "g2t.from_jax": jax,
    "g2t.from_pymc": pymc,
    "g2t.from_numpyro": numpyro,
    "pymc.fit advi": pymc_fit("advi"),
    "pymc.fit fullrank_advi": pymc_fit("fullrank_advi"),
    "pymc-extras pathfinder": pymc_extras("pathfinder"),
    "pymc-extras laplace": pymc_extras("laplace"),
    "numpyro SVI": numpyro_svi,
    "blackjax multi-pathfinder": blackjax,
}
