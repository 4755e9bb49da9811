"""Names and titles of files that others wrote: pages in a browser show them as text, and a terminal obeys none of them."""

import base64
import http.server
import json
import os
import pty
import re
import shutil
import subprocess
import threading
import unittest

from program import G2T
from study_support import StudyCase

ATTACK = 'top.attacked=1;fetch("http://127.0.0.1:PORT/x")'
HOSTILE = ["<script>ATTACK</script>", '"><img src="http://127.0.0.1:PORT/x" onerror=\'ATTACK\'>', "</title><script>ATTACK</script>",
           "'><svg onload='ATTACK'>", "</svg></text><iframe src='javascript:ATTACK'>", "javascript:ATTACK", "a & b &lt; &amp;",
           "]]><script>ATTACK</script>", "--><script>ATTACK</script><!--", "user\u202eexe.txt", "csi \u009b31m \u007f",
           "escape \x1b[2J\x1b]0;title\x07", "zero \x00 byte", "two\r\nlines\tand a tab", "{{7*7}} ${7*7}", "k" * 10000, "\u540d" * 10000]


def is_control(c):
    code = ord(c)
    return (code < 32 and c not in "\t\n") or 127 <= code < 160 or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069


def printable(text):
    return "".join("".join(f"\\x{b:02X}" for b in c.encode()) if is_control(c) else c for c in text)


def shortened(text, most=100):
    data = printable(text).encode()
    return data.decode() if len(data) <= most else data[:most - 2].decode(errors="ignore") + "\u2026"


