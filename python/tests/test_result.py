"""A Fit: its parts, its words, its files, and what is left of it by pickling."""

import json
import pickle
import subprocess
import sys

import numpy as np
import pytest
from conftest import gaussian

import g2t


@pytest.fixture(scope="module")
def fit():
    return g2t.fit(gaussian, dimension=3, names=["a", "b", "c"])


def test_parts(fit):
    assert fit.status == "converged" and fit.is_trusted and fit.raise_if_untrusted() is fit
    assert fit.draws.shape == (len(fit.posterior["a"]), 3) and fit.names == ["a", "b", "c"]
    assert fit.seconds > 0 and fit.gap < 0.1 and fit.warnings == [] and np.isfinite(fit.khat)
    assert set(fit.recipe) == {"base", "control_variates", "weights", "draws", "antithetic"}
    assert len(fit.trace["elbo"]) == len(fit.trace["recipe"]) and fit.trace["iteration"].dtype == int
    assert "z" not in dir(g2t) and "fit" in dir(g2t)


def test_summary_is_that_of_the_draws(fit):
    summary = fit.summary()
    names = list(summary["name"]) if isinstance(summary, dict) else list(summary.index)
    assert names == ["a", "b", "c"]
    np.testing.assert_allclose(summary["mean"], fit.draws.mean(axis=0), atol=1e-9)


def test_it_prints_what_the_program_prints(program, tmp_path, labelled):
    X, y = labelled
    rows = "\n".join(",".join(map(repr, [int(label), *map(float, row)])) for label, row in zip(y, X))
    (tmp_path / "rows.csv").write_text("y,x1,x2,x3\n" + rows + "\n")
    printed = subprocess.run([program, "fit", "logistic", "--data", "rows.csv", "--output", "run"], cwd=tmp_path, check=True,
                             capture_output=True, text=True, timeout=60).stdout
    lines = repr(g2t.load(tmp_path / "run")).splitlines()
    assert printed.splitlines()[:-1] == lines  # and the files that it wrote


def test_the_page_in_a_notebook(fit):
    html = fit._repr_html_()
    assert fit.verdict.split(":")[0] in html and "<svg" in html and ".g2t-fit {" in html and "<script" not in html


def test_saving_loading_and_pickling(fit, tmp_path):
    written = fit.save(tmp_path / "run")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(name.split("/")[-1] for name in written)
    with pytest.raises(g2t.InvalidArgument, match="exists"):
        fit.save(tmp_path / "run")
    loaded = g2t.load(tmp_path / "run")
    size = len(pickle.dumps(fit))
    assert fit.posterior is fit.posterior and len(pickle.dumps(fit)) == size  # what was asked for is not kept twice
    for again in (loaded, g2t.load(str(tmp_path / "run.summary.json")), pickle.loads(pickle.dumps(fit)),
                  pickle.loads(pickle.dumps(loaded))):
        assert repr(again) == repr(fit) and again.status == fit.status and again.seconds == fit.seconds
        np.testing.assert_array_equal(again.draws, fit.draws)
        np.testing.assert_array_equal(again.trace["elbo"], fit.trace["elbo"])
        for name, values in fit.posterior.items():
            np.testing.assert_array_equal(again.posterior[name], values)
        again.save(tmp_path / "again", force=True)
        for ending in (".csv", ".trace.csv", ".selection.json", ".q.json"):
            assert (tmp_path / f"again{ending}").read_bytes() == (tmp_path / f"run{ending}").read_bytes()
    with pytest.raises(g2t.InputError, match="none.csv: cannot be read: No such file"):
        g2t.load(tmp_path / "none")
    with pytest.raises(g2t.InvalidArgument, match="format = 'cmdstan'"):
        loaded.save(tmp_path / "other", format="cmdstan")
    with pytest.raises(g2t.InvalidArgument, match="format = 'r'"):
        fit.save(tmp_path / "other", format="r")


def test_a_pickled_fit_starts_another_one(fit):
    again = g2t.fit(gaussian, dimension=3, names=["a", "b", "c"], init=pickle.loads(pickle.dumps(fit)))
    assert again.status == "converged" and again.details["starts"] is None


def test_a_fit_that_is_not_to_be_trusted_is_a_result():
    def log_gammas(x):
        return (x - np.exp(x)).sum(axis=1), 1 - np.exp(x)

    fit = g2t.fit(log_gammas, dimension=3, iterations=1, tolerance=1e-6, answer="gaussian")
    assert fit.status == "not_converged" and fit.warnings[0].message == str(fit.warnings[0])
    with pytest.raises(g2t.NotTrusted, match="NOT CONVERGED") as caught:
        fit.raise_if_untrusted()
    assert "iterations" in fit.warnings[0].message and "--" not in fit.warnings[0].message
    assert fit.warnings[0].message.split(";")[-1] in fit._repr_html_()
    assert caught.value.fit is fit and fit.warnings[0].message in str(caught.value)


def test_errors_have_types_of_their_own():
    assert issubclass(g2t.InvalidArgument, (g2t.Error, ValueError)) and issubclass(g2t.InputError, g2t.Error)
    with pytest.raises(g2t.InputError) as caught:
        g2t.Logistic("no-such-file.svm")
    assert caught.value.file == "no-such-file.svm" and caught.value.line == 0


def test_the_version_is_the_programs(program):
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert said.strip() == f"g2t {g2t.__version__}"


def test_nothing_is_said_when_the_interpreter_ends():
    text = "import g2t\nfit = g2t.fit(lambda z: (-0.5 * (z * z).sum(1), -z), dimension=2)\n"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_numbers_that_are_not_known_are_nan(fit):
    details = json.loads(json.dumps(fit.details))
    assert details == fit.details
    plain = g2t.fit(gaussian, dimension=3, coordinates="plain", iterations=50, time_budget=5)
    assert plain.selections and plain.selections[0]["choice"]["product"] > 0
    assert np.isnan(plain.gap) and plain.status == "budget_spent" and plain.is_trusted
