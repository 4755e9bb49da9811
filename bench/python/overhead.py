#!/usr/bin/env python3
"""What the package takes of the time: of a call of a function that does nothing, and of fits of a model in JAX.

usage: PYTHONPATH=build/dev/python bench/python/overhead.py

Calls have eight draws, and their time is the processor time of the thread. A call is timed from outside: besides what a fit does
(the interpreter's lock, an array of the draws, the call, the checks and a copy of what it returned) it has one more copy in and
out, so that what is printed is an upper bound.

The fits are of a logistic regression, 2,000 x 20, where JAX is installed, in wall-clock time: within JAX's compiled functions, in
what from_jax does around them (float64, batches of few sizes, numpy arrays), and the engine's. The first fit compiles.
"""

import statistics
import time

import numpy as np

import g2t

DRAWS, CALLS, ROUNDS = 8, 2000, 15


def seconds_of_calls(function, argument):
    start = time.thread_time()
    for _ in range(CALLS):
        function(argument)
    return (time.thread_time() - start) / CALLS


class Clock:
    """Seconds within functions that it is put around."""

    seconds = 0.0

    def around(self, function):
        def timed(*arguments):
            start = time.perf_counter()
            try:
                return function(*arguments)
            finally:
                self.seconds += time.perf_counter() - start

        return timed


def fits_in_jax(rows=2000, columns=20):
    import jax
    import jax.numpy as jnp

    from g2t import jax_batches, jax_model

    compiled, batches = Clock(), Clock()

    class Timed(jax_batches.Batched):
        def __init__(self, *arguments, **keywords):
            super().__init__(*arguments, **keywords)
            function = self._function
            self._function = compiled.around(lambda *points: jax.block_until_ready(function(*points)))
            self._function.trace = function.trace

        __call__ = batches.around(jax_batches.Batched.__call__)

    rng = np.random.default_rng(1)
    X = rng.normal(size=(rows, columns))
    y = 1.0 * (rng.random(rows) < 1 / (1 + np.exp(-X @ rng.normal(size=columns))))

    def log_density(beta):
        eta = X @ beta
        return jnp.sum(y * eta - jnp.logaddexp(0, eta)) - 0.5 * jnp.sum(beta**2)

    jax_model.Batched = Timed
    begin = time.perf_counter()
    model = g2t.from_jax(log_density, np.zeros(columns))
    for which in ("first, with all compilations", "second"):
        fit = g2t.fit(model, seed=1)
        total = time.perf_counter() - begin
        inside, around, engine = compiled.seconds, batches.seconds - compiled.seconds, total - batches.seconds
        print(f"logistic regression in JAX, {rows} x {columns}, fit {which}: {fit.status} in {total:.2f} s, of which JAX "
              f"{inside:.2f}, around it {around:.3f} ({100 * around / total:.1f} %), the rest {engine:.3f} ({100 * engine / total:.1f} %)")
        compiled.seconds = batches.seconds = 0.0
        begin = time.perf_counter()


def main():
    for dimension in (10, 1000):
        returned = np.zeros(DRAWS), np.zeros((DRAWS, dimension))
        points = np.zeros((DRAWS, dimension))

        def nothing(_, returned=returned):
            return returned

        model = g2t.CallableModel(nothing, dimension)
        values, gradients = model.value_and_grad(points)
        assert values.shape == (DRAWS,) and gradients.shape == (DRAWS, dimension) and not gradients.any()
        with_package, alone = [], []
        for _ in range(ROUNDS):  # in turns, so that both see the same machine
            with_package.append(seconds_of_calls(model._native.evaluate, points))
            alone.append(seconds_of_calls(nothing, points))
        ours = statistics.median(with_package) - statistics.median(alone)
        print(f"d = {dimension}: {1e6 * ours:.1f} us a call ({1e6 * min(with_package):.1f} to {1e6 * max(with_package):.1f}), "
              f"the function itself {1e6 * statistics.median(alone):.2f} us")
    try:
        fits_in_jax()
    except ModuleNotFoundError as error:
        print(f"without {error.name}: no fits in it")


main()
