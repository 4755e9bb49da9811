#!/usr/bin/env python3
"""Writes the data of the Stan examples, examples/stan/NAME.json, and the parameters behind them, truth.json.

Each data set has a seed of its own. Eight schools has the published data, so no truth.

usage: bench/study/stan/simulate.py [NAME ...]
"""
import json
import pathlib
import sys

import numpy as np

from data_sets import MAKERS

HERE = pathlib.Path(__file__).parent
EXAMPLES = HERE.parent.parent.parent / "examples" / "stan"


def plain(value):
    """JSON's own types, reals to four digits after the point."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, (int, np.integer)):
        return int(value)
    return round(float(value), 4)


def main():
    path = HERE / "truth.json"
    truths = json.loads(path.read_text()) if path.exists() else {}
    for seed, (name, make) in enumerate(MAKERS.items(), start=2026):
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        data, truth = make(np.random.default_rng(seed))
        lines = ",\n".join(f'  "{key}": {json.dumps(plain(value))}' for key, value in data.items())
        (EXAMPLES / f"{name}.json").write_text("{\n" + lines + "\n}\n")
        if truth:
            truths[name] = plain(truth)
    lines = ",\n".join(f'"{name}": {json.dumps(truth)}' for name, truth in sorted(truths.items()))
    path.write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
