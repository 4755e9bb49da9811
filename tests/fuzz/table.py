#!/usr/bin/env python3
"""Fuzzes targets one after the other, and prints the table of README.md: table.py FOLDER SECONDS [TARGET]...

FOLDER has the programs fuzz_TARGET; without targets all of targets.cmake are taken."""

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def all_targets():
    return re.search(r"set\(fuzz_targets ([^)]*)\)", (HERE / "targets.cmake").read_text())[1].split()


def row(folder, seconds, target):
    done = subprocess.run([HERE / "run.sh", target, seconds, f"{folder}/fuzz_{target}"], capture_output=True, text=True)
    said = done.stdout + done.stderr
    covered = re.findall(r"cov: (\d+) ft: (\d+)", said)
    edges = re.search(r"\((\d+) inline 8-bit counters\)", said)
    runs = re.search(r"number_of_executed_units: (\d+)", said)
    finding = re.findall(r"(?:does not hold|ERROR): .*", said)
    if done.returncode not in (0, 77):
        print(said[-3000:], file=sys.stderr)
    return [target, runs[1] if runs else "-", *(covered[-1] if covered else ("-", "-")), edges[1] if edges else "-",
            finding[0][:100] if finding else ("" if done.returncode == 0 else f"status {done.returncode}")]


if __name__ == "__main__":
    folder, seconds, *targets = sys.argv[1:]
    print("| target | executions | edges | features | edges in the program | finding |\n|---|---|---|---|---|---|")
    for name in targets or all_targets():
        print("| " + " | ".join(row(folder, seconds, name)) + " |", flush=True)
