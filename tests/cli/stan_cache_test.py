"""The cache of compiled programs, with scripts in place of stanc and the compiler: copies, handing over, kills, several at once.

The "compiler" copies a library written by hand, so that fits are real.
"""

import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from program import G2T, ProgramTest

LIBRARY = os.environ["G2T_FAKE_BRIDGES"] + "/fake_bridge_full.so"
STANC = """#!/bin/sh
for last; do case $last in --filename-in-msg=*) name=${last#*=};; esac; done
line=$(grep -n '^model' "$last" | cut -d: -f1)
echo "static constexpr std::array<const char*, 2> locations_array__ ="
echo "  {\\" (found before start of program)\\", \\" (in '$name', line $line, column 0 to column 5)\\"};"
grep -v '^//' "$last"
echo "  \\"stancflags = --filename-in-msg=$name\\"};"
"""
# Objects are empty. What is slow has a child of its own, as the driver of a compiler has.
COMPILER = """#!/bin/sh
[ "$1" = --version ] && { echo fake 1; exit; }
for word; do [ "$before" = -o ] && out=$word; before=$word; done
echo "$TMPDIR" >> TEMPORARY
case "$out" in
*.so) cp LIBRARY "$out";;
*bridge.o) : > "$out";;
*) echo "$out" >> LOG; : > "$out"; : > "$TMPDIR/cc1.s"; sleep SECONDS & echo $! >> CHILDREN; wait;;
esac
"""
PROGRAM = "parameters { vector[2] theta; }\nmodel { theta ~ lognormal(1, 2); }\n"


