#!/usr/bin/env python3
"""`g2t fit` on the larger Stan models against long NUTS runs, with NUTS at its defaults beside it.

Prints a table in Markdown, a line for every model and seed, then what it adds up to (see posteriors.py), and writes
results.json. Seconds are what a user waits for g2t, and the processor's for NUTS, of all chains. Ends with status 1 if an
answer that converged is wrong, or if a fit failed.

usage: bench/study/larger/compare.py [--g2t build/release/cli/g2t] [--options "--threads 2"] [--seeds 1,2,3]
       [--models rasch,factors] [--output results.json]
"""
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path.append(str(HERE.parent))
import posteriors  # noqa: E402


def names(chosen):
    """All models or the chosen ones that have a reference, and those that have none."""
    asked = posteriors.chosen_names(sorted(path.stem for path in (HERE / "models").glob("*.stan")), chosen)
    known = [name for name in asked if (HERE / "oracle" / f"{name}.json").exists()]
    return known, [name for name in asked if name not in known]


def fit(name, seed, arguments, folder):
    """The row of one fit; without errors where there is no summary."""
    reference = json.loads((HERE / "oracle" / f"{name}.json").read_text())
    prefix, model = folder / f"{name}.{seed}", HERE / "models" / name
    done = subprocess.run([arguments.g2t, "fit", f"{model}.stan", "--data", f"{model}.json", "--stan-backend", "stanli",
                           "--output", prefix, "--seed", str(seed), "--quiet", *shlex.split(arguments.options)],
                          capture_output=True, text=True)
    nuts = {key: reference["nuts"][key] for key in ("gradients", "seconds", "rms")} if "nuts" in reference else None
    row = {"model": name, "seed": seed, "exit_status": done.returncode, "nuts": nuts, "doubts": reference["doubts"]}
    path = pathlib.Path(f"{prefix}.summary.json")
    if not path.exists():
        return row | {"message": done.stderr.strip()[-400:]}
    return row | posteriors.assess(json.loads(path.read_text()), reference)


def main():
    arguments = posteriors.comparison_parser(__doc__, HERE, seeds="1").parse_args()
    rows, (known, unknown) = [], names(arguments.models)
    print(posteriors.heading())
    with tempfile.TemporaryDirectory(prefix="g2t-") as folder:
        for name in known:
            for seed in map(int, arguments.seeds.split(",")):
                rows.append(fit(name, seed, arguments, pathlib.Path(folder)))
                print(posteriors.table_row(rows[-1]), flush=True)
                posteriors.write(arguments.output, {"options": arguments.options, "rows": rows})
    print("\n" + posteriors.counts(rows))
    doubtful = sorted({row["model"] for row in rows if row["doubts"]})
    for text, which in (("doubtful references", doubtful), ("without a reference, left out", unknown)):
        if which:
            print(f"- {text}: {', '.join(which)}")
    return 1 if any(posteriors.wrong(row) or "status" not in row for row in rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
