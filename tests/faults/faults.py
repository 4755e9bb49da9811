"""Runs the program so that one of its calls fails, and judges how it ends: one rule for every command and every call."""

import errno
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

G2T = os.environ["G2T"]
LIBRARY = os.environ["G2T_FAULTS"]
IS_ALL = os.environ.get("G2T_ALL_FAULTS") == "1"

# Of each kind of call the ways in which it fails, as errno or word; and whether all later calls of the kind fail too.
WAYS = {"open": [(errno.EMFILE, False), (errno.EACCES, True)],
        "read": [(errno.EIO, False)],
        "write": [(errno.ENOSPC, True), (errno.EIO, False), ("short", False)],
        "fsync": [(errno.EIO, False)],
        "close": [(errno.EIO, False)],
        "rename": [(errno.ENOSPC, False)],
        "link": [(errno.EPERM, True)],
        "unlink": [(errno.EIO, False), (errno.EIO, True)],
        "truncate": [(errno.EIO, False)],
        "folder": [(errno.ENOSPC, False)],
        "lock": [(errno.ENOLCK, True)],
        "thread": [(errno.EAGAIN, False), (errno.EAGAIN, True)],
        "load": [(errno.ENOENT, False)],
        "memory": [(errno.ENOMEM, False), (errno.ENOMEM, True)]}  # all later ones: of 64 kB and more, see fail_each()
LARGE = 1 << 16
LEAST = 64  # of single pieces
# What errors say, where it is not the word of errno alone.
REASONS = {"memory": ["out of memory", "cannot allocate memory"], "load": ["cannot be loaded"]}

TIMES = re.compile(rb'"(wall_seconds|cpu_seconds|wall|waited|reading|answer|trace|seconds)": ?[0-9.e+-]+')


def spread(count, most):
    """All numbers from 1 to `count`, or `most` of them, the first and the last among them."""
    if count <= most:
        return range(1, count + 1)
    return sorted({1 + round(i * (count - 1) / (most - 1)) for i in range(most)})


class FaultsTest(unittest.TestCase):
    """A folder in which commands run again and again, each time from the same files."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="g2t-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.folder, self.kept = self.root / "folder", self.root / "kept"
        self.folder.mkdir()
        self.outcomes = {}

    def run_g2t(self, *arguments, status=0):
        done = subprocess.run([G2T, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def files(self):
        """Contents of all files by path, without the times in them."""
        found = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return {str(path.relative_to(self.folder)): TIMES.sub(rb'"\1": T', path.read_bytes()) for path in found}

    def restore(self):
        shutil.rmtree(self.folder)
        shutil.copytree(self.kept, self.folder)

    def run_with(self, arguments, **plan):
        """The program with a fault, and the numbers of its calls."""
        counts = self.root / "counts"
        counts.unlink(missing_ok=True)
        names = {f"FAULTS_{name.upper()}": str(value) for name, value in plan.items()}
        done = subprocess.run([G2T, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, env={**os.environ, **names, "LD_PRELOAD": LIBRARY,
                                                             "FAULTS_FOLDER": str(self.folder), "FAULTS_COUNTS": str(counts)})
        lines = counts.read_text().splitlines() if counts.exists() else []
        return done, {name: int(count) for name, count in map(str.split, lines)}

    def fail_each(self, arguments, sample, right_status=(0,), ways=WAYS, **plan):
        """Each call of a command fails in turn; `sample` limits the calls of a kind unless all are asked for.

        The files that there are now are those that must be there after an error.
        """
        if self.kept.exists():
            shutil.rmtree(self.kept)
        shutil.copytree(self.folder, self.kept)
        before = self.files()
        plan = {"least_size": LEAST, **plan}
        done, counts = self.run_with(arguments, **plan)
        self.assertIn(done.returncode, right_status, done.stderr)
        after = self.files()
        self.assertNotEqual(before, after)
        self.restore()
        _, large = self.run_with(arguments, **{**plan, "least_size": LARGE})
        for kind, how in ways.items():
            most = (1000 if kind == "memory" else 10**6) if IS_ALL else sample
            for error, goes_on in how:
                more = {"goes_on": 1} if goes_on else {}
                if goes_on and kind == "memory":  # small pieces are found where large ones are not
                    more["least_size"] = LARGE
                for number in spread(large[kind] if "least_size" in more else counts[kind], most):
                    with self.subTest(kind, number=number, error=error, goes_on=goes_on):
                        self.restore()
                        words = {**plan, "call": kind, "number": number, "error": error, **more}
                        done, _ = self.run_with(arguments, **words)
                        outcome = self.judge(kind, error, done, before, after, right_status)
                        key = kind, outcome
                        self.outcomes[key] = self.outcomes.get(key, 0) + 1
        self.restore()

    def judge(self, kind, error, done, before, after, right_status):
        """An error with its reason and the files as they were, or the result whole; never anything between."""
        files = self.files()
        left = set(files) - set(before) - set(after)
        if kind == "unlink":  # the next run removes them
            self.assertEqual([name for name in left if ".earlier-" not in name], [])
            files = {name: content for name, content in files.items() if name not in left}
            left = set()
        self.assertEqual(sorted(left), [], "files are left behind")
        is_old, is_new = self.is_old(before, files, after), self.is_new(before, files, after)
        if done.returncode in right_status:
            self.assertTrue(is_new, f"not the right result\n{done.stderr}")
            return "right"
        self.assertEqual(done.returncode, 1, f"{done.stderr}")
        lines = [line for line in done.stderr.splitlines() if line.startswith("g2t")]
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertNotIn("unexpected fault", lines[0])
        reasons = REASONS.get(kind) or [os.strerror(error)]
        self.assertTrue(any(reason.lower() in lines[0].lower() for reason in reasons), lines[0])
        self.assertTrue(is_old or is_new, f"files of two runs, or half of one: {done.stderr}\n" + "\n".join(
            f"{name}: {'old ' if files.get(name) == before.get(name) else ''}{'new' if files.get(name) == after.get(name) else ''}"
            for name in sorted({*files, *before, *after})))
        return "error, old files" if is_old else "error, new files"

    def is_old(self, before, files, after):
        return files == before

    def is_new(self, before, files, after):
        return files == after

    def tearDown(self):
        for (kind, outcome), count in sorted(self.outcomes.items()):
            print(f"{self._testMethodName} {kind}: {count} x {outcome}")
