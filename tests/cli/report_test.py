"""g2t report: pages of fits and studies, whose every number stands in the files that they show."""

import csv
import html.parser
import json
import math
import unittest

from study_support import StudyCase

VOID = {"meta", "link", "br", "wbr", "img", "hr"}


class Page(html.parser.HTMLParser):
    """Checks that elements nest, and collects tables by the heading before them."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tables, self.ids, self.links, self.heading, self.cell = [], {}, set(), set(), "", None
        self.feed(text)
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            assert attributes["id"] not in self.ids, attributes["id"]
            self.ids.add(attributes["id"])
        for name in ("src", "href", "data", "xlink:href"):
            if name in attributes:
                assert attributes[name].startswith("#"), f"from elsewhere: {attributes[name]}"
                self.links.add(attributes[name][1:])
        assert tag != "script"
        if tag not in VOID:
            self.open.append(tag)
        if tag in ("h1", "h2", "h3", "summary"):
            self.heading = ""
        elif tag == "table":
            self.tables[self.heading] = []
        elif tag == "tr":
            self.tables[self.heading].append([])
        elif tag in ("td", "th"):
            self.cell = ""

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
        if tag in ("td", "th"):
            self.tables[self.heading][-1].append(self.cell)
            self.cell = None

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_data(self, data):
        if self.cell is not None:
            self.cell += data
        elif self.open and self.open[-1] in ("h1", "h2", "h3", "summary"):
            self.heading += data


class ReportTest(StudyCase):
    def page(self, *arguments, output="page.html"):
        self.run_g2t("report", *arguments, "--output", output, "--force")
        page = Page(self.read(output))
        self.assertEqual(page.links - page.ids, set())  # every link leads somewhere
        return page

    def rows(self, name):
        with open(self.folder / "out" / "tables" / f"{name}.csv") as file:
            return list(csv.DictReader(file))

    def assert_shows(self, cell, value):
        """The cell is the value, rounded to the digits that it has."""
        if not math.isfinite(value):
            self.assertIn(cell, ("never", "diverged", "-inf", "inf", "-"))
            return
        digits = len(cell.partition("e")[0].partition(".")[2])
        unit = 10.0 ** -digits * (10.0 ** float(cell.partition("e")[2]) if "e" in cell else 1)
        self.assertLessEqual(abs(float(cell) - value), 0.501 * unit + 1e-9 * abs(value), (cell, value))

    def test_numbers_of_a_study_are_those_of_its_tables(self):
        self.small_study("out")
        page = self.page("out")
        finals = {row["estimator"]: row for row in self.rows("finals")}
        times = {row["estimator"]: row for row in self.rows("step_times")}
        shown = 0
        for heading, of in (("Final ELBO", lambda name: finals[name]["mean"]),
                            ("Final ELBO, scaled", lambda name: finals[name]["scaled"] or "nan"),
                            ("Milliseconds a step", lambda name: 1e3 * float(times[name]["seconds"]))):
            head, *rows = page.tables[heading]
            self.assertEqual(head, ["estimator", "mine"])
            for name, cell in rows:
                self.assert_shows(cell, float(of(name)))
                shown += 1
        for gap in (1, 10, 0.1):
            ratios = {row["estimator"]: row["ratio"] for row in self.rows("times_to_gap") if float(row["gap"]) == gap}
            for name, cell in page.tables[f"Time to {gap} nat{'' if gap == 1 else 's'}, over the best fixed estimator's"][1:]:
                self.assert_shows(cell, float(ratios[name]))
                shown += 1
            if gap == 1:
                for name, within, worst in page.tables["Against the best fixed estimator of each model"][1:]:
                    self.assertEqual(within, f"{int(float(ratios[name]) <= 1.05)} of 1")
                    self.assertIn("on mine", worst)
        self.assertEqual(shown, 6 * 5)
        for row in self.rows("choices"):
            cells = page.tables["The most popular choice"]
            line = next(line for line in cells if line[0] == f"mine, {row['estimator']}")
            self.assertEqual(line[int(row["selection"])], f"{row['choice']} {row['count']}/{row['runs']}")
        curves = {(row["estimator"], row["step_size"]): row for row in self.rows("curves")}  # the last time of each
        for name, *cells in page.tables["Median ELBOs of mine as a table"][1:]:
            size = finals[name.split(" ")[0]]["step_size"]
            self.assert_shows(cells[-1], float(curves[name.split(" ")[0], size]["median"]))

    def test_a_fit(self):
        self.simulate()
        self.fit("--output", "run")
        summary = self.read_json("run.summary.json")
        page = self.page("run")
        shown = {row[0]: row[1:] for row in page.tables["Posterior"][1:]}  # not so many that some are behind a fold
        self.assertEqual(list(shown), [parameter["name"] for parameter in summary["parameters"]])
        for parameter in summary["parameters"]:
            for cell, key in zip(shown[parameter["name"]], ("mean", "sd", "q5", "q50", "q95", "mcse_mean", "ess")):
                self.assert_shows(cell, parameter[key])
            self.assertIn(f"Histogram of {parameter['name']}", self.read("page.html"))
        self.assertTrue(page.tables["Estimator over time"][1:])
        last = self.read_json("run.selection.json")["selections"][-1]  # the page's last selection table
        entries = sorted(last["subsets"], key=lambda entry: entry["product"])
        shown = page.tables["The selection table"][1:]
        self.assertEqual(len(shown), len(entries))
        for line, entry in zip(shown, entries):
            self.assertEqual(line[0].strip("\u2605 "), " + ".join(entry["control_variates"]) or "base alone")
            for cell, value in zip(line[2:], (entry["g2"], 1e6 * entry["seconds"], entry["product"])):
                self.assert_shows(cell, value)
        self.assertEqual(sum(line[0].startswith("\u2605") for line in shown), 1)
        settings = dict(page.tables["Settings"])
        self.assertEqual(settings["select_draws"], str(summary["settings"]["select_draws"]))

    def test_places_and_refusals(self):
        self.simulate()
        self.fit("--output", "run")
        self.small_study("out")
        self.run_g2t("report", "run")
        self.run_g2t("report", "out")
        self.assertTrue((self.folder / "run.report.html").exists() and (self.folder / "out" / "report.html").exists())
        self.assertIn("--force", self.run_g2t("report", "run", status=1).stderr)
        self.assertIn("neither", self.run_g2t("report", "none", status=1).stderr)
        self.assertIn("PATH is missing", self.run_g2t("report", status=2).stderr)
        page = self.page("run", "out", output="both.html")
        self.assertLessEqual({"fit-1", "study", "model-1"}, page.ids)
        self.assertIn("input", self.run_g2t("report", "out", "--output", "out/runs.jsonl", "--force", status=1).stderr)
        self.assertIn("input", self.run_g2t("report", "run", "--output", "run.q.json", "--force", status=1).stderr)


if __name__ == "__main__":
    unittest.main()