class HostileNames(StudyCase):
    def hostile_fit(self, names):
        """The files of a fit as somebody could write them."""
        self.simulate()
        self.fit("--output", "run", "--answer-draws", "200")
        summary, count = self.read_json("run.summary.json"), len(names)
        first = summary["parameters"][0]
        summary["parameters"] = [dict(first, name=name) for name in names]
        summary["approximation"]["parameters"] = [dict(summary["approximation"]["parameters"][0], name=name) for name in names]
        summary["warnings"] = [{"kind": names[0], "message": name, "numbers": []} for name in names]
        summary["verdict"], summary["family"], summary["recipe"]["base"] = names[0], names[1], names[2]
        summary["settings"].update({name[:200]: name for name in names})
        summary["diagnostics"]["failures"] = [{"what": name, "count": 3} for name in names]
        summary["files"] = None  # or all but the summary would have to be as they were
        self.write("run.summary.json", json.dumps(summary))
        selection = self.read_json("run.selection.json")
        for each in selection["selections"]:
            for subset in each["subsets"]:
                subset["control_variates"] = [names[0] for _ in subset["control_variates"]]
            each["terms"] = [names[1] for _ in each["terms"]]
        self.write("run.selection.json", json.dumps(selection))
        trace = self.read("run.trace.csv").splitlines()
        quoted = ['"' + name.replace('"', '""').replace("\0", "") + '"' for name in names]
        self.write("run.trace.csv", "\n".join([trace[0]] + [row.rsplit(",", 1)[0] + "," + quoted[i % count]
                                                            for i, row in enumerate(trace[1:])]) + "\n")
        lines = [line for line in self.read("run.csv").splitlines() if not line.startswith("#")]
        columns = ["lp__,log_p__,log_g__"] + [f"x{k}" for k in range(count)]
        rows = [",".join(["0,0,0"] + [f"{(i * (k + 3)) % 17}" for k in range(count)]) for i in range(len(lines) - 1)]
        self.write("run.csv", "\n".join([",".join(columns)] + rows) + "\n")

    def hostile_study(self, names):
        self.small_study("out", repetitions=1, budget_steps=200)
        path = self.folder / "out/runs.jsonl"
        runs = [json.loads(line) for line in path.read_text().splitlines()]
        lines = []
        for k, name in enumerate(names):
            for run in runs[:2]:
                lines.append(json.dumps(dict(run, model=name if k % 2 else "mine", estimator=name, version=name, status=name,
                                             message=name, processor=name, compiler=name)))
        path.write_text("\n".join(lines) + "\n")

    @unittest.skipUnless(shutil.which("chromium"), "there is no chromium (tools/install-dependencies --for-all-tests brings it)")
    def test_pages_show_them_as_text(self):
        hits = []

        class Server(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                hits.append(self.path)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Server)
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        names = [name.replace("ATTACK", ATTACK).replace("PORT", str(server.server_port)) for name in HOSTILE]
        self.hostile_fit(names)
        self.hostile_study(names)
        prefix = "<script>top.attacked=1<#>\"&'--\x1b[31m"
        for path in list(self.folder.glob("run.*")):
            path.rename(self.folder / (prefix + path.name[3:]))
        self.run_g2t("report", prefix, "out", "--output", "page.html")
        self.run_g2t("report", prefix, "--output", "alone.html")

        self.write("frames.html", "".join(f'<iframe src="{page}" width="{width}" height="900"></iframe>'
                                          for page in ("page.html", "alone.html") for width in (390, 1280)) +
                   """<pre id="said"></pre><script>
            onload = () => setTimeout(() => { said.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(
              [...document.querySelectorAll("iframe")].map(element => {
                const frame = element.contentWindow, page = frame.document, all = [...page.querySelectorAll("*")];
                const texts = selector => [...page.querySelectorAll(selector)].map(e => e.textContent);
                return {attacked: window.attacked === undefined ? null : window.attacked, width: frame.innerWidth,
                        needed: page.documentElement.scrollWidth, tags: [...new Set(all.map(e => e.localName))],
                        handlers: all.flatMap(e => [...e.attributes].map(a => a.name)).filter(n => n.startsWith("on")),
                        links: [...page.querySelectorAll("[href],[src]")].map(e => e.getAttribute("href") || e.getAttribute("src")),
                        requests: frame.performance.getEntriesByType("resource").length, title: page.title,
                        heads: texts("tbody th"), warnings: texts("ul.warnings li"), settings: texts("table.facts td"),
                        pictures: texts("svg title"), headings: texts("h2")}; }))))) }, 500);</script>""")
        done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
                               "--virtual-time-budget=20000", "--dump-dom", f"file://{self.folder}/frames.html"],
                              capture_output=True, text=True, timeout=200)
        said = re.search(r'<pre id="said">([A-Za-z0-9+/=]+)</pre>', done.stdout)
        self.assertTrue(said, done.stdout[-500:] + done.stderr[-500:])
        frames = json.loads(base64.b64decode(said[1]))
        self.assertEqual(len(frames), 4)
        for frame in frames:
            self.assertIsNone(frame["attacked"])
            self.assertEqual(frame["handlers"], [])
            self.assertEqual(frame["requests"], 0)
            self.assertFalse(set(frame["tags"]) & {"script", "img", "iframe", "object", "embed", "form", "input", "link", "base"})
            self.assertTrue(all(link.startswith("#") for link in frame["links"]), frame["links"])
            self.assertLessEqual(frame["needed"], frame["width"])  # nothing to scroll sideways
            for name in names:
                self.assertIn(shortened(name), frame["heads"])
                self.assertIn(printable(name), [text.replace("\r", "") for text in frame["warnings"]])
                self.assertIn(printable(name), frame["settings"])
            self.assertIn(printable(prefix), frame["headings"])
        self.assertEqual(frames[2]["title"], "g2t: " + printable(prefix))
        for name in names:  # those of models and estimators of the study
            self.assertTrue(any(shortened(name) in head for head in frames[0]["heads"]), name[:60])
        self.assertEqual(hits, [])

    def terminal_output(self, *arguments):
        """What the program writes to a terminal, for both of its outputs."""
        master, slave = pty.openpty()
        process = subprocess.Popen([G2T, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave)
        os.close(slave)
        data = b""
        while True:
            try:
                block = os.read(master, 65536)
            except OSError:
                break
            if not block:
                break
            data += block
        process.wait(timeout=60)
        os.close(master)
        return data.decode()

    def test_terminals_obey_none_of_them(self):
        clear = "clear \x1b[2J\x1b]0;owned\x07\u009b31m\u202e\x08"
        self.write("x.csv", 'y,"' + clear + '",b\n' + "".join(f"{i % 2},{i * 7 % 5},{i * 3 % 4}\n" for i in range(40)))
        self.write("pool.json", json.dumps({"candidates": [{"name": clear, "g2": 1, "seconds": 1}, {"name": "b", "g2": 2, "seconds": 1}]}))
        self.write("q.json", json.dumps({"family": "mean-field", "mean": [0, 0, 0], "scale": [1, 1, 1], "names": ["a", clear, "b"]}))
        self.write("bad.json", json.dumps({clear: 1}))
        self.write("other.json", '{"base": "' + json.dumps(clear)[1:-1] + '", "control_variates": [], "weights": [], "draws": 1, "antithetic": false}')
        self.write("label.csv", "y,a\n" + clear + ",1\nno,2\nmaybe,3\n")
        data = ("logistic", "--data", "x.csv", "--response", "y", "--costs", "costs.json")
        commands = [("fit", *data, "--output", "run"), ("fit", *data, "--details"), ("fit", *data, "--json"),
                    ("select", *data), ("evaluate", "logistic", "--data", "x.csv", "--response", "y", "--q", "q.json"),
                    ("diagnose-model", "logistic", "--data", "x.csv", "--response", "y"), ("predict", "run", "--score"),
                    ("solve", "pool.json"), ("solve", "pool.json", "--json"), ("solve", "bad.json"),
                    ("fit", *data, "--init", "bad.json"), ("fit", *data, "--init", "q.json"), ("fit", *data, "--estimator", "other.json"),
                    ("fit", "logistic", "--data", "label.csv", "--response", "y"), ("fit", "logistic", "--data", clear),
                    ("fit", clear, "--data", "x.csv"), ("draw", "q.json", "--output", "no/" + clear), ("report", clear)]
        mentions = 0
        for command in commands:
            said = self.terminal_output(*command).replace("\r\n", "\n").replace("\r\x1b[K", "")
            bad = sorted({repr(c) for c in said if is_control(c)})
            self.assertEqual(bad, [], f"{command}\n{said[:2000]!r}")
            mentions += "x1B[2J" in said or "u001b[2J" in said
        self.assertGreaterEqual(mentions, 12)  # the name is shown, as text

    def test_a_programme_that_only_a_study_names_is_not_run(self):
        self.make_model()
        self.run_g2t("study", "--quiet", "--output", "out", "--models", "mine.json", "--estimators", "rep", "--step-sizes", "1e-3",
                     "--repetitions", 1, "--budget-steps", 50, "--clock", "cost-model")
        study = self.read_json("out/study.json")
        for program in ("evil.so", "./evil.stan"):
            self.write(program.strip("./"), "nothing that loads")
            study["models"][0]["model"] = program
            self.write("out/study.json", json.dumps(study))
            done = self.run_g2t("study", "--output", "out", "--resume", "--repetitions", 2, status=2)
            self.assertIn(f"names the program {program}, which is run only if --models names", done.stderr)

    def test_a_summary_names_no_pipe_to_read(self):
        self.simulate()
        self.fit("--output", "run")
        summary = self.read_json("run.summary.json")
        os.mkfifo(self.folder / "pipe")
        for file in ("pipe", "/dev/zero", "-", "../../../../dev/zero"):
            summary["data"]["file"] = file
            self.write("run.summary.json", json.dumps(summary))
            self.assertIn("--data FILE says which", self.run_g2t("predict", "run", status=1).stderr)

    def test_a_link_in_a_folder_is_not_followed_out_of_it(self):
        self.simulate()
        (self.folder / "theirs").mkdir()
        self.fit("--output", "theirs/run")
        self.write("mine", "my words")
        (self.folder / "theirs/run.report.html").symlink_to("../mine")
        self.run_g2t("report", "theirs/run", status=1)
        self.run_g2t("report", "theirs/run", "--force")
        self.assertEqual(self.read("mine"), "my words")
        self.assertFalse((self.folder / "theirs/run.report.html").is_symlink())


if __name__ == "__main__":
    unittest.main()
