"""What the tests share: a model whose posterior is known, and the places of program and data."""

import os
import pathlib

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).parents[2]
MEAN, SD = np.array([1.0, -2.0, 0.5]), np.array([0.5, 1.0, 2.0])

# Made-up seconds of each term: with them time is model time, and a fit is repeatable to the byte.
COSTS = {
    "terms": {name: {"per_step": 1e-6, "per_draw": 1e-6}
              for name in ("rep", "entropy", "taylor", "taylor-products", "anchored-taylor", "prior")},
    "shared": [],
}


def gaussian(points):
    """Independent normals; the log density has all its constants."""
    scaled = (points - MEAN) / SD
    values = -0.5 * (scaled**2).sum(axis=1) - np.log(SD).sum() - 1.5 * np.log(2 * np.pi)
    return values, -scaled / SD


@pytest.fixture
def program():
    path = os.environ.get("G2T")
    if not path:
        pytest.skip("the environment's G2T names no program")
    return path


@pytest.fixture
def eight_schools():
    return ROOT / "examples" / "stan" / "eight_schools.stan"


@pytest.fixture
def labelled():
    """Rows, [200, 3], with labels 0 and 1."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(200, 3))
    return X, (X @ [1.0, -0.5, 0.0] + rng.logistic(size=200) > 0).astype(int)
