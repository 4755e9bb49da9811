#!/usr/bin/env python3
"""Three tables in Markdown of results.json, a row for each model: errors, seconds, gradients. usage: table.py [results.json]"""

import json
import pathlib
import sys

DOORS = "g2t."


def errors(row):
    """Root mean square errors of means and of sds; statuses that are not "converged" are said."""
    if "failed" in row:
        return "failed"
    if not row["means"] or not row["sds"]:
        return "not finite"
    status = "" if row["status"] in ("", "converged") else f" ({row['status']})"
    return f"{row['means']['rms']:.2f}, {row['sds']['rms']:.2f}{status}"


def seconds(row):
    return "" if "failed" in row else f"{row['first']:.1f}, {row['again']:.1f}"


def gradients(row):
    return "" if row.get("gradients") is None else f"{row['gradients']:,}"


def table(rows, cell):
    methods = list(dict.fromkeys(row["method"] for row in rows))
    cells = {(row["model"], row["method"]): cell(row) for row in rows}
    kept = [method for method in methods if any(cells.get((row["model"], method)) for row in rows)]
    lines = ["| model | " + " | ".join(method.removeprefix(DOORS) for method in kept) + " |", "|---" * (len(kept) + 1) + "|"]
    for model in dict.fromkeys(row["model"] for row in rows):
        lines.append(f"| {model} | " + " | ".join(cells.get((model, method), "") for method in kept) + " |")
    return "\n".join(lines)


def main():
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).with_name("results.json")
    rows = json.loads(path.read_text())["rows"]
    print("\n\n".join(table(rows, cell) for cell in (errors, seconds, gradients)))


if __name__ == "__main__":
    main()
