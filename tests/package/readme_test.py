#!/usr/bin/env python3
"""Checks that the README quotes the examples as they stand. usage: readme_test.py SOURCE_TREE"""

import pathlib
import sys

root = pathlib.Path(sys.argv[1])
readme = (root / "README.md").read_text()
faults = [f"README.md does not quote examples/{name} as it stands"
          for name in ("own_model.cpp", "first_fit.sh") if (root / "examples" / name).read_text() not in readme]
faults += ["README.md still has a mark REPLACE"] * ("REPLACE" in readme)
print("\n".join(faults) or "the README quotes its examples")
sys.exit(1 if faults else 0)