def is_running(process):
    stat = pathlib.Path(f"/proc/{process}/stat")
    try:
        return stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class StanCache(ProgramTest):
    def setUp(self):
        super().setUp()
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"), CXX=str(self.folder / "compiler"),
                                G2T_STAN=str(self.folder / "stan"))
        self.write_script("stan/stanc", STANC)
        self.compiles_for(0)
        (self.folder / "stan/include/stan").mkdir(parents=True)
        (self.folder / "stan/lib").mkdir()
        self.write("stan/include/stan/version.hpp", "#define STAN_MAJOR 2\n#define STAN_MINOR 39\n#define STAN_PATCH 0\n")
        self.write("stan/lib/libtbb.so.2", "a library")
        self.write("one.stan", PROGRAM)
        self.write("data.json", "{}")

    def write_script(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def compiles_for(self, seconds):
        text = COMPILER.replace("SECONDS", str(seconds)).replace("LIBRARY", LIBRARY)
        for name in ("LOG", "CHILDREN", "TEMPORARY"):
            text = text.replace(name, str(self.folder / name.lower()))
        self.write_script("compiler", text)

    def compilations(self):
        return self.read("log").count("model.o") if (self.folder / "log").exists() else 0

    def command(self, program, *more):
        return [G2T, "fit", program, "--data", "data.json", "--costs", "costs.json", "--seed", "3", *more]

    def g2t(self, *words, status=0, **changed):
        return self.run_g2t(*words, status=status, env=dict(self.environment, **changed))

    def fit(self, program, *more, **changed):
        return self.g2t(*self.command(program, *more)[1:], **changed)

    def scratch(self):
        return list((self.folder / "cache/g2t").rglob("scratch*"))

    def start(self, *words):
        return subprocess.Popen(words, cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def wait_for(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_67_copied_program(self):
        self.fit("one.stan", "--output", "first")
        self.write("two.stan", PROGRAM)
        self.write("remark.stan", "// A remark.\n// Another.\n" + PROGRAM)
        for program in ("two.stan", "remark.stan"):
            self.assertNotIn("compil", self.fit(program, "--output", "next", "--force").stderr.replace("compiled with", ""))
            self.assertEqual(self.read("next.q.json"), self.read("first.q.json"))
        self.assertEqual(self.compilations(), 1)
        self.write("other.stan", PROGRAM.replace("2);", "3);"))
        self.fit("other.stan")
        self.assertEqual(self.compilations(), 2)

    def test_messages_name_the_program_that_was_given(self):
        self.fit("one.stan")
        self.write("remark.stan", "// A remark.\n" + PROGRAM)
        self.write("data.json", '"located"')
        self.assertIn("refused (in 'one.stan', line 2, column", self.fit("one.stan", status=1).stderr)
        self.assertIn("refused (in 'remark.stan', line 3, column", self.fit("remark.stan", status=1).stderr)

    def test_81_library_without_compiler(self):
        self.fit("one.stan", "--output", "first")
        self.fit("one.stan", "--output", "second", CXX="no-such-compiler")
        self.assertEqual(self.read("second.q.json"), self.read("first.q.json"))
        self.write("other.stan", PROGRAM.replace("2);", "3);"))
        self.assertIn("g2t compile NAME.stan --output NAME.so", self.fit("other.stan", status=1, CXX="no-such-compiler").stderr)

    def test_compile(self):
        done = self.g2t("compile", "one.stan", "-o", "handed/over.so", status=1)
        self.assertIn("handed", done.stderr)  # there is no such folder
        (self.folder / "handed").mkdir()
        done = self.g2t("compile", "one.stan", "-o", "handed/over.so")
        self.assertIn("Written: handed/over.so handed/libtbb.so.2", done.stdout)
        self.assertEqual((self.folder / "handed/over.so").read_bytes(), pathlib.Path(LIBRARY).read_bytes())
        self.assertEqual(self.read("handed/libtbb.so.2"), "a library")
        self.fit("handed/over.so", "--output", "there", CXX="no-such-compiler", G2T_STAN="nowhere", XDG_CACHE_HOME="elsewhere")
        self.fit("one.stan", "--output", "here")
        self.assertEqual(self.read("there.q.json"), self.read("here.q.json"))
        self.assertEqual(self.compilations(), 1)
        self.assertIn("over.so", self.g2t("compile", "one.stan", "-o", "handed/over.so", status=1).stderr)
        self.g2t("compile", "one.stan", "-o", "handed/over.so", "--force", "--quiet")
        self.g2t("compile", "one.stan")
        self.assertTrue((self.folder / "one.so").exists())
        self.assertIn("NAME.so", self.g2t("compile", "one.stan", "-o", "one.stan", status=2).stderr)
        self.assertIn("Stan program", self.g2t("compile", "logistic", status=2).stderr)
        self.assertEqual(self.read("one.stan"), PROGRAM)

    def test_a_library_that_is_handed_over_has_its_own_places(self):
        self.fit("one.stan")
        self.write("remark.stan", "// A remark.\n" + PROGRAM)
        self.g2t("compile", "remark.stan")
        self.assertEqual(self.compilations(), 2)
        self.g2t("compile", "remark.stan", "--force")
        self.assertEqual(self.compilations(), 2)

    def test_68_kill_while_compiling(self):
        self.compiles_for(300)
        for how in (signal.SIGTERM, signal.SIGKILL, signal.SIGINT):
            running = self.start(*self.command("one.stan"))
            (self.folder / "children").unlink(missing_ok=True)
            self.wait_for(lambda: (self.folder / "children").exists() and self.read("children").strip())
            child = int(self.read("children").split()[-1])
            self.assertTrue(is_running(child))
            temporary = pathlib.Path(self.read("temporary").split()[-1])
            self.assertTrue((temporary / "cc1.s").exists())  # temporary files of the compiler are not elsewhere
            running.send_signal(how)
            running.communicate(timeout=20)
            self.assertIn(running.returncode, (-how, 128 + how))
            self.wait_for(lambda: not is_running(child))
            self.wait_for(lambda: not self.scratch())
        self.compiles_for(0)
        self.fit("one.stan")

    def test_left_overs_of_dead_runs_are_swept(self):
        self.fit("one.stan")
        dead = self.folder / "cache/g2t/models/0123456789abcdef/scratch-dead"
        dead.mkdir(parents=True)
        (dead / "model.o").write_text("half")
        self.fit("one.stan")
        self.assertEqual(self.scratch(), [])

    def test_75_concurrent_compile(self):
        self.compiles_for(1)
        running = [self.start(*self.command("one.stan", "--output", output, "--force")) for output in ("a", "b", "a")]
        for process in running:
            _, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, errors)
        self.assertEqual(self.compilations(), 1)
        for name in ("q.json", "csv"):
            self.assertEqual(self.read("a." + name), self.read("b." + name))
        self.assertEqual([name for name in self.files() if "tmp" in name], [])


if __name__ == "__main__":
    unittest.main()
