#!/usr/bin/env python3
"""Instructions of hot kernels, counted by callgrind, against stored bounds: instructions_test.py PROGRAM [--write]

Counts do not depend on how busy the machine is. They are of the instruction set that valgrind knows (AVX2), and of the compiler of the
Debian release: another one may need other bounds, which --write stores as what it counts, with some room."""

import json
import pathlib
import re
import shutil
import subprocess
import sys

BOUNDS = pathlib.Path(__file__).parent / "bounds.json"
ROOM = 1.08
TIMES = 50  # a start differs by some 10,000 instructions from the next


def counted(program, task, times):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, task, str(times)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr[-1000:]}")
    return int(re.search(r"Collected\s*:\s*(\d+)", done.stderr)[1])


def instructions(program, task):
    return (counted(program, task, 1 + TIMES) - counted(program, task, 1)) / TIMES


def main():
    program, *options = sys.argv[1:]
    if shutil.which("valgrind") is None:
        print("skipped: no valgrind (tools/install-dependencies --for-all-tests brings it)")
        sys.exit(77)
    bounds = json.loads(BOUNDS.read_text())
    faults = []
    for task, bound in bounds.items():
        found = instructions(program, task)
        print(f"{task}: {found:,.0f} instructions, {found / bound:.3f} of the bound")
        if options == ["--write"]:
            bounds[task] = round(found * ROOM)
        elif not 0 < found <= bound:
            faults.append(task)
    if options == ["--write"]:
        BOUNDS.write_text(json.dumps(bounds, indent=2) + "\n")
    if faults:
        sys.exit("more instructions than before: " + ", ".join(faults))


if __name__ == "__main__":
    main()
