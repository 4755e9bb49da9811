"""Writes _options.pyi, the types of all keywords, from the option list. usage: write_stubs.py FILE, with g2t on the path."""

import pathlib
import sys

from g2t import options

HEAD = '''# Made from the option list by python/stubs/write_stubs.py.
from collections.abc import Sequence
from datetime import timedelta
from os import PathLike
from typing import Any, Literal, TypedDict
'''
KINDS = {"StanOptions": ".stan", "LogisticOptions": "logistic", "PoissonOptions": "poisson", "NetworkOptions": "bnn"}
ARGUMENTS = {"data", "backend", "response", "groups", "exposure"}  # of the constructors
WIDER = {"init": "Any"}  # an array or an earlier fit as well


def typed_dictionary(name, rows):
    lines = [f"class {name}(TypedDict, total=False):"]
    for row in rows:
        if name == "FitOptions" or row["keyword"] not in ARGUMENTS:
            lines.append(f"    {row['keyword']}: {WIDER.get(row['keyword'], options.type_of(row))} | None")
            lines.append(f'    """{row["help"]}"""')
    return "\n".join(lines) + "\n"


def main():
    parts = [HEAD, typed_dictionary("FitOptions", options.fit_rows())]
    parts += [typed_dictionary(name, options.model_rows(kind)) for name, kind in KINDS.items()]
    pathlib.Path(sys.argv[1]).write_text("\n".join(parts), encoding="utf-8")


main()
