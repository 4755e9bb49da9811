"""What is shown while a model is compiled and fitted: a line on a terminal, a bar in a notebook, nothing elsewhere."""

import html
import shutil
import sys
import time

from g2t.errors import InvalidArgument

_CLEAR = "\r\033[K"
_PAUSE = 0.1  # seconds between two lines


def in_notebook():
    """True where IPython shows rich output."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None and hasattr(ipython, "get_ipython") else None
    return shell is not None and hasattr(shell, "kernel")


def on_terminal():
    return hasattr(sys.stderr, "isatty") and sys.stderr.isatty()


class Terminal:
    """Writes over its own line on standard error."""

    def show(self, text, share):
        width = shutil.get_terminal_size().columns
        sys.stderr.write(_CLEAR + text[: width - 1])
        sys.stderr.flush()

    def close(self):
        sys.stderr.write(_CLEAR)
        sys.stderr.flush()


class Notebook:
    """A bar that IPython's display updates; it is gone in the end."""

    def __init__(self):
        self._display = None

    def show(self, text, share):
        from IPython.display import HTML, display

        bar = "" if share is None else f'<progress value="{share:.3f}" max="1"></progress> '
        shown = HTML(f"<div>{bar}<code>{html.escape(text.strip())}</code></div>")
        if self._display is None:
            self._display = display(shown, display_id=True)
        else:
            self._display.update(shown)

    def close(self):
        if self._display is not None:
            from IPython.display import HTML

            self._display.update(HTML(""))


def _place_for(progress):
    """Where lines go: progress is None (find out), True (standard error if there is no notebook) or False (nowhere)."""
    if progress is False or (progress is None and not in_notebook() and not on_terminal()):
        return None
    return Notebook() if in_notebook() else Terminal()


class _Lines:
    def __init__(self, place):
        self._place = place
        self._next = 0.0
        self._is_open = False

    def write(self, text, share, always=False):
        now = time.monotonic()
        if self._place is None or (now < self._next and not always):
            return
        self._next = now + _PAUSE
        self._is_open = True
        self._place.show(text, share)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._is_open:
            self._place.close()


class FitLine(_Lines):
    """Of a fit; `share` is that of its time budget."""

    def __init__(self, progress, time_budget):
        self._call = progress if callable(progress) else None
        if progress not in (None, True, False) and self._call is None:
            raise InvalidArgument(f"progress = {progress!r}: True, False or a function is needed")
        super().__init__(None if self._call is not None else _place_for(progress))
        self._time_budget = time_budget

    @property
    def hook(self):
        """What the engine calls; None if nothing is to be shown."""
        return self._call_user if self._call is not None else self._show if self._place is not None else None

    def _call_user(self, progress, text):
        self._call(progress)

    def _show(self, progress, text):
        share = min(1.0, progress.elapsed_seconds / self._time_budget) if self._time_budget else None
        self.write(text, share)


class BuildLine(_Lines):
    """Of a Stan program that is compiled."""

    def __init__(self, progress):
        super().__init__(None if callable(progress) else _place_for(progress))

    def show(self, what, seconds, is_done):
        if not is_done:
            self.write(f"  {seconds:6.1f} s   {what}", None)
