"""What the comparisons with long NUTS runs share: errors of means and standard deviations, verdicts, counts and tables.

A reference is {"parameters": [{"name", "mean", "sd"}, ...], "nuts": {"gradients", "seconds", "rms"}}; the second is that of
NUTS with its defaults, and may be missing. A row is what `assess` returns, a plain dictionary.
"""
import argparse
import json
import math
import pathlib

STANLI_VERSION = "0.24.0"
KHAT_LIMIT = 0.7
RMS_OF_MEANS, RMS_OF_SDS = 0.06, 0.10  # a good answer
WORST_MEAN, WORST_SD = 0.3, 0.25       # beyond either, an answer said to have converged is wrong
HEAD = ("model", "d", "status", "way", "rms of means", "largest", "rms of sds", "largest", "gradients", "densities", "s",
        "NUTS gradients", "NUTS s", "NUTS rms of means")


def chosen_names(every, chosen):
    """All names, or the chosen ones (separated by commas), sorted as they are."""
    wanted = set(filter(None, chosen.split(",")))
    unknown = wanted - set(every)
    if unknown:
        raise SystemExit(f"no such models: {', '.join(sorted(unknown))}")
    return [name for name in every if not wanted or name in wanted]


def stanli_model(folder, name):
    """NAME.stan with NAME.json of a folder, interpreted by stanli."""
    import stanli
    if stanli.__version__ != STANLI_VERSION:
        raise SystemExit(f"stanli {STANLI_VERSION} is needed, here is {stanli.__version__}")
    return stanli.Model(stan_file=folder / f"{name}.stan", data=folder / f"{name}.json")


def comparison_parser(description, folder, seeds="1,2,3"):
    """The options that all comparisons have."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--g2t", default="g2t", help="the program")
    parser.add_argument("--options", default="", help="more of its options, as one word")
    parser.add_argument("--models", default="", help="names, separated by commas; all if there is none")
    parser.add_argument("--seeds", default=seeds)
    parser.add_argument("--output", type=pathlib.Path, default=folder / "results.json")
    return parser


def write(path, answer):
    """JSON with a line for every key, and for every entry of a list of objects."""
    def text(value):
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return "[\n  " + ",\n  ".join(map(json.dumps, value)) + "\n]"
        return json.dumps(value)

    path.write_text("{\n" + ",\n".join(f'"{key}": {text(value)}' for key, value in answer.items()) + "\n}\n")


def dotted(name):
    """theta[1,2] as BridgeStan writes it: theta.1.2."""
    return name.replace("[", ".").replace(",", ".").removesuffix("]")


def spread(off):
    """Root mean square and largest of errors by name; None if there is none, or one is not finite."""
    if not off or not all(map(math.isfinite, off.values())):
        return None
    worst = max(off, key=off.get)
    return {"rms": math.hypot(*off.values()) / math.sqrt(len(off)), "largest": off[worst], "worst": worst}


def errors(found, parameters):
    """Errors of means in sds of the reference, and relative errors of sds; found is {name: (mean, sd)}. An error that cannot
    be told, as a parameter is missing or not a number, is None."""
    pairs = [(row, *found.get(row["name"], (None, None))) for row in parameters]
    means = {row["name"]: math.inf if mean is None else abs(mean - row["mean"]) / row["sd"] for row, mean, _ in pairs}
    sds = {row["name"]: math.inf if sd is None else abs(sd / row["sd"] - 1) for row, _, sd in pairs}
    return spread(means), spread(sds)


def answer(summary):
    """The way the answer was made, and {name: (mean, sd)}. Summaries without an answer have moments of q, and weighted ones
    that count if khat is below 0.7."""
    khat = summary.get("khat")
    prefix = ""
    if "answer" in summary:
        way = summary["answer"]["way"]
    else:
        way = "weighted" if khat is not None and khat < KHAT_LIMIT else "gaussian"
        prefix = "weighted_" if way == "weighted" else ""
    return way, {entry["name"]: (entry.get(prefix + "mean"), entry.get(prefix + "sd")) for entry in summary["constrained"]}


def assess(summary, reference):
    """A row: how far the answer of a summary is from a reference, and what it cost."""
    way, found = answer(summary)
    means, sds = errors(found, reference["parameters"])
    counted = summary.get("diagnostics", {})
    return {"dimension": summary["dimension"], "status": summary["status"], "way": way, "means": means, "sds": sds,
            "predicted": {key: value for key, value in summary.get("answer", {}).items() if key.startswith("error_")},
            "gradients": counted.get("model_gradients"), "densities": counted.get("model_densities"),
            "seconds": summary["seconds"]["waited"]}


def converged(row):
    return row.get("status") == "converged"


def good(row):
    return bool(converged(row) and row["means"] and row["sds"] and row["means"]["rms"] <= RMS_OF_MEANS
                and row["sds"]["rms"] <= RMS_OF_SDS)


def wrong(row):
    return converged(row) and not (row["means"] and row["sds"] and row["means"]["largest"] <= WORST_MEAN
                                   and row["sds"]["largest"] <= WORST_SD)


def faster(row):
    return bool(row.get("seconds") is not None and row.get("nuts") and row["seconds"] < row["nuts"]["seconds"])


def cell(value, digits=2):
    return "" if value is None else f"{value:,.{digits}f}" if isinstance(value, float) else f"{value:,}" \
        if isinstance(value, int) else str(value)


def line(cells):
    return "| " + " | ".join(cells) + " |"


def heading():
    return line(HEAD) + "\n|" + "---|" * len(HEAD)


def table_row(row):
    """A line of the table in Markdown; sds are off by a per cent so and so, means by a part of an sd."""
    means, sds, nuts = row.get("means") or {}, row.get("sds") or {}, row.get("nuts") or {}

    def per_cent(value):
        return "" if value is None else f"{100 * value:.1f} %"

    def worst(text, found):
        return f"{text} {found['worst']}" if found else ""

    return line([row["model"], cell(row.get("dimension")), row.get("status", f"exit {row.get('exit_status')}"),
                 row.get("way", ""), cell(means.get("rms"), 3), worst(cell(means.get("largest")), means),
                 per_cent(sds.get("rms")), worst(per_cent(sds.get("largest")), sds), cell(row.get("gradients")),
                 cell(row.get("densities")), cell(row.get("seconds")), cell(nuts.get("gradients")),
                 cell(nuts.get("seconds")), cell(nuts.get("rms"), 3)])


def counts(rows):
    """The four counts below the table, as lines."""
    def listed(test):
        return [f"{row['model']} (seed {row['seed']})" for row in rows if test(row)]

    wrongs = listed(wrong)
    return "\n".join([
        f"- converged: {len(listed(converged))} of {len(rows)}",
        f"- converged with means within {RMS_OF_MEANS} sds and sds within {RMS_OF_SDS:.0%}, root mean square: "
        f"{len(listed(good))}",
        f"- converged but wrong, a mean more than {WORST_MEAN} sds or an sd more than {WORST_SD:.0%} off: {len(wrongs)}"
        + (f": {', '.join(wrongs)}" if wrongs else ""),
        f"- faster than NUTS with its defaults: {len(listed(faster))}"])
