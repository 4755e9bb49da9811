#!/usr/bin/env python3
"""Seconds that the package takes for a call of a function that does nothing, of eight draws.

usage: PYTHONPATH=build/dev/python bench/python/overhead.py
Processor time of the thread. A call is timed from outside: besides what a fit does (the interpreter's lock, an array of the draws, the call, the checks and a
copy of what it returned) it has one more copy in and out, so that what is printed is an upper bound.
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


main()
