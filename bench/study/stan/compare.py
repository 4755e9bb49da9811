#!/usr/bin/env python3
"""`g2t fit` on the Stan examples against the oracle, with Stan's ADVI and Pathfinder beside it.

For every model and seed: the errors of the answer's means, in the oracle's standard deviations, and of its standard
deviations, relative; root mean square over the parameters and largest. The way to the answer, the gradients and log
densities that the fit took in all, and the seconds. Prints a table in Markdown, writes results.json, and says which fits
break a rule:
A. "converged", with a root mean square of at most 0.06 for means and 0.05 for standard deviations;
B. never "converged" with a mean more than 0.3 standard deviations, or a standard deviation more than 25 % off.

usage: bench/study/stan/compare.py [--g2t build/release/cli/g2t] [--options "--stan-backend stanli"] [--seeds 1,2,3]
       [--models ode,garch] [--output results.json]
"""
import json
import pathlib
import shlex
import subprocess
import tempfile
import time

from models import EXAMPLES, HERE, comparison_parser, errors, names, oracle, sd_errors, write

PEERS = ("advi mean-field", "advi full-rank", "pathfinder", "pathfinder 4")
RMS_OF_MEANS, RMS_OF_SDS, LARGEST_OF_MEANS, LARGEST_OF_SDS = 0.06, 0.05, 0.3, 0.25
HEAD = ("model", "d", "seed", "exit, status", "ELBO", "khat", "way", "gradients", "densities", "s", "**rms**", "largest",
        "**rms of sds**", "largest", "A", "B", *PEERS)


def assess(summary, parameters):
    """The errors and the rules, from a summary and the oracle's parameters."""
    entries = {entry["name"]: entry for entry in summary["constrained"]}
    means = errors({name: entry["mean"] for name, entry in entries.items()}, parameters)
    sds = sd_errors({name: entry["sd"] for name, entry in entries.items()}, parameters)
    counted = summary.get("diagnostics", {})
    is_known, is_sure = means is not None and sds is not None, summary["status"] == "converged"

    def pair(found):
        return None if found is None else {"rms": found[0], "largest": found[1], "worst": found[2]}

    return {"means": pair(means), "sds": pair(sds), "way": summary["answer"]["way"],
            "gradients": counted.get("model_gradients"), "densities": counted.get("model_densities"),
            "rule_a": is_sure and is_known and means[0] <= RMS_OF_MEANS and sds[0] <= RMS_OF_SDS,
            "rule_b": not is_sure or is_known and means[1] <= LARGEST_OF_MEANS and sds[1] <= LARGEST_OF_SDS}


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
    seconds = summary["seconds"]["waited"] or summary["seconds"]["total"]
    return row | known | {"seconds": seconds} | assess(summary, oracle(name)["parameters"])


def cell(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}" if isinstance(value, float) else str(value)


def table_row(row, peers):
    def part(key):
        found = row.get(key)
        return (cell(found["rms"], 3), f"{found['largest']:.3f} {found['worst']}") if found else ("", "")

    ending = f"{row['exit_status']}, {row.get('status', 'no summary')}"
    return [row["model"], cell(row.get("dimension")), cell(row["seed"]), ending, cell(row.get("elbo")),
            cell(row.get("khat")), cell(row.get("way")), cell(row.get("gradients")), cell(row.get("densities")),
            cell(row.get("seconds")), *part("means"), *part("sds"), "" if row["rule_a"] else "**broken**",
            "" if row["rule_b"] else "**broken**", *(cell(peers.get((row["model"], peer))) for peer in PEERS)]


def main():
    arguments = comparison_parser(__doc__, HERE).parse_args()
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
