"""Ctrl-C, fits in threads of their own, and progress."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
from conftest import gaussian

import g2t


def endless(points):
    """A density whose fit takes its time."""
    time.sleep(0.001)
    return gaussian(points)


def interrupt_after(seconds):
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


@pytest.mark.parametrize("where", ["in the function", "in the engine"])
def test_ctrl_c_ends_a_fit_with_its_result(where):
    if where == "in the function":
        model = g2t.CallableModel(lambda z: endless(z), 3)
    else:
        rng = np.random.default_rng(1)
        X = rng.normal(size=(2000, 20))
        model = g2t.Logistic(X, X[:, 0] > 0)
    timer = interrupt_after(0.3)
    start = time.monotonic()
    fit = g2t.fit(model, coordinates="plain", time_budget=60)
    assert time.monotonic() - start < 20
    timer.join()
    assert fit.status == "interrupted" and not fit.is_trusted
    assert len(fit.draws) > 0 and np.isfinite(fit.draws).all()
    assert fit.details["diagnostics"]["failed_draws"] == 0  # none for being interrupted


def test_ctrl_c_ends_a_compilation():
    """Nobody has compiled this program before."""
    program = f"parameters {{\n  real x;\n}}\nmodel {{\n  x ~ normal(0, {time.time()});\n}}\n"
    timer = interrupt_after(2)
    start = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            g2t.Stan(program)
    except g2t.InputError as error:
        timer.cancel()
        if "install-stan" not in str(error):
            raise
        pytest.skip(f"without Stan's toolchain: {error}")
    assert time.monotonic() - start < 20


def test_other_signal_handlers_raise_what_they_raise():
    class Late(Exception):
        pass

    def raise_late(*_):
        raise Late

    before = signal.signal(signal.SIGALRM, raise_late)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Late):
            g2t.fit(endless, dimension=3, coordinates="plain", time_budget=20)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_two_threads_fit_at_once():
    expected = g2t.fit(gaussian, dimension=3).draws
    results = [None, None]

    def run(k):
        results[k] = g2t.fit(gaussian, dimension=3)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    for fit in results:
        np.testing.assert_array_equal(fit.draws, expected)


def test_other_threads_run_while_the_engine_does():
    X = np.random.default_rng(1).normal(size=(5000, 30))
    model = g2t.Logistic(X, X[:, 0] > 0)
    counts = []

    def count():
        while not done.is_set():
            counts.append(time.monotonic())
            time.sleep(0.005)

    done = threading.Event()
    thread = threading.Thread(target=count)
    thread.start()
    g2t.fit(model, coordinates="plain", time_budget=1)
    done.set()
    thread.join()
    assert max(np.diff(counts)) < 0.5


def test_progress_is_called_from_the_fit():
    seen = []
    g2t.fit(gaussian, dimension=3, progress=lambda progress: seen.append((progress.elapsed_seconds, progress.phase)))
    assert seen and any(phase == "" for _, phase in seen)

    class Stop(Exception):
        pass

    def stop(_):
        raise Stop

    with pytest.raises(Stop):
        g2t.fit(gaussian, dimension=3, progress=stop)
    with pytest.raises(g2t.InvalidArgument, match="progress = 3"):
        g2t.fit(gaussian, dimension=3, progress=3)


def test_a_line_on_a_terminal_and_silence_elsewhere(capfd):
    g2t.fit(gaussian, dimension=3)
    assert capfd.readouterr() == ("", "")
    g2t.fit(gaussian, dimension=3, progress=True)
    assert "ELBO" in capfd.readouterr().err


def test_a_bar_in_a_notebook(monkeypatch):
    shown = []

    class Handle:
        def update(self, html):
            shown.append(html)

    def display(html, display_id):
        shown.append(html)
        return Handle()

    shell = type("Shell", (), {"kernel": True})()
    ipython = type(sys)("IPython")
    ipython.get_ipython = lambda: shell
    ipython.display = type(sys)("IPython.display")
    ipython.display.HTML, ipython.display.display = str, display
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", ipython.display)
    g2t.fit(gaussian, dimension=3, time_budget=5)
    assert "<progress value=" in shown[0] and "ELBO" in shown[0]
    assert shown[-1] == ""


def test_importing_takes_no_time():
    text = textwrap.dedent("""
        import time
        start = time.perf_counter()
        import g2t
        print(time.perf_counter() - start)
        import sys
        assert "numpy" not in sys.modules
        g2t.fit, g2t.load, g2t.solve
        missing = {"pandas", "scipy", "IPython"} & set(sys.modules)
        assert not missing, missing
    """)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 0.1
