"""What a fit ends with, fresh or read from its files."""

import functools
import json
import os
from typing import NamedTuple

import numpy as np

from g2t import _g2t
from g2t.errors import NotTrusted
from g2t.saved import SavedFiles

_TRUSTED = ("converged", "budget_spent")
_COLUMNS = ("mean", "sd", "q5", "q50", "q95", "mcse_mean", "mcse_sd", "ess")


class Warned(NamedTuple):
    """A warning: its kind, a sentence with a remedy, and the numbers and names that it is about."""

    kind: str
    message: str
    numbers: dict
    names: list

    def __str__(self):
        return self.message


class Fit:
    """Draws of a posterior, how good they are, and how they came about.

    status: "converged", "budget_spent", "not_converged", "not_trusted" or "interrupted"; warnings: why.
    posterior: {name: array [N, ...]}, draws on the model's own scale; draws: [N, d], unconstrained.
    mean, sd: of the unconstrained draws, [d]; names: of their coordinates.
    elbo, gap, khat: of q, the Gaussian next to the posterior; NaN where they are not known.
    seconds: that the fit took; recipe: the gradient estimator of the last steps; selections: how it was chosen.
    trace: {column: array}, the course of the fit; details: all that PREFIX.summary.json says.
    """

    _log_likelihood = None

    def __init__(self, files, shapes=None, labels=None, log_likelihood=None):
        self._files = files
        self._shapes = shapes
        self._labels = labels
        self._log_likelihood = log_likelihood
        self._details = json.loads(files.summary)

    def __getstate__(self):
        kept = ("_files", "_shapes", "_labels", "_details")  # without the model's function and what is cached
        return {name: getattr(self, name) for name in kept}

    @property
    def details(self):
        return self._details

    @property
    def status(self):
        return self._details["status"]

    @property
    def verdict(self):
        """The status in a sentence."""
        return self._details["verdict"]

    @property
    def warnings(self):
        return [Warned(entry["kind"], message, entry["numbers"], entry["names"])
                for entry, message in zip(self._details["warnings"], self._files.warnings)]

    @property
    def is_trusted(self):
        """True if the status is "converged", or "budget_spent" (plain coordinates, where no more is known)."""
        return self.status in _TRUSTED

    def raise_if_untrusted(self):
        """Raises NotTrusted, with the verdict and all warnings, unless is_trusted; returns the fit."""
        if not self.is_trusted:
            error = NotTrusted("\n".join([self.verdict, *(warning.message for warning in self.warnings)]))
            error.fit = self
            raise error
        return self

    @property
    def elbo(self):
        return _number(self._details["elbo"])

    @property
    def gap(self):
        """Nats by which q may lie below the best Gaussian of its family."""
        return _number(self._details["gap"])

    @property
    def khat(self):
        """Pareto k of q's importance weights."""
        return _number(self._details["khat"])

    @property
    def seconds(self):
        """By the wall clock; under a table of costs, by that."""
        seconds = self._details["seconds"]
        return _number(seconds["wall"] if seconds["wall"] is not None else seconds["total"])

    @property
    def recipe(self):
        return self._details["recipe"]

    @property
    def selections(self):
        return json.loads(self._files.selections)["selections"]

    @property
    def trace(self):
        lines = [line.split(",", 6) for line in self._files.trace.splitlines()]
        columns = dict(zip(lines[0], zip(*lines[1:]))) if len(lines) > 1 else {name: () for name in lines[0]}
        whole = ("iteration", "gradient_draws")
        return {name: list(cells) if name == "recipe" else np.array(cells, dtype=int if name in whole else float)
                for name, cells in columns.items()}

    @property
    def names(self):
        return [entry["name"] for entry in self._details["parameters"]]

    @property
    def mean(self):
        return _column(self._details["parameters"], "mean")

    @property
    def sd(self):
        return _column(self._details["parameters"], "sd")

    @functools.cached_property
    def draws(self):
        return self._files.draws()

    @property
    def log_density(self):
        """Of the draws on the unconstrained scale, nats, [N]; NaN of draws of q where their densities were not needed."""
        return self._files.log_density()

    @functools.cached_property
    def posterior(self):
        values = self._files.values()
        if self._shapes is not None:
            return _by_shapes(values, self._shapes)
        names = self._files.value_names
        return _by_names(values, names) if self._files.are_arrays else {name: values[:, k] for k, name in enumerate(names)}

    @property
    def chains(self):
        """The chain of each draw, from 0, where chains made them; else None."""
        return np.array(self._files.chains) if len(self._files.chains) else None

    def summary(self):
        """Mean, sd, quantiles, Monte Carlo errors and effective sample size of every value on the model's own scale: a data
        frame by name where pandas is installed, else a dictionary of columns."""
        entries = self._details["constrained"] or self._details["parameters"]
        names = [entry["name"] for entry in entries]
        columns = {key: _column(entries, key) for key in _COLUMNS}
        try:
            import pandas
        except ImportError:
            return {"name": names, **columns}
        return pandas.DataFrame(columns, index=names)

    def predict(self, X=None, *, groups=None, exposure=None, names=None):
        """What the posterior says of new rows, for fits of Logistic, Poisson and Network: mean, sd, q5, q50 and q95 of the
        probability, the rate times exposure, or the response with its noise; a data frame where pandas is installed, else a
        dictionary of arrays, [rows].

        X: as the fit's X was, without the response: a data frame, whose columns are found by name; an array, whose columns are
            the fit's in their order (or names=[...]); a sparse matrix; or a path. Of Poisson: a data frame or a dictionary.
        groups, exposure: of Poisson, as they were given to it.
        """
        from g2t import new_rows

        return new_rows.predict(self, X, groups, exposure, names)

    def to_arviz(self, *, log_likelihood=None, unconstrained=False, coords=None, dims=None, observed_data=None, constant_data=None):
        """The fit for ArviZ: an InferenceData until ArviZ 0.23, an xarray.DataTree from 1.0 on.

        Groups: posterior, with a model's names, dimensions and coordinates; sample_stats with lp, the log density of the
        unconstrained draws, where it is known of all; log_likelihood, observed_data and constant_data where they are known. Draws by chains have these as chains; all others are one chain, and so are chains of unequal length.

        log_likelihood: None: by the model's function, if it has one (those of PyMC and NumPyro, Logistic, Poisson and Network, of
            these up to 50 million numbers; not in a fit that was pickled or loaded); True: however many; False: none; the name of a value, as Stan's "log_lik", moves it there; {"y": "log_lik"} renames it, too.
        unconstrained: True adds the group unconstrained_posterior, the draws [N, d] by their names.
        coords, dims, observed_data, constant_data: dictionaries, besides those of the model.
        """
        from g2t import arviz

        labels = arviz.merged(self._labels, coords, dims, observed_data, constant_data)
        return arviz.to_arviz(self, labels, log_likelihood, unconstrained)

    def save(self, prefix, *, force=False, format="plain"):
        """Writes the files that `g2t fit --output PREFIX` writes, and returns their names; force: over files that exist;
        format: "cmdstan" changes names in PREFIX.csv that cmdstanpy cannot read."""
        return self._files.save([("output", os.fspath(prefix)), ("force", "true" if force else "false"), ("format", format)])

    def _start(self):
        """What another fit's init=... goes on with."""
        return self._files.start()

    def __repr__(self):
        return _g2t.describe_fit(self._files.summary, self._files.warnings, " (fit.summary() has all)").rstrip("\n")

    def _repr_html_(self):
        import pathlib
        import tempfile

        with tempfile.TemporaryDirectory(prefix="g2t-") as folder:
            prefix = pathlib.Path(folder) / (pathlib.Path(self._details["settings"]["model"]).stem or "fit")
            summary = pathlib.Path(self.save(prefix)[-1])
            details = json.loads(summary.read_text(encoding="utf-8"))
            for entry, message in zip(details["warnings"], self._files.warnings):
                entry["message"] = message
            summary.write_text(json.dumps(details), encoding="utf-8")
            return _g2t.report_section(str(prefix))


