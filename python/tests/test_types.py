"""The stubs say what the option list says."""

import inspect
import pathlib
import re
import subprocess
import sys
import textwrap

import pytest

import g2t

PACKAGE = pathlib.Path(g2t.__file__).parent


def test_stubs_have_every_keyword():
    assert (PACKAGE / "py.typed").exists()
    stub = (PACKAGE / "_options.pyi").read_text()
    of_fit = stub[stub.index("class FitOptions") : stub.index("class StanOptions")]
    own = {"model", "progress", "dimension", "batched", "names"}
    for keyword in set(inspect.signature(g2t.fit).parameters) - own:
        assert f"\n    {keyword}: " in of_fit
    assert "prior_scale: float" in stub and "prior_scale" not in of_fit
    public = (PACKAGE / "__init__.pyi").read_text()
    declared = re.findall(r"^(?:class|def) (\w+)", public, re.MULTILINE)
    assert set(declared) | {"__version__"} == set(g2t.__all__)
    for name in g2t.__all__:
        assert getattr(g2t, name) is not None


def test_a_type_checker_takes_and_refuses_keywords(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "typed.py"
    program.write_text(textwrap.dedent("""\
        import g2t

        model = g2t.Logistic([[1.0]], [1], prior_scale=2.0, categorical=["a"], intercept=False)
        fit = g2t.fit(model, family="full-rank", init=[0.0], time_budget="10s", select_at=[0.1, 0.2], costs={"terms": {}})
        x: float = g2t.fit(lambda z: (z, z), dimension=3, progress=lambda seen: print(seen.elbo)).elbo
        g2t.fit(model, family="dense")
        g2t.fit(model, tolerence=0.1)
    """))
    # A package that comes from the path is not silent about its own stubs.
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", program], text=True,
                          capture_output=True, env={"MYPYPATH": str(PACKAGE.parent), "PATH": ""}, cwd=tmp_path)
    faults = [line.split(":")[1] for line in done.stdout.splitlines() if ": error: " in line]
    assert faults == ["6", "7"], done.stdout
