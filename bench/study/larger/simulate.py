#!/usr/bin/env python3
"""Writes the data of the larger Stan models, models/NAME.json: numbers to six digits, a seed for every maker of data.

Models that share a maker, centred and non-centred, share its seed, so their data are the same.

usage: bench/study/larger/simulate.py [NAME ...]
"""
import json
import pathlib
import sys

import numpy as np

from data_sets import MAKERS

MODELS = pathlib.Path(__file__).parent / "models"


def plain(value):
    """JSON's own types, reals to six digits, whole ones without a point."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(inner) for inner in value]
    if isinstance(value, (int, np.integer)):
        return int(value)
    rounded = float(f"{value:.6g}")
    return int(rounded) if rounded == int(rounded) else rounded


def main():
    makers = list(dict.fromkeys(MAKERS.values()))
    for name, make in MAKERS.items():
        if not sys.argv[1:] or name in sys.argv[1:]:
            data = make(np.random.default_rng(3001 + makers.index(make)))
            lines = ",\n".join(f'"{key}": {json.dumps(plain(value), separators=(",", ":"))}' for key, value in data.items())
            (MODELS / f"{name}.json").write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