def load(prefix):
    """A fit from the files that Fit.save() or `g2t fit --output PREFIX` wrote."""
    return Fit(SavedFiles.read(os.fspath(prefix)))


def _number(value):
    return np.nan if value is None else float(value)


def _column(entries, key):
    return np.array([_number(entry[key]) for entry in entries])


def _by_shapes(values, shapes):
    out, begin = {}, 0
    for name, shape in shapes:
        end = begin + int(np.prod(shape))
        out[name] = values[:, begin:end].reshape((len(values), *shape), order="F")
        begin = end
    return out


def _by_names(values, names):
    """Arrays from columns like "theta.2.1", whose indices count from 1; complex numbers and tuples by their parts."""
    columns = {}
    for k, name in enumerate(names):
        parts = name.split(".")
        end = len(parts)
        while end > 1 and parts[end - 1].isdigit():
            end -= 1
        columns.setdefault(".".join(parts[:end]), []).append((tuple(int(part) - 1 for part in parts[end:]), k))
    return {name: _array_of(values, places) for name, places in columns.items()}


def _array_of(values, places):
    shape = tuple(np.max([index for index, _ in places], axis=0) + 1) if places[0][0] else ()
    out = np.full((len(values), *shape), np.nan)
    for index, k in places:
        out[(slice(None), *index)] = values[:, k]
    return out
