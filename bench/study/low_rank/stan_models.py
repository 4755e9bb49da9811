#!/usr/bin/env python3
"""Families on Stan models of a thousand parameters: errors of q and of the answer against long NUTS runs.

Writes FOLDER/models (programs and simulated data), FOLDER/oracle (references, if they are not there; some minutes of stanli's
NUTS) and FOLDER/fits, and prints a table in Markdown. Errors of means are in the reference's sds, those of sds are relative.

usage: bench/study/low_rank/stan_models.py FOLDER [--g2t build/release/cli/g2t] [--families low-rank,mean-field,full-rank]
       [--models item_response,local_level,spatial_counts] [--options "--time-budget 60"]
"""
import argparse
import json
import pathlib
import shlex
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
LARGER = HERE.parent / "larger"
sys.path += [str(HERE.parent), str(LARGER)]
import data_sets  # noqa: E402
import oracle  # noqa: E402
import posteriors  # noqa: E402
import simulate  # noqa: E402


def item_response(rng, persons=978, items=20):
    ability, difficulty = rng.normal(0, 1.2, size=persons), rng.normal(0.2, 1.0, size=items)
    return {"P": persons, "I": items, "y": rng.binomial(1, data_sets.logistic(ability - difficulty[:, None]))}


MAKERS = {"local_level": lambda rng: data_sets.local_level(rng, 998), "item_response": item_response}
DRAWS = {"local_level": 5000, "item_response": 2500}  # of each chain of a reference
HEAD = ("model", "family", "rank", "way", "means, rms", "most", "sds, rms", "most", "ELBO of q", "steps", "gradients", "seconds",
        "status")


def prepare(folder, names):
    """Programs, data and references that are not there yet."""
    simulate.MODELS, simulate.MAKERS = folder / "models", MAKERS
    for part in ("models", "oracle", "fits"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for name in names:
        program = HERE / "item_response.stan" if name == "item_response" else LARGER / "models" / f"{name}.stan"
        shutil.copy(program, folder / "models" / f"{name}.stan")
        if name not in MAKERS:  # with data and a reference of its own
            shutil.copy(LARGER / "models" / f"{name}.json", folder / "models")
            shutil.copy(LARGER / "oracle" / f"{name}.json", folder / "oracle")
    own = [name for name in names if name in MAKERS and not (folder / "oracle" / f"{name}.json").exists()]
    sys.argv = sys.argv[:1]
    simulate.main()
    if own:
        oracle.HERE, oracle.DRAWS = folder, DRAWS
        sys.argv = ["oracle.py", "--models", ",".join(own)]
        oracle.main()


def fit(folder, name, family, way, arguments):
    """A line of the table."""
    prefix, model = folder / "fits" / f"{name}.{family}.{way}", folder / "models" / name
    subprocess.run([arguments.g2t, "fit", f"{model}.stan", "--data", f"{model}.json", "--stan-backend", "stanli",
                    "--family", family, "--answer", way, "--output", prefix, "--force", "--quiet",
                    *shlex.split(arguments.options)], capture_output=True)
    summary = json.loads(pathlib.Path(f"{prefix}.summary.json").read_text())
    rank = len(json.loads(pathlib.Path(f"{prefix}.q.json").read_text()).get("variances", []))
    row = posteriors.assess(summary, json.loads((folder / "oracle" / f"{name}.json").read_text()))
    means, sds = row["means"], row["sds"]
    return posteriors.line([f"{name}, d = {row['dimension']}", family, str(rank), "q" if way == "gaussian" else row["way"],
                            f"{means['rms']:.3f}", f"{means['largest']:.2f} {means['worst']}", f"{100 * sds['rms']:.1f} %",
                            f"{100 * sds['largest']:.1f} % {sds['worst']}", posteriors.cell(summary["elbo"], 1),
                            str(summary["iterations"]), str(row["gradients"]), f"{row['seconds']:.1f}", row["status"]])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--g2t", default="g2t", help="the program")
    parser.add_argument("--models", default="item_response,local_level,spatial_counts")
    parser.add_argument("--families", default="low-rank,mean-field,full-rank")
    parser.add_argument("--options", default="--time-budget 60", help="more options, as one word")
    arguments = parser.parse_args()
    names = arguments.models.split(",")
    prepare(arguments.folder, names)
    print(posteriors.line(HEAD) + "\n|" + "---|" * len(HEAD))
    for name in names:
        for family in arguments.families.split(","):
            for way in ("gaussian", "auto"):
                print(fit(arguments.folder, name, family, way, arguments), flush=True)


if __name__ == "__main__":
    main()
