"""Keywords from the program's one list of options: their names, their texts, and what is refused."""

import datetime
import functools
import numbers
import os

from g2t import _g2t
from g2t.errors import InvalidArgument

MODEL, OUTPUT = "Model and data", "Output"


@functools.cache
def rows():
    """The options: dictionaries with name, keyword, value, group, help, models and default."""
    return _g2t.options()


def fit_rows():
    return [row for row in rows() if row["group"] not in (MODEL, OUTPUT)]


def model_rows(kind):
    """Those of a kind of model: "logistic", ".stan", ..."""
    return [row for row in rows() if row["group"] == MODEL and kind in row["models"]]


def refuse_unknown(word, known):
    """Says what was meant, or where such an option belongs."""
    keywords = [row["keyword"] for row in known]
    for row in rows():
        if row["keyword"] == word and row["group"] == OUTPUT:
            raise InvalidArgument(f"{word} is no option here: Fit.save() writes files, progress=... says what is shown")
        if row["keyword"] == word and row["group"] == MODEL:
            raise InvalidArgument(f"{word} is an option of models, and not of this one or not of a fit: {row['help']}")
        if row["keyword"] == word and row["keyword"] not in keywords:
            raise InvalidArgument(f"{word} is an option of g2t.fit(), not of a model")
    raise InvalidArgument(f"there is no option '{word}'{_g2t.did_you_mean(word, keywords)}")


def text_of(value):
    """A value as a command line would have it."""
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, datetime.timedelta):
        return repr(value.total_seconds())
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):  # numpy's are no bool
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    raise InvalidArgument(f"{value!r}: a text, a number, True or False is needed, or a list of them")


def _text_of_entry(keyword, entry):
    text = text_of(entry)
    if "," in text:
        raise InvalidArgument(f"{keyword}: the entry {text!r} has a comma, which stands between entries")
    return text


def given(known, keywords, file_of=None):
    """Pairs of an option's name and text, for the keywords that are not None.

    `known` are the rows that are allowed here; `file_of(keyword, value)` names a file that holds a dictionary as JSON.
    """
    by_keyword = {row["keyword"]: row for row in known}
    out = []
    for keyword, value in keywords.items():
        if keyword not in by_keyword:
            refuse_unknown(keyword, known)
        if value is None:
            continue
        row = by_keyword[keyword]
        if row["name"].startswith("no-"):
            if text_of(value) not in ("true", "false"):
                raise InvalidArgument(f"{keyword} = {value!r}: True or False is needed")
            value = text_of(value) == "false"
        if isinstance(value, dict) and file_of is not None:
            value = file_of(keyword, value)
        if isinstance(value, (list, tuple)):
            entries = [file_of(keyword, v) if isinstance(v, dict) and file_of is not None else v for v in value]
            value = ",".join(_text_of_entry(keyword, entry) for entry in entries)
        out.append((row["name"], text_of(value)))
    return out


def type_of(row):
    """The type of a keyword's value, as a stub writes it."""
    if row["value"] == "":
        return "bool"
    words = row["value"].split("|")
    if all(word == word.lower() for word in words):
        return "Literal[" + ", ".join(f'"{word}"' for word in words) + "]"
    kinds = {"N": "int", "NUMBER": "float", "X": "float", "TIME": "float | str | timedelta", "LABEL": "str | int",
             "FILE": "str | PathLike[str] | dict[str, Any]", "FOLDER": "str | PathLike[str]", "RADIUS": "float",
             "COLUMN": "str", "FRACTION": "float"}
    if words[-1].endswith(",..."):
        return f"str | Sequence[{kinds.get(words[-1].removesuffix(',...'), 'str | dict[str, Any]')}]"
    types = [kinds.get(word, f'Literal["{word}"]' if word == word.lower() else "str") for word in words]
    return " | ".join(dict.fromkeys(" | ".join(types).split(" | ")))


def described(known):
    """The options as text, a paragraph each."""
    lines = []
    group = None
    for row in known:
        if row["group"] != group:
            group = row["group"]
            lines += ["", f"{group}:"]
        lines.append(f"    {row['keyword']}: {type_of(row)}")
        lines.append(f"        {row['help']}")
    return "\n".join(lines).strip("\n")
