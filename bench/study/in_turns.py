#!/usr/bin/env python3
"""Two ways of one fit, in turns: how many times quicker the second is.

    bench/study/in_turns.py --threads 1 2 -- MODEL [OPTIONS OF g2t fit]     one program (G2T), two numbers of threads
    bench/study/in_turns.py --programs OLD NEW -- MODEL [OPTIONS]           two builds of the program

Prints medians and the ratio of each pair; a machine that slows down slows both. With --threads, q and its draws must be the
same bytes.
"""
import argparse
import filecmp
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

PARTS = ("whole command", "without reading")


def timed_fit(command, prefix):
    """Seconds of the whole command, and of the fit without reading. A fit that ends without trust is one all the same."""
    begin = time.monotonic()
    done = subprocess.run([*command, "--output", prefix, "--force", "--json", "--quiet"], capture_output=True, text=True)
    seconds = time.monotonic() - begin
    if done.returncode not in (0, 3):
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    summary = json.loads(done.stdout)
    return (seconds, summary["seconds"].get("wall", summary["seconds"]["total"])), summary["status"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ways = parser.add_mutually_exclusive_group(required=True)
    ways.add_argument("--threads", nargs=2, metavar="N")
    ways.add_argument("--programs", nargs=2, metavar="PROGRAM")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("words", nargs="+", help="a model and options of `g2t fit`, after --")
    options = parser.parse_args()
    program = os.environ.get("G2T", "g2t")
    ends = [["--threads", n] for n in options.threads] if options.threads else [[], []]
    commands = [[name, "fit", *options.words, *end] for name, end in zip(options.programs or [program, program], ends)]
    times, status = ([], []), [None, None]
    with tempfile.TemporaryDirectory() as folder:
        prefixes = [os.path.join(folder, name) for name in "ab"]
        for turn in range(options.rounds):
            for way in (0, 1) if turn % 2 == 0 else (1, 0):
                seconds, status[way] = timed_fit(commands[way], prefixes[way])
                times[way].append(seconds)
        same = all(filecmp.cmp(prefixes[0] + end, prefixes[1] + end, shallow=False) for end in (".csv", ".q.json"))
    print(f"{' '.join(options.words)} ({status[0]}, {status[1]})")
    for part, name in enumerate(PARTS):
        first, second = ([seconds[part] for seconds in times[way]] for way in (0, 1))
        ratios = [a / b for a, b in zip(first, second)]
        print(f"  {name}: {statistics.median(first):.4g} s and {statistics.median(second):.4g} s; ratio "
              f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    if options.threads:
        print(f"  q and its draws are {'the same bytes' if same else 'DIFFERENT'}")
    return 0 if same or options.programs else 1


if __name__ == "__main__":
    sys.exit(main())
