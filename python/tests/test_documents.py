"""What documents and examples show runs."""

import re
import runpy

import pytest
from conftest import ROOT

import g2t

_OPTIONAL = ("jax", "numpyro", "pymc", "arviz")  # a block that imports another module needs it
_OF_OPTIONAL = ("az", "schools_of")  # what later blocks take from such ones
README, PAGE = (ROOT / name for name in ("README.md", "docs/python.md"))


def test_the_example_of_the_readme(capsys):
    example = ROOT / "examples" / "python" / "first_fit.py"
    assert example.read_text() in README.read_text()
    runpy.run_path(str(example))
    assert capsys.readouterr().out.startswith("Converged in ")


def test_the_page(monkeypatch, tmp_path):
    pytest.importorskip("pandas")
    monkeypatch.chdir(ROOT)
    names = {}
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(blocks) > 6
    for block in blocks:
        try:
            interpreted = block.replace("data=schools)", 'data=schools, backend="stanli")')  # compiling takes a minute
            exec(compile(interpreted, str(PAGE), "exec"), names)
        except (ModuleNotFoundError, NameError) as error:
            if error.name not in (*_OPTIONAL, *_OF_OPTIONAL):
                raise
            print(f"without {error.name}")
        except g2t.InputError as error:
            if "g2t.Stan(" not in block or "tools/install-stan" not in str(error):
                raise
            print(f"without stanli: {error}")
    for shown in ("fit.posterior", "fit.save", "fit.details"):
        assert hasattr(names["fit"], shown.split(".")[1])


def test_the_pictures_of_the_page(tmp_path):
    for module in ("arviz", "pymc", "matplotlib"):
        pytest.importorskip(module)
    runpy.run_path(str(ROOT / "docs" / "pictures" / "draw-arviz.py"))["draw"](tmp_path)
    for name in ("forest.png", "pair.png"):
        assert (tmp_path / name).stat().st_size > 10_000 and f"(pictures/{name})" in PAGE.read_text()
