#!/usr/bin/env python3
"""Writes the tables of docs/reproduction.md from the raw lines in bench/study/results, or checks that they are theirs.

A table stands between <!-- SET: TITLE --> and <!-- end -->; SET is a folder of results and TITLE a table of `g2t report`
for all of its studies together. After a semicolon: only rows whose name ends so.
"""

import argparse
import html.parser
import lzma
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent.parent
RESULTS = ROOT / "bench" / "study" / "results"
PAGE = ROOT / "docs" / "reproduction.md"


class Tables(html.parser.HTMLParser):
    """The tables of a page by the heading before each."""

    def __init__(self, text):
        super().__init__()
        self.found, self.heading, self.into = {}, "", None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag in ("h2", "h3", "summary"):
            self.heading, self.into = "", "heading"
        elif tag == "table":
            self.found[self.heading] = []
        elif tag == "tr":
            self.found[self.heading].append([])
        elif tag in ("td", "th"):
            self.found[self.heading][-1].append("")
            self.into = "cell"

    def handle_endtag(self, tag):
        if tag != "wbr":
            self.into = None

    def handle_data(self, data):
        if self.into == "heading":
            self.heading += data
        elif self.into == "cell":
            self.found[self.heading][-1][-1] += data


def tables_of(program, name):
    with tempfile.TemporaryDirectory(prefix="g2t-") as folder:
        folders = []
        for study in sorted((RESULTS / name).iterdir()):
            target = pathlib.Path(folder) / study.name
            target.mkdir()
            shutil.copy(study / "study.json", target)
            (target / "runs.jsonl").write_bytes(lzma.decompress((study / "runs.jsonl.xz").read_bytes()))
            folders.append(target)
        page = pathlib.Path(folder) / "page.html"
        subprocess.run([program, "report", *folders, "--output", page], check=True, stdout=subprocess.DEVNULL)
        return Tables(page.read_text()).found


def markdown(rows, ending):
    head, *body = rows
    body = [row for row in body if row[0].endswith(ending)]
    width = max(i + 1 for row in body for i, cell in enumerate(row) if cell)
    lines = ["| " + " | ".join(row[:width]) + " |" for row in [head, ["---"] * width, *body]]
    return "\n".join(line.replace("| --- |", "|---|").replace(" --- |", "---|") for line in lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="g2t")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a table is not what the lines say")
    options = parser.parse_args()
    before, cache = PAGE.read_text(), {}

    def filled(match):
        name, title, ending = match[1], match[2], match[3] or ""
        if name not in cache:
            cache[name] = tables_of(options.program, name)
        return f"{match[0].splitlines()[0]}\n{markdown(cache[name][title], ending)}\n<!-- end -->"

    after = re.sub(r"<!-- ([\w-]+): ([^;\n]+?)(?:; (.+?))? -->\n.*?<!-- end -->", filled, before, flags=re.S)
    if options.check:
        wrong = [new for old, new in zip(before.splitlines(), after.splitlines()) if old != new]
        print(f"{len(wrong)} lines of docs/reproduction.md are not what the raw lines say" + "".join(f"\n{x}" for x in wrong))
        return 1 if after != before else 0
    PAGE.write_text(after)
    return 0


sys.exit(main())
