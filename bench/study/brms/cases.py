"""The models of this folder: which there are, which of their quantities count, their references, and errors of moments."""
import json
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
MODELS = HERE / "models"
sys.path.insert(0, str(HERE.parent / "stan"))  # models.py of that folder, and its oracle.py for ours

from models import VERSION, chosen_names, dotted, errors, stanli_model, write  # noqa: E402,F401

# What brms's own summary shows: coefficients, thresholds and intercepts on the scale of the data, and the parameters of
# groups, smooth terms, processes and families. Not the standardised effects behind them, and not the local and global
# scales of a horseshoe, whose means need not exist.
COUNTED = re.compile(r"(b|bs|bsp|b_\w+|bs_\w+|sd_\d+|cor_\d+|sds_\w+|sdgp_\w+|lscale_\w+|simo_\w+|"
                     r"ar|nu|phi|shape|sigma|zi)(\.\d+)*")


def counts(name):
    return COUNTED.fullmatch(name) is not None


def listed():
    return json.loads((MODELS / "list.json").read_text())


def names(chosen=""):
    """All models, or the chosen ones (separated by commas)."""
    return chosen_names([entry["name"] for entry in listed()], chosen)


def load(name):
    return stanli_model(MODELS, name)


def oracle(name):
    path = HERE / "oracle" / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def sd_errors(sds, parameters):
    """Root mean square and largest relative error of standard deviations (by name), and whose is the largest.
    None if one is missing or not finite."""
    off = {row["name"]: abs(sds[row["name"]] / row["sd"] - 1) for row in parameters if sds.get(row["name"]) is not None}
    if len(off) < len(parameters) or not all(map(math.isfinite, off.values())):
        return None
    worst = max(off, key=off.get)
    return math.hypot(*off.values()) / math.sqrt(len(off)), off[worst], worst
