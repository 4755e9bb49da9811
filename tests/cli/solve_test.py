"""g2t solve: problem files of every kind, limits, and cases that went wrong elsewhere."""

import itertools
import json
import os
import pathlib
import unittest

from program import ProgramTest

# Three independent control variates: each takes its gain away from u = 1.
PROBLEM = {"u": 1, "r": [-1.2, -1, -0.4], "Q": [[2, 0, 0], [0, 2, 0], [0, 0, 2]], "t0": 1, "t": [0.2, 0.5, 0.01]}
POOL = {"candidates": [{"name": "rep", "g2": 3, "seconds": 0.01}, {"name": "stl", "g2": 1, "seconds": 0.03},
                       {"name": "miller", "g2": 0.5, "seconds": 0.05}, {"name": "twin", "g2": 0.5, "seconds": 0.05}]}
SHARED = pathlib.Path(os.environ.get("G2T_SHARED_DIR", pathlib.Path(__file__).resolve().parents[3] / "shared"))


def shared_case(name):
    """A case, which writes the squared norm as c0 + 2 a'q + a'Qa, as a problem."""
    case = json.loads((SHARED / "cases" / name).read_text())
    count = len(case["q"])
    rows = case["Q"] if case["Q"] != "identity" else [[float(i == j) for j in range(count)] for i in range(count)]
    return {"u": case["c0"], "r": [2 * x for x in case["q"]], "Q": [[2 * x for x in row] for row in rows],
            "t0": case["t0"], "t": case["t"]}


def shared_costs(name):
    """The problem of a case with costs that are odd."""
    case = json.loads((SHARED / "cases/58-costs-zero-negative/instances.json").read_text())
    t0, *t = case["costs"][name]
    return {"u": case["c0"], "r": [2 * x for x in case["q"]], "Q": [[2 * x for x in row] for row in case["Q"]], "t0": t0, "t": t}


