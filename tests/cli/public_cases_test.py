"""Every case from public reports has a test: the table of them is complete, and what it names is there."""

import pathlib
import re
import unittest

from shared_cases import CASES, HAS_CASES

TESTS = pathlib.Path(__file__).resolve().parents[1]
ROW = re.compile(r"^\| (\d\d-[a-z0-9-]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


class PublicCases(unittest.TestCase):
    def setUp(self):
        self.rows = {name: tests for name, tests, _ in ROW.findall((TESTS / "public_cases.md").read_text())}

    def test_tests_are_there(self):
        self.assertGreater(len(self.rows), 60)
        for name, tests in self.rows.items():
            for entry in tests.split(", "):
                file, _, test = entry.partition(": ")
                text = (TESTS / file).read_text()
                self.assertIn(f"def {test}" if test else name if "shared" in file or "load_model" in file else "", text, entry)

    @unittest.skipUnless(HAS_CASES, "no folder of cases; set G2T_SHARED_DIR")
    def test_every_case_has_one(self):
        self.assertEqual(sorted(path.name for path in CASES.iterdir() if path.is_dir()), sorted(self.rows))


if __name__ == "__main__":
    unittest.main()
