#!/usr/bin/env python3
"""Every source compiles by itself: builds that join sources would hide an include that one of them lacks.

usage: alone_test.py BUILD_FOLDER SOURCE_FOLDER
The flags are those of the first joined source of each target in BUILD_FOLDER/compile_commands.json; nothing is written.
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

TARGETS = {"/g2t.dir/Unity/": "src", "/g2t_program.dir/Unity/": "cli"}


def flags_of(command, joined):
    words = shlex.split(command)
    output = words.index("-o")
    return [word for word in words[:output] + words[output + 2:] if word not in ("-c", joined)]


def main():
    build, source = map(pathlib.Path, sys.argv[1:])
    entries = json.loads((build / "compile_commands.json").read_text())
    jobs = []
    for part, folder in TARGETS.items():
        joined = [entry for entry in entries if part in entry["file"]]
        if not joined:
            print(f"{folder}: sources are not joined in this build")
            continue
        flags = flags_of(joined[0]["command"], joined[0]["file"])
        included = "".join(pathlib.Path(entry["file"]).read_text() for entry in joined)
        files = sorted(path for path in (source / folder).rglob("*.cpp") if f'"{path}"' in included)
        print(f"{folder}: {len(files)} sources")
        jobs += [(joined[0]["directory"], [*flags, "-fsyntax-only", str(path)]) for path in files]

    def compile_alone(job):
        return job[1][-1], subprocess.run(job[1], cwd=job[0], capture_output=True, text=True)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, done in pool.map(compile_alone, jobs):
            if done.returncode != 0:
                failed += 1
                print(f"{path} does not compile by itself:\n{done.stderr[:2000]}")
    print(f"{len(jobs) - failed} of {len(jobs)} compile by themselves")
    return 1 if failed or not jobs else 0


if __name__ == "__main__":
    raise SystemExit(main())
