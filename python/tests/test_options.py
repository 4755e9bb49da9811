"""Keywords are those of the program's option list."""

import datetime
import inspect
import json
import subprocess

import numpy as np
import pytest
from conftest import COSTS, gaussian

import g2t


def test_signature_and_documentation_have_every_option():
    keywords = list(inspect.signature(g2t.fit).parameters)
    for keyword in ("family", "tolerance", "seed", "answer_draws", "time_budget"):
        assert keyword in keywords and f"    {keyword}: " in g2t.fit.__doc__
    assert not {"output", "quiet", "data", "prior_scale"} & set(keywords)
    assert "--" not in g2t.fit.__doc__


@pytest.mark.parametrize("keywords, said", [
    ({"tolerence": 0.1}, "there is no option 'tolerence'; did you mean 'tolerance'?"),
    ({"output": "run"}, r"Fit.save\(\) writes files"),
    ({"prior_scale": 2}, "prior_scale is an option of models"),
    ({"tolerance": -1}, "tolerance = '-1': a number above 0 is needed"),
    ({"family": "dense"}, "family = 'dense': one of these is needed: auto, mean-field, low-rank, full-rank"),
    ({"draws": 8.5}, "draws = '8.5': a whole number is needed"),
    ({"seed": True}, "seed = 'true': a whole number is needed"),
    ({"seed": object()}, "a text, a number, True or False is needed"),
    ({"pool": ["rep,stl"]}, "has a comma"),
    ({"momentum": 0.5}, "momentum = '0.5': .*coordinates = plain"),
])
def test_refusals_are_the_programs(keywords, said):
    with pytest.raises(g2t.InvalidArgument, match=said):
        g2t.fit(gaussian, dimension=3, **keywords)


def test_values_of_any_kind_are_texts_of_the_command_line():
    fit = g2t.fit(gaussian, dimension=3, time_budget=datetime.timedelta(seconds=2), seed=np.int64(7), antithetic=np.True_,
                  control_variates=("entropy", "taylor"), tolerance=np.float64(0.1), starts=None)
    settings = fit.details["settings"]
    assert settings["time_budget"] == 2 and settings["seed"] == 7 and settings["antithetic"] is True
    assert settings["control_variates"] == ["entropy", "taylor"] and settings["tolerance"] == 0.1


def test_recipes_costs_and_fits_as_dictionaries():
    recipe = {"base": "rep", "control_variates": ["entropy"], "weights": [-1.0], "draws": 8, "antithetic": True}
    first = g2t.fit(gaussian, dimension=3, estimator=recipe, costs=COSTS, iterations=10, seed=3)
    assert first.recipe == recipe
    again = g2t.fit(gaussian, dimension=3, estimator=first.recipe, costs=COSTS, iterations=10, seed=3)
    np.testing.assert_array_equal(first.draws, again.draws)


def test_an_earlier_fit_is_gone_on_with():
    how = {"costs": COSTS, "estimator": "rep", "tolerance": 1e-9, "answer": "gaussian"}
    with_all = g2t.fit(gaussian, dimension=3, iterations=40, **how)
    half = g2t.fit(gaussian, dimension=3, iterations=20, **how)
    rest = g2t.fit(gaussian, dimension=3, iterations=20, init=half, **how)
    assert rest.details["iterations"] == with_all.details["iterations"] == 40


def test_a_fit_is_the_programs_to_the_byte(program, tmp_path, labelled):
    X, y = labelled
    rows = "\n".join(",".join(map(repr, [int(label), *map(float, row)])) for label, row in zip(y, X))
    (tmp_path / "rows.csv").write_text("y,x1,x2,x3\n" + rows + "\n")
    (tmp_path / "costs.json").write_text(json.dumps(COSTS))
    options = {"costs": str(tmp_path / "costs.json"), "iterations": 40, "seed": 3}
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    subprocess.run([program, "fit", "logistic", "--data", "rows.csv", "--output", "one", "--quiet", *words], cwd=tmp_path,
                   check=True, capture_output=True, timeout=60)
    model = g2t.Logistic(str(tmp_path / "rows.csv"))
    in_memory = g2t.fit(g2t.Logistic(X, y), **options)
    g2t.fit(model, **options).save(tmp_path / "two")
    for ending in (".csv", ".trace.csv", ".selection.json", ".q.json"):
        assert (tmp_path / f"one{ending}").read_bytes() == (tmp_path / f"two{ending}").read_bytes(), ending
    one, two = (json.loads((tmp_path / f"{name}.summary.json").read_text()) for name in ("one", "two"))
    for summary in (one, two):
        summary["data"].pop("file")
        for name in ("data", "output", "quiet"):
            summary["settings"].pop(name)
    assert one == two
    np.testing.assert_array_equal(in_memory.draws, g2t.load(tmp_path / "one").draws)
