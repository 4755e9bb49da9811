"""Stan programs."""

import os
import pathlib
import tempfile

from g2t import _g2t, options
from g2t.data import json_text
from g2t.model import Model
from g2t.progress import BuildLine


class Stan(Model):
    """A Stan program with its data.

    program: the path of a .stan file, its text, or a library that BridgeStan or `g2t compile` made (.so).
    data: a dictionary of numbers, lists and numpy arrays, or the path of a JSON file.
    backend: "compiled", by a C++ compiler, once per program; or "stanli", interpreted.
    options: those of the program for Stan models, as `native=True`, `include_paths=[...]`.
    """

    def __init__(self, program, data=None, *, backend=None, progress=None, **keywords):
        path = self._path_of(program)
        kind = ".so" if path.endswith(".so") else ".stan"
        known = [row for row in options.model_rows(kind) if row["name"] != "data"]
        if backend is not None:
            keywords["backend"] = backend
        given = options.given(known, keywords)
        in_memory = None
        if isinstance(data, (str, os.PathLike)):
            given.append(("data", os.fspath(data)))
        elif data is not None:
            in_memory = ("json", "data", json_text(data))
        with BuildLine(progress) as line:
            self._native = _g2t.load_model(path, given, in_memory, line.show)

    def _path_of(self, program):
        if isinstance(program, os.PathLike):
            return os.fspath(program)
        if "\n" not in program and "{" not in program:
            return program
        self._folder = tempfile.TemporaryDirectory(prefix="g2t-")
        file = pathlib.Path(self._folder.name) / "model.stan"
        file.write_text(program, encoding="utf-8")
        return str(file)
