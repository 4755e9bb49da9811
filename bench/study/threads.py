#!/usr/bin/env python3
"""How many times quicker a fit is with several threads, in turns with one, and whether its files are the same bytes.

    G2T=build/release/cli/g2t bench/study/threads.py [--threads 2] [--rounds 5] -- MODEL [OPTIONS OF g2t fit]
"""
import argparse
import filecmp
import os
import statistics
import sys
import tempfile
import time

from runs import g2t


def timed_fit(words, threads, prefix):
    """Seconds of the whole command, and of the fit without reading."""
    begin = time.monotonic()
    summary = g2t("fit", *words, "--threads", threads, "--output", prefix, "--force")
    return time.monotonic() - begin, summary["seconds"]["wall"]


def same_files(first, second):
    """The draws and q; traces and summaries tell seconds as well."""
    return all(filecmp.cmp(first + end, second + end, shallow=False) for end in (".csv", ".q.json"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("words", nargs="+", help="a model and options of `g2t fit`, after --")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        prefix = {n: os.path.join(folder, f"fit{n}") for n in (1, options.threads)}
        times = {n: [] for n in prefix}
        for turn in range(options.rounds):
            for n in sorted(prefix, reverse=turn % 2 == 1):
                times[n].append(timed_fit(options.words, n, prefix[n]))
        same = same_files(prefix[1], prefix[options.threads])
    print(" ".join(options.words))
    for part, name in enumerate(("whole command", "fit without reading")):
        one, several = ([pair[part] for pair in times[n]] for n in (1, options.threads))
        ratios = [a / b for a, b in zip(one, several)]
        print(f"  {name}: {statistics.median(one):.3f} s with one thread, {statistics.median(several):.3f} s with "
              f"{options.threads}; ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    print(f"  draws and q are {'the same bytes' if same else 'DIFFERENT'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
