#!/usr/bin/env python3
"""Fails if the engine names a flag or a file: in texts, in includes, in comments of public headers. usage: engine_words_test.py SOURCE_TREE"""

import pathlib
import re
import sys

LAYERS = ("inference", "core", "starts", "importance")
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')
IN_TEXTS = {r"(?<![\w-])--[a-z]": "names a flag", r"\.(json|csv|svm|stan|so)\b": "names a file", r"\bg2t [a-z]+": "names a command"}
IN_CODE = {r"\b[io]?fstream\b|<fstream>": "reads or writes files", r"\bstd::filesystem\b|<filesystem>": "knows folders",
           r"\bfopen\b|<cstdio>": "reads or writes files"}
COMMANDS = {"src/inference/warning_words.cpp"}  # texts for readers of a command line
FLAGS = {"include/g2t/core/wording.hpp", "include/g2t/core/invalid_setting.hpp"}  # examples of what they write


def code_of(line):
    """The line without its comment and without its texts."""
    return TEXT.sub('""', line).split("//")[0]


def words_of(line, is_public):
    """Texts of the line; of a public header also its comments."""
    if line.lstrip().startswith("#include"):
        return []
    comment = re.search(r"//.*", TEXT.sub('""', line))
    words = [] if line.lstrip().startswith("//") else [text[0] for text in TEXT.finditer(line)]
    return words + ([comment[0]] if comment and is_public else [])


root = pathlib.Path(sys.argv[1])
faults = checked = 0
for layer in LAYERS:
    for file in sorted(f for top in ("include/g2t", "src") for f in (root / top / layer).rglob("*.[hc]*")):
        checked += 1
        name = file.relative_to(root).as_posix()
        for number, line in enumerate(file.read_text().splitlines(), 1):
            found = {reason for pattern, reason in IN_CODE.items() if re.search(pattern, code_of(line))}
            for text in words_of(line, is_public=name.startswith("include")):
                found |= {reason for pattern, reason in IN_TEXTS.items() if re.search(pattern, text)}
            found -= {"names a command"} if name in COMMANDS else {"names a flag"} if name in FLAGS else set()
            for reason in sorted(found):
                faults += 1
                print(f"{name}:{number}: {reason}: {line.strip()}")
print(f"{checked} files, {faults} faults")
sys.exit(1 if faults or not checked else 0)
