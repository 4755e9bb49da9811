"""A measurement in a process of its own, so that it compiles for itself and can be ended."""

import json
import os
import subprocess
import sys


def measured(arguments, seconds, **environment):
    """What `python ARGUMENTS` prints last, as JSON, and None; or None and why: its last line of errors, or the time."""
    try:
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=seconds,
                              env=os.environ | environment)
    except subprocess.TimeoutExpired:
        return None, f"no result within {seconds} s"
    if done.returncode == 0:
        return json.loads(done.stdout.splitlines()[-1]), None
    return None, ([line for line in done.stderr.splitlines() if line.strip()] or [f"exit status {done.returncode}"])[-1]
