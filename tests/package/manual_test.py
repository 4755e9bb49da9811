#!/usr/bin/env python3
"""Checks that docs/manual.md and the program's --help speak of the same options. usage: manual_test.py PROGRAM MANUAL"""

import pathlib
import re
import subprocess
import sys

program, manual = sys.argv[1], pathlib.Path(sys.argv[2]).read_text()
EVERYWHERE = {"help", "version"}
OF_TOOLS = {"all"}  # tools/fetch-data --all


def options(text):
    return set(re.findall(r"(?<![\w-])--([a-z](?:[a-z-]*[a-z])?)", text))


subcommands = re.findall(r"^\| \[`([a-z-]+)[^`]*`\]\(#", manual, flags=re.M)
helps = {name: subprocess.run([program, name, "--help"], check=True, capture_output=True, text=True).stdout
         for name in subcommands}
faults = [f"docs/manual.md lacks --{option} of g2t {name}"
          for name, text in helps.items() for option in sorted(options(text) - options(manual) - EVERYWHERE)]
offered = set().union(*map(options, helps.values()))
faults += [f"docs/manual.md has --{option}, which no subcommand offers"
           for option in sorted(options(manual) - offered - EVERYWHERE - OF_TOOLS)]
print("\n".join(faults) or f"{len(subcommands)} subcommands, {len(offered)} options: all in the manual")
sys.exit(1 if faults or not subcommands else 0)
