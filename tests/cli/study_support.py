"""A small study of a simulated model, and its tables computed once more from the raw lines."""

import bisect
import json
import math
import pathlib

from program import ProgramTest

SMALL = {"models": "mine.json", "estimators": "rep,stl,fixed:entropy,auto,natural", "step-sizes": "1e-3,1e-2",
         "repetitions": 2, "budget-steps": 1000, "clock": "cost-model"}


def study_command(output, **options):
    """The words of a small study, with some options in place of its own; None leaves one out."""
    words = ["study", "--quiet", "--output", output]
    for name, value in {**SMALL, **{name.replace("_", "-"): value for name, value in options.items()}}.items():
        if value is not None:
            words += [f"--{name}", str(value)]
    return words


class StudyCase(ProgramTest):
    def small_study(self, output, **options):
        """A study of one model; returns what the program said."""
        self.make_model()
        return self.run_g2t(*study_command(output, **options))

    def make_model(self):
        if not (self.folder / "mine.json").exists():
            if not (self.folder / "data.svm").exists():
                self.simulate()
            self.write("mine.json", json.dumps({"name": "mine", "model": "logistic",
                                                "options": {"data": "data.svm"}, "plain": {"warmup-steps": 20}}))

    def runs(self, output):
        """All lines of a study by what they are of, without what no two runs have in common."""
        out = {}
        for path in sorted(pathlib.Path(self.folder / output).glob("runs*.jsonl")):
            for line in path.read_text().splitlines():
                run = json.loads(line)
                for changing in ("wall_seconds", "cpu_seconds"):
                    self.assertGreaterEqual(run.pop(changing), 0)
                key = run["model"], run["estimator"], run["step_size"], run["repetition"]
                self.assertNotIn(key, out)
                out[key] = run
        return out


def quantile(values, p):
    values = sorted(values)
    rank = p * (len(values) - 1)
    below = math.floor(rank)
    if rank == below or values[below] == values[below + 1]:
        return values[below]
    return values[below] + (rank - below) * (values[below + 1] - values[below])


def final(run):
    elbo = run["trace"]["elbo"]
    return elbo[-1] if elbo[-1] is not None and elbo[-1] >= elbo[0] else -math.inf


def time_to(run, target):
    seconds, elbo = run["trace"]["seconds"], run["trace"]["elbo"]
    for i, value in enumerate(elbo):
        if value is None or value < target:
            continue
        if i == 0 or elbo[i - 1] is None or seconds[i - 1] <= 0:
            return seconds[i]
        share = (target - elbo[i - 1]) / (value - elbo[i - 1])
        return math.exp((1 - share) * math.log(seconds[i - 1]) + share * math.log(seconds[i]))
    return math.inf


def elbo_at(run, time):
    seconds, elbo = run["trace"]["seconds"], [-math.inf if x is None else x for x in run["trace"]["elbo"]]
    after = bisect.bisect_right(seconds, time)
    if after == 0:
        return -math.inf
    if after == len(seconds):
        return elbo[-1]
    if elbo[after - 1] == -math.inf:
        return -math.inf
    share = (time - seconds[after - 1]) / (seconds[after] - seconds[after - 1])
    return elbo[after - 1] + share * (elbo[after] - elbo[after - 1])
