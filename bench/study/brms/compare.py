#!/usr/bin/env python3
"""`g2t fit` on the brms models against long NUTS runs, with a default NUTS run beside it.

For every model and seed: errors of the posterior means in the reference's standard deviations, and relative errors of the
standard deviations, over the quantities that count (cases.py). Prints a table in Markdown with a line for each model, medians
over the seeds, then counts over all fits, and writes results.json. Without `answer` in the summary, the moments are the
weighted ones where khat is below 0.7, else those of q. Seconds are those from start to end; processor seconds are compared
with NUTS's, of four chains.

usage: bench/study/brms/compare.py --g2t build/release/cli/g2t [--backend compiled] [--options "--tolerance 0.05"]
       [--seeds 1,2,3] [--models beta_rates,zip_ticks] [--output results.json]
"""
import json
import pathlib
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

from cases import HERE, MODELS, counts, errors, names, oracle, sd_errors, write
from posteriors import KHAT_LIMIT, RMS_OF_MEANS, RMS_OF_SDS, WORST_MEAN, WORST_SD, comparison_parser

HEAD = ("model", "d", "status", "way", "means rms", "largest", "sds rms", "largest", "gradients", "densities", "s",
        "processor s", "NUTS gradients", "NUTS processor s", "NUTS means rms", "NUTS sds rms")


def moments(summary):
    """The way of the answer, its means and its standard deviations by name."""
    entries = {entry["name"]: entry for entry in summary["constrained"] if counts(entry["name"])}
    if summary.get("answer"):
        way, prefix = summary["answer"]["way"], ""
    else:
        khat = summary.get("khat")
        has_weights = all(entry.get("weighted_mean") is not None for entry in entries.values())
        trusted = khat is not None and khat < KHAT_LIMIT and has_weights
        way, prefix = ("weighted", "weighted_") if trusted else ("gaussian", "")
    return way, *({name: entry.get(prefix + kind) for name, entry in entries.items()} for kind in ("mean", "sd"))


def assess(summary, reference, processor_seconds):
    """Errors, cost and verdicts of one fit, from its summary and the reference."""
    way, means, sds = moments(summary)
    of_means, of_sds = errors(means, reference["parameters"]), sd_errors(sds, reference["parameters"])
    known = of_means is not None and of_sds is not None
    converged, counted = summary["status"] == "converged", summary.get("diagnostics", {})

    def parts(found):
        return None if found is None else {"rms": found[0], "largest": found[1], "worst": found[2]}

    return {"status": summary["status"], "way": way, "answer": summary.get("answer"), "khat": summary.get("khat"),
            "means": parts(of_means), "sds": parts(of_sds), "gradients": counted.get("model_gradients"),
            "densities": counted.get("model_densities"), "seconds": summary["seconds"]["waited"],
            "processor_seconds": processor_seconds, "converged": converged,
            "near": converged and known and of_means[0] <= RMS_OF_MEANS and of_sds[0] <= RMS_OF_SDS,
            "wrong": converged and (not known or of_means[1] > WORST_MEAN or of_sds[1] > WORST_SD),
            "faster": processor_seconds < reference["nuts"][-1]["processor_seconds"]}


def children_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def fit(name, seed, arguments, folder):
    prefix = folder / name
    start = children_seconds()
    done = subprocess.run([arguments.g2t, "fit", MODELS / f"{name}.stan", "--data", MODELS / f"{name}.json", "--output",
                           prefix, "--force", "--seed", str(seed), "--stan-backend", arguments.backend,
                           *shlex.split(arguments.options)],
                          capture_output=True, text=True)
    used = round(children_seconds() - start, 3)
    row = {"model": name, "seed": seed, "exit_status": done.returncode}
    path = pathlib.Path(f"{prefix}.summary.json")
    if done.returncode not in (0, 3) or not path.exists():
        return row | {"status": "failed", "way": "none", "message": done.stderr.strip()[-400:], "converged": False,
                      "near": False, "wrong": False, "faster": False}
    summary = json.loads(path.read_text())
    path.unlink()
    return row | assess(summary, oracle(name), used)


def tally(values):
    """How often each value is there: "converged 2, not_trusted 1"; alone if there is one value."""
    found = sorted(set(values), key=lambda value: (-values.count(value), value))
    return found[0] if len(found) == 1 else ", ".join(f"{value} {values.count(value)}" for value in found)


def median(rows, *keys):
    found = []
    for value in rows:
        for key in keys:
            value = None if value is None else value.get(key)
        found += [] if value is None else [value]
    return statistics.median(found) if found else None


def cell(value, digits):
    return "" if value is None else f"{value:,.{digits}f}"


def table_row(rows, reference):
    nuts = reference["nuts"][-1]
    return [rows[0]["model"] + (" (*)" if reference["doubts"] else ""), str(reference["dimension"]),
            tally([row["status"] for row in rows]), tally([row["way"] for row in rows]),
            cell(median(rows, "means", "rms"), 3), cell(median(rows, "means", "largest"), 3),
            cell(median(rows, "sds", "rms"), 3), cell(median(rows, "sds", "largest"), 3),
            cell(median(rows, "gradients"), 0), cell(median(rows, "densities"), 0), cell(median(rows, "seconds"), 2),
            cell(median(rows, "processor_seconds"), 2), cell(nuts["gradients"], 0), cell(nuts["processor_seconds"], 2),
            cell(nuts["rms_of_means"], 3), cell(nuts["rms_of_sds"], 3)]


def verdicts(results):
    """The lines after the table."""
    def those(key):
        return [f"{row['model']} (seed {row['seed']})" for row in results if row[key]]

    wrong = those("wrong")
    near = f"means within {RMS_OF_MEANS} and sds within {RMS_OF_SDS:.0%}, root mean square"
    far = f"a mean more than {WORST_MEAN} sds or an sd more than {WORST_SD:.0%} off"
    return [f"Converged: {len(those('converged'))} of {len(results)}", f"Converged with {near}: {len(those('near'))}",
            f"Wrong (converged with {far}): {len(wrong)}" + (f": {', '.join(wrong)}" if wrong else ""),
            f"In less processor time than NUTS: {len(those('faster'))}"]


def main():
    parser = comparison_parser(__doc__, HERE)
    parser.add_argument("--backend", default="stanli", help="its --stan-backend")
    arguments = parser.parse_args()
    results = []
    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD))
    with tempfile.TemporaryDirectory(prefix="g2t-") as folder:
        for name in names(arguments.models):
            reference = oracle(name)
            if reference is None:
                print(f"{name}: no reference yet (oracle.py)", file=sys.stderr)
                continue
            rows = [fit(name, int(seed), arguments, pathlib.Path(folder)) for seed in arguments.seeds.split(",")]
            results += rows
            print("| " + " | ".join(table_row(rows, reference)) + " |", flush=True)
            write(arguments.output, {"backend": arguments.backend, "options": arguments.options, "rows": results})
    print("\n(*) the reference is doubtful: see `doubts` in oracle/NAME.json\n")
    print("\n".join(verdicts(results)))
    return 1 if any(row["wrong"] for row in results) else 0


if __name__ == "__main__":
    raise SystemExit(main())
