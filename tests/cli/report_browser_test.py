"""Pages of g2t report in a browser: nothing is cut off, on a phone or a screen."""

import json
import re
import shutil
import subprocess
import sys
import unittest

from study_support import StudyCase


class BrowserTest(StudyCase):
    def test_nothing_is_cut_off_on_a_phone_or_a_screen(self):
        self.simulate()
        self.fit("--output", "run")
        self.small_study("out")
        self.run_g2t("report", "run", "out", "--output", "page.html")
        frames = "".join(f'<iframe src="page.html" width="{width}" height="900"></iframe>' for width in (390, 1280))
        self.write("frames.html", frames + """<pre id="said"></pre><script>
            onload = () => { said.textContent = JSON.stringify([...document.querySelectorAll("iframe")].map(element => {
              const frame = element.contentWindow, page = frame.document;
              return {width: frame.innerWidth, needed: page.documentElement.scrollWidth,
                      letters: Math.min(...[...page.querySelectorAll("svg text")].filter(t => t.getBoundingClientRect().width > 0).map(t =>
                        parseFloat(frame.getComputedStyle(t).fontSize) * Math.hypot(t.getScreenCTM().a, t.getScreenCTM().b))),
                      pictures: page.querySelectorAll("figure svg[role=img]").length}; })) };</script>""")
        done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
                               "--virtual-time-budget=10000", "--dump-dom", f"file://{self.folder}/frames.html"],
                              capture_output=True, text=True, timeout=120)
        said = re.search(r'<pre id="said">(\[.*?\])</pre>', done.stdout)
        self.assertTrue(said, done.stdout[-500:] + done.stderr[-500:])
        for frame in json.loads(said[1]):
            self.assertLessEqual(frame["needed"], frame["width"], frame)  # nothing to scroll sideways
            self.assertGreater(frame["letters"], 9, frame)  # pixels
            self.assertGreater(frame["pictures"], 8, frame)


if __name__ == "__main__":
    if not shutil.which("chromium"):
        print("skipped: there is no chromium (tools/install-dependencies --for-all-tests brings it)")
        sys.exit(77)
    unittest.main()
