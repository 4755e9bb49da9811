#!/usr/bin/env python3
"""`g2t fit` on the Stan examples against the oracle, with Stan's ADVI and Pathfinder beside it.

For every model and seed: the error of the posterior means in oracle standard deviations, root mean square over the
parameters and largest, plain and importance-weighted. The one that counts is the weighted one where khat < 0.7, else the
plain one. Prints a table in Markdown, writes results.json, and says which fits break a rule:
A. a root mean square of at most 0.06 in at most 5,000 gradients (15,000 from dimension 50 on), or exit status 3; all
   gradients of the model count, or the gradient draws where the summary does not say;
B. never "converged" with a mean more than 0.3 standard deviations off.

usage: bench/study/stan/compare.py [--g2t build/release/cli/g2t] [--options "--stan-backend stanli"] [--seeds 1,2,3]
       [--models ode,garch] [--output results.json]
"""
import argparse
import json
import pathlib
import shlex
import subprocess
import tempfile
import time

from models import EXAMPLES, HERE, errors, names, oracle, write

PEERS = ("advi mean-field", "advi full-rank", "pathfinder", "pathfinder 4")
RMS_LIMIT, LARGEST_LIMIT, KHAT_LIMIT = 0.06, 0.3, 0.7
HEAD = ("model", "d", "seed", "exit, status", "ELBO", "khat", "gradients", "s", "rms plain", "weighted", "**rms**", "largest",
        "A", "B", *PEERS)


def draws_limit(dimension):
    return 5000 if dimension < 50 else 15000


def assess(summary, exit_status, parameters):
    """The errors and the rules, from a summary and the oracle's parameters."""
    entries = {entry["name"]: entry for entry in summary["constrained"]}
    plain = errors({name: entry["mean"] for name, entry in entries.items()}, parameters)
    weighted = errors({name: entry.get("weighted_mean") for name, entry in entries.items()}, parameters)
    khat = summary.get("khat")
    trusted = khat is not None and khat < KHAT_LIMIT and weighted is not None
    counts = weighted if trusted else plain
    near = counts is not None and counts[0] <= RMS_LIMIT
    counted = summary.get("diagnostics", {})
    gradients = counted.get("model_gradients") or summary["gradient_draws"]
    cheap = gradients <= draws_limit(summary["dimension"])
    sure = summary["status"] == "converged"

    def pair(found):
        return None if found is None else {"rms": found[0], "largest": found[1], "worst": found[2]}

    return {"plain": pair(plain), "weighted": pair(weighted), "counts": "weighted" if trusted else "plain",
            "error": pair(counts), "gradients": gradients, "densities": counted.get("model_densities"),
            "rule_a": exit_status == 3 or near and cheap,
            "rule_b": not sure or counts is not None and counts[1] <= LARGEST_LIMIT}


def fit(name, seed, arguments, folder):
    prefix = folder / name
    start = time.perf_counter()
    done = subprocess.run([arguments.g2t, "fit", EXAMPLES / f"{name}.stan", "--data", EXAMPLES / f"{name}.json", "--output",
                           prefix, "--force", "--seed", str(seed), "--json", *shlex.split(arguments.options)],
                          capture_output=True, text=True)
    row = {"model": name, "seed": seed, "exit_status": done.returncode, "wall_seconds": round(time.perf_counter() - start, 3)}
    path = pathlib.Path(f"{prefix}.summary.json")
    if done.returncode not in (0, 3) or not path.exists():
        return row | {"message": done.stderr.strip()[-400:], "rule_a": False, "rule_b": True}
    summary = json.loads(path.read_text())
    path.unlink()
    known = {key: summary.get(key) for key in ("dimension", "status", "elbo", "khat", "gradient_draws")}
    return row | known | {"seconds": summary["seconds"]["total"]} | assess(summary, done.returncode, oracle(name)["parameters"])


def cell(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}" if isinstance(value, float) else str(value)


def table_row(row, peers):
    def part(key, kind):
        return cell(row[key][kind], 3) if row.get(key) else ""

    error = row.get("error")
    ending = f"{row['exit_status']}, {row.get('status', 'no summary')}"
    return [row["model"], cell(row.get("dimension")), cell(row["seed"]), ending, cell(row.get("elbo")),
            cell(row.get("khat")), cell(row.get("gradients")), cell(row.get("seconds")),
            part("plain", "rms"), part("weighted", "rms"), part("error", "rms"),
            f"{error['largest']:.3f} {error['worst']}" if error else "", "" if row["rule_a"] else "**broken**",
            "" if row["rule_b"] else "**broken**", *(cell(peers.get((row["model"], peer))) for peer in PEERS)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--g2t", default="g2t", help="the program")
    parser.add_argument("--options", default="", help="more of its options, as one word")
    parser.add_argument("--models", default="")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "results.json")
    arguments = parser.parse_args()
    path = HERE / "peers.json"
    rows = json.loads(path.read_text())["rows"] if path.exists() else []
    peers = {(row["model"], row["method"]): row["rms"] for row in rows}
    results = []
    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD))
    with tempfile.TemporaryDirectory(prefix="g2t-") as folder:
        for name in names(arguments.models):
            for seed in map(int, arguments.seeds.split(",")):
                row = fit(name, seed, arguments, pathlib.Path(folder))
                row["peers"] = {peer: peers.get((name, peer)) for peer in PEERS}
                results.append(row)
                print("| " + " | ".join(table_row(row, peers)) + " |", flush=True)
                write(arguments.output, {"options": arguments.options, "rows": results})
    for rule in ("rule_a", "rule_b"):
        broken = [f"{row['model']} (seed {row['seed']})" for row in results if not row[rule]]
        print(f"\nRule {rule[-1].upper()}: {len(results) - len(broken)} of {len(results)} fits keep it"
              + (f"; broken by {', '.join(broken)}" if broken else ""))
    return 1 if any(not row["rule_a"] or not row["rule_b"] for row in results) else 0


if __name__ == "__main__":
    raise SystemExit(main())
