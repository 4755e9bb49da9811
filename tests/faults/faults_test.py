"""Every call on files, for memory, a thread or a library fails in turn: in a fit, a study and a report."""

import errno
import json
import unittest

from faults import FaultsTest

COSTS = {"terms": {name: {"per_step": 1e-5, "per_draw": 1e-6}
                   for name in ("rep", "entropy", "taylor", "anchored-taylor", "prior")}}
STUDY = ["study", "--quiet", "--models", "mine.json", "--estimators", "rep,auto", "--step-sizes", "1e-3", "--budget-steps", "300",
         "--clock", "cost-model", "--output", "out", "--jobs", "2"]


class Faults(FaultsTest):
    def setUp(self):
        super().setUp()
        self.run_g2t("simulate", "logistic", "--rows", "60", "--features", "3", "--output", "data")
        (self.folder / "costs.json").write_text(json.dumps(COSTS))

    def fit(self, seed):
        return ["fit", "logistic", "--data", "data.svm", "--costs", "costs.json", "--threads", "2", "--seed", str(seed), "--force",
                "--output", "run"]

    def test_fit(self):
        self.run_g2t(*self.fit(1))
        self.fail_each(self.fit(2), sample=3)

    def test_report(self):
        self.run_g2t(*self.fit(1))
        self.run_g2t("report", "run")
        self.run_g2t(*self.fit(2))
        self.fail_each(["report", "run", "--force"], sample=3)

    def test_earlier_files_that_cannot_be_removed(self):
        """The files are right, and the next run removes what is left."""
        self.run_g2t(*self.fit(1))
        done, _ = self.run_with(self.fit(2), call="unlink", number=1, error=errno.EIO, goes_on=1)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(list(self.folder.glob("*.earlier-*"))), 5)
        after = {path.name: path.read_bytes() for path in self.folder.glob("run.*") if ".earlier-" not in path.name}
        self.assertIn("exists already", self.run_g2t(*[word for word in self.fit(3) if word != "--force"], status=1).stderr)
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.glob("run.*")}, after)

    def test_read_only_after_the_first_rename(self):
        """Nothing can be undone: earlier files keep their other names, which the error says, and readers see the mixture."""
        self.run_g2t(*self.fit(1))
        before = {name: (self.folder / name).read_bytes() for name in ("run.csv", "run.trace.csv")}
        done, _ = self.run_with(self.fit(2), call="rename", number=3, error=errno.EROFS, goes_on=1)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Read-only file system; files that were there before are now called", done.stderr)
        for name, content in before.items():
            (earlier,) = self.folder.glob(name + ".earlier-*")
            self.assertIn(str(earlier), done.stderr)
            self.assertEqual(earlier.read_bytes(), content)
        self.assertIn("run.csv: is not the file that the run of run.summary.json wrote", self.run_g2t("report", "run", status=1).stderr)


class StudyFaults(FaultsTest):
    """Every file is whole, of the earlier study or of the later one, and lines of runs are only added."""

    def is_old(self, before, files, after):
        log = "out/runs.jsonl"
        lines = [set(contents[log].splitlines()) for contents in (before, files, after)]
        is_whole = files[log].endswith(b"\n") and files[log].startswith(before[log]) and lines[0] <= lines[1] <= lines[2]
        return is_whole and all(files[name] in (before.get(name), after[name]) for name in files if name != log)

    def is_new(self, before, files, after):
        log = "out/runs.jsonl"
        return {**files, log: sorted(files[log].splitlines())} == {**after, log: sorted(after[log].splitlines())}

    def test_study(self):
        self.run_g2t("simulate", "logistic", "--rows", "60", "--features", "3", "--output", "data")
        (self.folder / "mine.json").write_text(json.dumps({"name": "mine", "model": "logistic", "options": {"data": "data.svm"}}))
        self.run_g2t(*STUDY, "--repetitions", "1")
        more = [word for word in STUDY if word not in ("--budget-steps", "300", "--clock", "cost-model")]
        self.fail_each([*more, "--repetitions", "2", "--resume"], sample=3)


if __name__ == "__main__":
    unittest.main()
