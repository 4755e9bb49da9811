"""The Stan examples: which there are, their oracles, and each as a stanli model."""
import json
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path.append(str(HERE.parent))
from posteriors import STANLI_VERSION as VERSION  # noqa: E402, F401
from posteriors import chosen_names, comparison_parser, dotted, stanli_model, write  # noqa: E402, F401

EXAMPLES = HERE.parent.parent.parent / "examples" / "stan"


def names(chosen=""):
    """All examples, or the chosen ones (separated by commas)."""
    return chosen_names(sorted(path.stem for path in EXAMPLES.glob("*.stan")), chosen)


def load(name):
    return stanli_model(EXAMPLES, name)


def oracle(name):
    return json.loads((HERE / "oracle" / f"{name}.json").read_text())


def errors(means, parameters):
    """Root mean square and largest error of means (by name) in the oracle's standard deviations, and whose is the largest.
    None if a mean is missing or not finite."""
    return summary_of({row["name"]: abs(means[row["name"]] - row["mean"]) / row["sd"] for row in parameters
                       if means.get(row["name"]) is not None}, parameters)


def sd_errors(sds, parameters):
    """The same of standard deviations, relative to the oracle's."""
    return summary_of({row["name"]: abs(sds[row["name"]] / row["sd"] - 1) for row in parameters
                       if sds.get(row["name"]) is not None}, parameters)


def summary_of(off, parameters):
    if len(off) < len(parameters) or not all(map(math.isfinite, off.values())):
        return None
    worst = max(off, key=off.get)
    return math.hypot(*off.values()) / math.sqrt(len(off)), off[worst], worst
