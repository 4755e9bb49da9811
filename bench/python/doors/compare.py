#!/usr/bin/env python3
"""g2t through four doors, and PyMC's, NumPyro's and blackjax's variational methods with their defaults, against long NUTS runs.

Eleven models, each as a Stan program (examples/stan), in plain JAX, in PyMC and in NumPyro. For each model all methods run one
after the other, each in a process of its own, so that each compiles for itself; every fit is made twice there. Prints a table in
Markdown of errors in the reference's standard deviations, gradients and seconds, and writes them as JSON.

usage: bench/python/doors/compare.py [--models ordinal,horseshoe] [--methods "g2t.from_jax,numpyro SVI"] [--seed 1] [--output results.json]
needs: g2t, jax, pymc, numpyro, pymc-extras, blackjax
"""

import argparse
import importlib
import json
import pathlib
import sys
import time
import warnings

HERE = pathlib.Path(__file__).parent
STUDY = HERE.parents[1] / "study"
sys.path[:0] = [str(HERE / "models"), str(HERE.parent), str(STUDY)]
from apart import measured  # noqa: E402
from methods import EXAMPLES, METHODS  # noqa: E402
from posteriors import chosen_names, errors, write  # noqa: E402

MODELS = sorted(path.stem for path in (HERE / "models").glob("*.py") if path.stem != "densities")
SECONDS = 600  # that one process may take


def columns_of(draws):
    """Arrays [N, ...] by dotted names, as Stan writes them."""
    import numpy as np

    for name, values in draws.items():
        values = np.asarray(values, dtype=float)
        for index in np.ndindex(values.shape[1:]):
            yield ".".join([name, *(str(i + 1) for i in index)]), values[(slice(None), *index)]


def read_data(name):
    import numpy as np

    data = json.loads((EXAMPLES / f"{name}.json").read_text())
    return {key: np.array(value) if isinstance(value, list) else value for key, value in data.items()}


def measure(name, method, seed):
    """A row, from a process of its own: the errors, and seconds of the first and of a second fit of the same model."""
    import jax

    jax.config.update("jax_enable_x64", True)
    warnings.simplefilter("ignore")
    module = importlib.import_module(name)
    data = read_data(name)
    begin = time.perf_counter()
    fit = METHODS[method](module, data, seed)
    draws, gradients, status = fit()
    first = time.perf_counter() - begin
    begin = time.perf_counter()
    fit()
    again = time.perf_counter() - begin
    found = {column: (float(values.mean()), float(values.std(ddof=1))) for column, values in columns_of(draws)}
    reference = json.loads((STUDY / "stan" / "oracle" / f"{name}.json").read_text())
    means, sds = errors(found, reference["parameters"])
    return {"status": status, "means": means, "sds": sds, "gradients": gradients, "first": round(first, 2), "again": round(again, 2)}


def line(row):
    """Of the table."""
    head = f"| {row['model']} | {row['method']} | "
    if "failed" in row:
        return head + row["failed"].replace("|", "\\|")[:120] + " | | | | | | |"
    cells = [row["status"]]
    for kind in ("means", "sds"):
        cells += [f"{row[kind]['rms']:.3f}", f"{row[kind]['largest']:.2f}"] if row[kind] else ["not finite", ""]
    cells += ["" if row["gradients"] is None else f"{row['gradients']:,}", f"{row['first']:.1f}", f"{row['again']:.1f}"]
    return head + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", default="", help="names, separated by commas; all if there is none")
    parser.add_argument("--methods", default="", help="likewise")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "results.json")
    parser.add_argument("--measure", nargs=2, metavar=("MODEL", "METHOD"), help="one row, in this process")
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measure(*arguments.measure, arguments.seed)))
        return
    print("| model | method | status | rms error of means | largest | rms error of sds | largest | gradients | s, first | s, again |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    rows = []
    for name in chosen_names(MODELS, arguments.models):
        for method in chosen_names(METHODS, arguments.methods):
            row, failure = measured([__file__, "--measure", name, method, "--seed", str(arguments.seed)], SECONDS)
            rows.append({"model": name, "method": method} | (row or {"failed": failure}))
            print(line(rows[-1]), flush=True)
    write(arguments.output, {"seed": arguments.seed, "rows": rows})


if __name__ == "__main__":
    main()
