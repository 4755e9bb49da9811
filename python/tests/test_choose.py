"""Choices among estimators from numbers alone."""

import itertools

import numpy as np
import pytest

import g2t


def brute_force(u, r, Q, t0, t, groups):
    best = None
    for used in itertools.chain.from_iterable(itertools.combinations(range(len(r)), k) for k in range(len(r) + 1)):
        index = list(used)
        weights = np.linalg.lstsq(Q[np.ix_(index, index)], -r[index], rcond=None)[0] if index else np.zeros(0)
        norm = u + r[index] @ weights + 0.5 * weights @ Q[np.ix_(index, index)] @ weights
        seconds = t0 + t[index].sum() + sum(s for members, s in groups if set(members) & set(used))
        if best is None or norm * seconds < best[0]:
            best = (norm * seconds, index, weights)
    return best


@pytest.mark.parametrize("seed", range(5))
def test_solve_is_the_best_of_all_subsets(seed):
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(40, 5)) + 0.8 * rng.normal(size=(40, 1))
    Q, r = 2 * vectors[:, 1:].T @ vectors[:, 1:], 2 * vectors[:, 1:].T @ vectors[:, 0]
    u, t, groups = vectors[:, 0] @ vectors[:, 0], rng.uniform(0.01, 0.3, 4), [([1, 3], 0.1)]
    choice = g2t.solve(u, r, Q, 1.0, t, groups=groups)
    product, members, weights = brute_force(u, r, Q, 1.0, t, groups)
    assert choice.chosen == members
    np.testing.assert_allclose(choice.weights, weights, rtol=1e-8)
    assert choice.product == pytest.approx(product) and choice.product == pytest.approx(choice.squared_norm * choice.seconds)


def test_solve_refuses_what_cannot_be():
    assert g2t.solve(1, [-1], [[1]], 1, [np.inf]).chosen == []
    for wrong, said in [((1, [-1], [[1]], 1, [1, 2]), "t"), ((1, [np.nan], [[1]], 1, [1]), "r"), ((1, [1], [[1]], -1, [1]), "t0")]:
        with pytest.raises(g2t.Error, match=said):
            g2t.solve(*wrong)
    with pytest.raises(g2t.Error, match="members"):
        g2t.solve(1, [-1], [[1]], 1, [1], groups=[([1], 0.5)])


def test_select_measured():
    rng = np.random.default_rng(1)
    gradients = {"one": 3 * rng.normal(size=(500, 4)), "many": rng.normal(size=(500, 4)), "known": 30.0}
    choice = g2t.select_measured(gradients, {"one": 1.0, "many": 5.0, "known": 2.0})
    assert choice.chosen == ["many"] and choice.product == pytest.approx(5 * choice.squared_norm)
    assert choice.squared_norm == pytest.approx(4, rel=0.1)
    with pytest.raises(g2t.InvalidArgument, match="gradients are of"):
        g2t.select_measured(gradients, {"one": 1.0})
    with pytest.raises(g2t.Error, match="a = 0: not the time"):
        g2t.select_measured({"a": 1.0}, {"a": 0.0})
    with pytest.raises(g2t.InvalidArgument, match="shape"):
        g2t.select_measured({"a": [1.0, 2.0]}, {"a": 1.0})