class Solve(ProgramTest):
    def solve(self, problem, *arguments, status=0):
        self.write("p.json", json.dumps(problem))
        return self.run_g2t("solve", "p.json", *arguments, status=status)

    def answer(self, problem, *arguments):
        done = self.solve(problem, "--json", *arguments)
        return json.loads(done.stdout)

    def test_json(self):
        found = self.answer(PROBLEM)
        self.assertEqual(list(found), ["chosen", "weights", "g2", "cost", "product", "optimal", "lower_bound", "nodes"])
        self.assertEqual((found["chosen"], found["optimal"]), ([1, 2, 3], True))
        for weight, expected in zip(found["weights"], (0.6, 0.5, 0.2)):
            self.assertAlmostEqual(weight, expected, places=12)
        self.assertAlmostEqual(found["g2"], 0.35, places=12)
        self.assertAlmostEqual(found["cost"], 1.71, places=12)
        self.assertAlmostEqual(found["product"], 0.5985, places=12)
        self.assertEqual(found["lower_bound"], found["product"])

    def test_best_few_are_those_of_brute_force(self):
        expected = []
        for size in range(4):
            for chosen in itertools.combinations((1, 2, 3), size):
                g2 = 1 - sum(PROBLEM["r"][i - 1] ** 2 / 4 for i in chosen)
                expected.append((g2 * (1 + sum(PROBLEM["t"][i - 1] for i in chosen)), list(chosen)))
        found = self.answer(PROBLEM, "--top", 20)
        self.assertEqual([entry["chosen"] for entry in found["best"]], [chosen for _, chosen in sorted(expected)])
        for entry, (product, chosen) in zip(found["best"], sorted(expected)):
            self.assertAlmostEqual(entry["product"], product, places=12)
            self.assertEqual(len(entry["weights"]), len(chosen))
        self.assertEqual(found["best"][0], {key: found[key] for key in found["best"][0]})

    def test_table(self):
        lines = self.solve(PROBLEM, "--top", 3).stdout.splitlines()
        self.assertEqual(lines[0], "Use control variates 1-3 of 3.")
        self.assertRegex(lines[1], r"^G\^2 0.35 x 1.71 s a step = 0.59[89]; the base alone costs 1.67 times as much\.$")
        self.assertRegex(lines[2], r"^Proven: .* \(\d+ nodes searched\)\.$")
        rows = [line.split() for line in lines[4:8]]
        self.assertEqual(rows, [["control", "variate", "weight", "time"], ["1", "0.6", "0.2", "s"],
                                ["2", "0.5", "0.5", "s"], ["3", "0.2", "10", "ms"]])
        self.assertTrue(lines[10].startswith("* 1-3 "), lines)
        self.assertTrue(lines[11].endswith("1.11 times as much"), lines)
        self.assertEqual(len(lines), 13)

    def test_groups(self):
        groups = [{"members": [1, 2], "seconds": 0.1}, {"members": [3], "seconds": 2}]
        found = self.answer({**PROBLEM, "groups": groups})
        self.assertEqual(found["chosen"], [1, 2])
        self.assertAlmostEqual(found["cost"], 1.8, places=12)
        self.assertIn("once for any of 1, 2", self.solve({**PROBLEM, "groups": groups}).stdout)

    def test_pool(self):
        found = self.answer(POOL, "--top", 3)
        self.assertEqual((found["chosen"], found["name"], found["weights"]), ([3], "miller", [1]))
        self.assertTrue(found["optimal"])
        self.assertEqual([entry["name"] for entry in found["best"]], ["miller", "twin", "rep"])
        lines = self.solve(POOL).stdout.splitlines()
        self.assertEqual(lines[0], "Take miller: G^2 0.5 x 50 ms a step = 0.025, the smallest of 4 candidates.")
        self.assertIn("just as much", lines[4])
        self.assertEqual(len(lines), 7)

    def test_no_control_variates(self):
        nothing = {"u": 2.5, "r": [], "Q": [], "t0": 1, "t": []}
        found = self.answer(nothing)
        self.assertEqual((found["chosen"], found["weights"], found["product"]), ([], [], 2.5))
        self.assertIn("the base alone has G^2 2.5 x 1 s", self.solve(nothing).stdout)

    def test_a_limit_is_said_and_no_error(self):
        many = {"u": 4, "r": [-2 * 0.2] * 12, "Q": [[2.0 if i == j else 0.3 for j in range(12)] for i in range(12)],
                "t0": 1, "t": [0.1 + 0.001 * i for i in range(12)]}
        best = self.answer(many)
        done = self.solve(many, "--json", "--top", 30, "--limit-nodes", 1)
        found = json.loads(done.stdout)
        self.assertFalse(found["optimal"])
        self.assertLessEqual(found["lower_bound"], best["product"] * (1 + 1e-9))
        self.assertGreaterEqual(found["product"], best["product"] * (1 - 1e-9))
        self.assertRegex(done.stderr, r"^g2t solve: warning: a limit was hit .* at most .* the best subset\n$")
        self.assertIn("Not proven: a limit was hit", self.solve(many, "--top", 30, "--limit-nodes", 1).stdout)
        done = self.solve(many, "--top", 3, "--limit-seconds", 100)
        self.assertIn("Proven", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_config(self):
        self.write("p.json", json.dumps(PROBLEM))
        self.write("run.toml", 'FILE = "p.json"\njson = true\n[solve]\ntop = 2\n')
        self.assertEqual(len(json.loads(self.run_g2t("solve", "--config", "run.toml").stdout)["best"]), 2)

    def test_costs_that_are_odd(self):
        def chosen(t0, *t):
            return self.answer({**PROBLEM, "t0": t0, "t": t})["chosen"]
        self.assertEqual(chosen(1, 0, 0.5, 0.01), [1, 2, 3])
        self.assertEqual(chosen(1e-9, 2e-10, 5e-10, 1e-11), [1, 2, 3])
        self.assertEqual(chosen(1, 0.2, "Infinity", 0.01), [1, 3])

    def test_many_independent_ones_are_proven_at_once(self):
        gains = [0.5 * 0.9 ** i for i in range(60)]
        costs = [0.02 + 0.3 * (7 * i % 60) / 60 for i in range(60)]
        # Independent: what is best is a beginning of the order by gain / cost.
        u, seconds, best = 1.2 * sum(gains), 1.0, (1.2 * sum(gains), 0)
        for count, i in enumerate(sorted(range(60), key=lambda i: -gains[i] / costs[i]), 1):
            u, seconds = u - gains[i], seconds + costs[i]
            best = min(best, (u * seconds, count))
        found = self.answer({"u": 1.2 * sum(gains), "r": [-2 * gain ** 0.5 for gain in gains], "t0": 1, "t": costs,
                             "Q": [[2.0 * (i == j) for j in range(60)] for i in range(60)]}, "--limit-seconds", 10)
        self.assertTrue(found["optimal"])
        self.assertAlmostEqual(found["product"], best[0], places=9)
        self.assertEqual(len(found["chosen"]), best[1])

    def test_round_off_is_not_indefinite(self):
        round_off = {"u": 1, "r": [-1, -1], "Q": [[2, 2.0000000000000004], [2.0000000000000004, 2]], "t0": 1,
                     "t": [0.1, 0.1]}
        found = self.answer(round_off)
        self.assertEqual(found["chosen"], [1])
        self.assertAlmostEqual(found["weights"][0], 0.5, places=12)
        self.assertAlmostEqual(found["product"], 0.825, places=12)

    @unittest.skipUnless((SHARED / "cases").exists(), "no folder of cases; set G2T_SHARED_DIR")
    def test_shared_cases(self):
        answer = json.loads((SHARED / "cases/59-j0-jlarge/j60_answer.json").read_text())
        for name, chosen, product in (
                ("56-cv-zero-variance/instance.json", [2], 2.088999),
                ("59-j0-jlarge/j0.json", [], 2.5),
                ("59-j0-jlarge/j12.json", [1, 2, 3, 4, 5, 7, 8, 10, 11, 12], 0.837125),
                ("59-j0-jlarge/j60.json", answer["subset"], 1.94850305),
                ("60-q-scaling-indefinite/base.json", [1, 2, 3], 0.753229),
                ("60-q-scaling-indefinite/scale_1e-8.json", [1, 2, 3], 0.753229e-8),
                ("60-q-scaling-indefinite/scale_1e8.json", [1, 2, 3], 0.753229e8),
                ("60-q-scaling-indefinite/scale_1e16.json", [1, 2, 3], 0.753229e16),
                ("60-q-scaling-indefinite/cv_units.json", [1, 2, 3], 0.753229),
                ("60-q-scaling-indefinite/round.json", [1], 0.825)):
            with self.subTest(name):
                found = self.answer(shared_case(name), "--limit-seconds", 10)
                self.assertEqual((found["chosen"], found["optimal"]), (chosen, True))
                self.assertAlmostEqual(found["product"] / product, 1, places=6)
        for costs, chosen, product in (("ok", [1, 2, 3], 0.5985), ("zero", [1, 2, 3], 0.5285), ("tiny", [1, 2, 3], 0.5985e-9)):
            found = self.answer(shared_costs(costs))
            self.assertEqual(found["chosen"], chosen)
            self.assertAlmostEqual(found["product"] / product, 1, places=6)
        for costs in ("negative", "nan", "t0_zero", "all_zero"):
            self.assertRegex(self.solve(shared_costs(costs), status=1).stderr, r"p\.json.*(t0|t)\b", costs)
        done = self.solve(shared_case("60-q-scaling-indefinite/indefinite.json"), status=1)
        self.assertIn("smallest eigenvalue of Q scaled to unit diagonal = -1:", done.stderr)

    def test_what_cannot_be_solved(self):
        q = PROBLEM["Q"]
        cases = {
            "missing key": ({"u": 1}, ["the key r is missing"]),
            "unknown key": ({**PROBLEM, "T": 1}, ["unknown key T"]),
            "neither kind": ({**PROBLEM, **POOL}, ["unknown key u"]),
            "no object": ([1], ["an object"]),
            "null": ({**PROBLEM, "u": None}, ["u: a number", "null"]),
            "text": ({**PROBLEM, "r": [1, "NaN", 1]}, ["r[2]", "NaN"]),
            "sizes": ({**PROBLEM, "t": [1, 1]}, ["t: has 2 entries"]),
            "bare infinity": ({**PROBLEM, "t": [1, 1, float("inf")]}, ["p.json:1:", "t[3]", "Infinity"]),
            "text for a cost": ({**PROBLEM, "t": [1, 1, "inf"]}, ["t[3]", "Infinity"]),
            "negative cost": ({**PROBLEM, "t": [0.2, -0.3, 0.01]}, ["t[2] = -0.3"]),
            "no base cost": ({**PROBLEM, "t0": 0}, ["t0 = 0", "positive"]),
            "no costs": ({**PROBLEM, "t0": 0, "t": [0, 0, 0]}, ["t0 = 0", "positive"]),
            "negative u": ({**PROBLEM, "u": -1}, ["u = -1"]),
            "asymmetric": ({**PROBLEM, "Q": [[2, 1, 0], *q[1:]]}, ["Q[1][2] = 1", "Q[2][1] is 0"]),
            "negative square": ({**PROBLEM, "Q": [*q[:2], [0, 0, -2]]}, ["Q[3][3] = -2"]),
            "indefinite": ({**PROBLEM, "Q": [[2, 4, 0], [4, 2, 0], [0, 0, 2]]}, ["smallest eigenvalue", "= -1:"]),
            "no moments": ({**PROBLEM, "u": 0.1}, ["u = 0.1", "mean squared norm would be -0."]),
            "group of none": ({**PROBLEM, "groups": [{"members": [4], "seconds": 1}]}, ["members[1]", "1 to 3", "'4'"]),
            "negative group": ({**PROBLEM, "groups": [{"members": [1], "seconds": -1}]}, ["groups[1].seconds = -1"]),
            "empty pool": ({"candidates": []}, ["candidates", "empty"]),
            "negative g2": ({"candidates": [{"name": "a", "g2": -1, "seconds": 1}]}, ["candidates[1].g2"]),
            "candidate at no cost": ({"candidates": [{"name": "a", "g2": 1, "seconds": 0}]}, ["candidates[1].seconds"]),
        }
        for name, (problem, words) in cases.items():
            with self.subTest(name):
                done = self.solve(problem, status=1)
                self.assertEqual(done.stdout, "")
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertTrue(done.stderr.startswith("g2t solve: p.json:"), done.stderr)
                for word in words:
                    self.assertIn(word, done.stderr)
        for arguments in (["--top", 0], ["--top", "x"], ["--limit-nodes", 0], ["--limit-seconds", 0],
                          ["--limit-seconds", "-1"], ["--limit-seconds", "nan"]):
            done = self.solve(PROBLEM, *arguments, status=2)
            self.assertIn(f"{arguments[0]} = '{arguments[1]}'", done.stderr)
        self.assertIn("FILE is missing", self.run_g2t("solve", status=2).stderr)
        self.assertIn("No such file", self.run_g2t("solve", "no.json", status=1).stderr)

    def test_moments_of_as_few_draws_as_weights_are_doubted(self):
        draws = [[1.0, 0.3, -0.7, 0.2], [-0.4, 1.1, 0.5, -0.9], [0.6, -0.8, 1.3, 0.1], [0.2, 0.9, 0.4, 1.2]]  # base first
        def problem(count):
            mean = [[sum(row[i] * row[j] for row in draws[:count]) / count for j in range(4)] for i in range(4)]
            return {"u": mean[0][0], "r": [2 * x for x in mean[0][1:]], "Q": [[2 * x for x in row[1:]] for row in mean[1:]],
                    "t0": 1e-5, "t": [1e-7] * 3}
        doubted = self.solve(problem(3), "--json")
        self.assertLess(json.loads(doubted.stdout)["g2"], 1e-12)
        self.assertIn("more draws than control variates", doubted.stderr)
        self.assertEqual(len(doubted.stderr.splitlines()), 1)
        self.assertEqual(self.solve(problem(4), "--json").stderr, "")


if __name__ == "__main__":
    unittest.main()
