"""No command replaces what it reads: every command that writes, every option that names a file, any spelling of it."""

import json
import os
import unittest

from program import NATURAL, ProgramTest
from study_support import study_command

STAN = "parameters { real x; }\nmodel { x ~ normal(0, 1); }\n"
RECIPE = {"base": "rep", "control_variates": ["entropy"], "weights": [1], "draws": 8, "antithetic": True}
LOGISTIC = ["logistic", "--data", "data.svm"]
CONFIG = "# nothing is set\n"


class NeverAnInput(ProgramTest):
    def setUp(self):
        super().setUp()
        self.simulate()
        self.run_g2t("fit", *LOGISTIC, *NATURAL, "--output", "run")
        self.write("recipe.json", json.dumps(RECIPE))
        self.write("settings.toml", CONFIG)
        os.link(self.folder / "data.svm", self.folder / "hard.svm")
        (self.folder / "soft.svm").symlink_to("data.svm")

    def refuse(self, *arguments):
        """Refused as an input, with nothing changed, read or written."""
        before = {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}
        done = self.run_g2t(*arguments, status=1)
        self.assertIn("never replaced", done.stderr)
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}, before)

    def test_draw(self):
        draw = ["draw", "run.q.json", "--force", "--config", "settings.toml", "--model"]
        for name in ("data.svm", "./data.svm", f"../{self.folder.name}/data.svm", self.folder / "data.svm", "hard.svm",
                     "soft.svm", "run.q.json", "settings.toml"):
            self.refuse(*draw, *LOGISTIC, "--output", name)
        self.write("program.stan", STAN)
        self.write("data.json", "{}")
        for name in ("program.stan", "data.json"):  # before anything is compiled
            self.refuse(*draw, "program.stan", "--data", "data.json", "--output", name)
        self.write("part.stan", "")
        self.write("program.stan", "#include part.stan\n" + STAN)
        self.refuse(*draw, "program.stan", "--output", "part.stan")

    def test_fit(self):
        def named(text, name):  # as the output of a prefix is called
            return self.write(name, text).split(".")[0]
        fit = ["fit", *LOGISTIC, "--force", "--iterations", 10]
        self.refuse(*fit, "--init", "run.q.json", "--output", "run")
        self.refuse(*fit, "--estimator", "a.q.json", "--output", named(json.dumps(RECIPE), "a.q.json"))
        self.refuse(*fit, "--pool", "rep,b.q.json", "--output", named(json.dumps(RECIPE), "b.q.json"))
        self.refuse(*fit, "--costs", "c.summary.json", "--output", named(self.read("costs.json"), "c.summary.json"))
        self.refuse(*fit, "--config", "d.csv", "--output", named(CONFIG, "d.csv"))

    def test_select(self):
        select = ["select", *LOGISTIC, "--force", "--q", "run.q.json", "--costs", "costs.json", "--estimator", "recipe.json"]
        for name in ("data.svm", "run.q.json", "costs.json", "recipe.json"):
            self.refuse(*select, "--write-costs", name)

    def test_report_and_simulate(self):
        for name in ("run.csv", "run.summary.json", "settings.toml"):
            self.refuse("report", "run", "--force", "--config", "settings.toml", "--output", name)
        self.write("made.csv", CONFIG)
        self.refuse("simulate", "logistic", "--format", "csv", "--force", "--config", "made.csv", "--output", "made")

    def test_study(self):
        (self.folder / "out" / "tables").mkdir(parents=True)
        data = self.folder / "out" / "tables" / "finals.csv"
        data.write_bytes((self.folder / "data.svm").read_bytes())
        before = data.read_bytes()
        self.write("mine.json", json.dumps({"name": "mine", "model": "logistic", "plain": {"warmup-steps": 20},
                                            "options": {"data": str(data), "data-format": "libsvm"}}))
        words = study_command("out", estimators="rep", step_sizes="1e-2", repetitions=1, budget_steps=50)
        self.assertIn("never replaced", self.run_g2t(*words, status=1).stderr)
        self.assertEqual(data.read_bytes(), before)
        (self.folder / "settings.toml").rename(self.folder / "out" / "runs.2-of-2.jsonl")
        words += ["--resume", "--share", "2/2", "--config", "out/runs.2-of-2.jsonl"]
        for name in ("models", "estimators", "step-sizes", "repetitions", "budget-steps", "clock"):
            at = words.index(f"--{name}")
            del words[at:at + 2]
        self.run_g2t(*words, status=1)
        self.assertEqual(self.read("out/runs.2-of-2.jsonl"), CONFIG)


if __name__ == "__main__":
    unittest.main()
