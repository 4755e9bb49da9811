"""The programs that come with the package: they take the place of the interpreter."""

import os
import pathlib
import sys


def _become(name):
    file = pathlib.Path(__file__).parent / "bin" / name
    os.execv(file, [name, *sys.argv[1:]])


def g2t():
    _become("g2t")


def install_stan():
    _become("g2t-install-stan")
