"""The built-in models, from arrays, sparse matrices, data frames and files."""

import json
import os
from collections.abc import Mapping

import numpy as np

from g2t import _g2t, data, options
from g2t.errors import InvalidArgument
from g2t.labels import Labels
from g2t.model import Model

_OF_FILES = ("data", "data-format", "header", "zero-based", "features", "response", "groups", "exposure")


class _Regression(Model):
    _kind = ""

    def _load(self, columns, keywords, more):
        """From a path, where all options hold, or from data in memory, where those of files do not."""
        rows = options.model_rows(self._kind)
        if isinstance(columns, (str, os.PathLike)):
            given = options.given(rows, {**keywords, **more})
            self._native = _g2t.load_model(self._kind, given + [("data", os.fspath(columns))], None, None)
            self._log_likelihood = RowDensities(self._native.encoding, None, os.fspath(columns))
            return
        known = [row for row in rows if row["name"] not in _OF_FILES]
        given = options.given(known, keywords) + options.given(rows, more)
        self._native = _g2t.load_model(self._kind, given, columns, None)
        self._log_likelihood = RowDensities(self._native.encoding, columns, "")


class RowDensities:
    """Log densities of the rows that were fitted, by the name of the response."""

    def __init__(self, encoding, columns, file):
        self._encoding, self._columns, self._file = encoding, columns, file
        details = json.loads(encoding)
        self.count = details["rows"]  # of numbers that a draw has
        self._response = details.get("response", "y")

    def __call__(self, draws):
        return {self._response: _g2t.row_log_densities(self._encoding, self._columns, self._file, draws)}


def _labelled(X, y, as_text, keywords, names):
    """The table of inputs with a response, the response's name, and the labels of a result."""
    categorical = keywords.get("categorical") or []
    categorical = categorical.split(",") if isinstance(categorical, str) else [str(name) for name in categorical]
    inputs = data.columns_of(X, "X", names)
    if isinstance(y, str):
        response = y
        if response not in [name for name, _ in inputs]:
            raise InvalidArgument(f"X has no column '{y}'")
        observed = dict(inputs)[response]
        inputs = [(name, column) for name, column in inputs if name != response]
    else:
        response = data.free_name(data.name_of(y, "y"), [name for name, _ in inputs])
        observed = y
    table = [(response, data.cells(observed, "y") if as_text else data.column(observed, "y"))]
    for name, values in inputs:
        table.append((name, data.cells(values, name) if name in categorical else data.column(values, name)))
    return ("columns", "X", table), response, _by_row({response: data.one_column(observed, "y")})


def _by_row(observed, constant=None):
    """Data for results: they share the dimension `row`."""
    observed, constant = ({name: np.array(values) for name, values in arrays.items()} for arrays in (observed, constant or {}))
    return Labels(dims={name: ["row"] for name in [*observed, *constant]}, observed=observed, constant=constant)


class _OfRows(_Regression):
    """Of rows of inputs X with a response y each."""

    _responses = ""  # what y are
    _are_labels = False  # as text, and X may be sparse

    def __init__(self, X, y=None, *, names=None, **keywords):
        if isinstance(X, (str, os.PathLike)):
            self._load(X, keywords, {} if y is None else {"response": y})
            return
        if y is None:
            raise InvalidArgument(f"{type(self).__name__} needs y, {self._responses}")
        if data.is_sparse(X) and self._are_labels:
            self._labels = _by_row({"y": data.one_column(y, "y")})
            self._load(data.sparse_table(X, y, "X"), keywords, {})
            return
        inputs = X.toarray() if data.is_sparse(X) else X
        table, response, self._labels = _labelled(inputs, y, self._are_labels, keywords, names)
        self._load(table, keywords, {"response": response})


class Logistic(_OfRows):
    """Logistic regression with normal priors.

    X: a two-dimensional array, a scipy.sparse matrix, a data frame, or the path of a LIBSVM or CSV file.
    y: the labels, two of them, the larger one positive (or `positive=LABEL`); of a data frame, a column's name will do.
    options: `intercept`, `prior_scale`, `standardize`, `categorical`, ... as the program's.
    """

    _kind, _responses, _are_labels = "logistic", "the labels", True


class Network(_OfRows):
    """Regression by a Bayesian neural network of one hidden layer.

    X, y: as of Logistic, but that y are numbers and X is not sparse.
    options: `hidden_units`, `prior`, `prior_scale`, `standardize`, `categorical`, ... as the program's.
    """

    _kind, _responses = "bnn", "the responses"


class Poisson(_Regression):
    """Poisson regression with effects of groups, whose sds are unknown.

    counts: an array; a data frame with `response`, `groups` and `exposure` by name; or the path of a CSV file.
    groups: a dictionary or data frame of columns of levels, one such column, or a list of them.
    exposure: positive; its logarithm is the offset.
    options: `prior_scale` as the program's.
    """

    _kind = "poisson"

    def __init__(self, counts, groups=None, exposure=None, *, response=None, **keywords):
        if isinstance(counts, (str, os.PathLike)):
            self._load(counts, keywords, {"response": response, "groups": groups, "exposure": exposure})
            return
        if data.is_frame(counts):
            table, more = self._of_frame(counts, groups, exposure, response)
        else:
            if response is not None:
                raise InvalidArgument("response is a column's name of a data frame or a file: here counts are given")
            table, more = self._of_arrays(counts, groups, exposure)
        known = {name: np.asarray(values) for name, values in table}
        self._labels = _by_row({more["response"]: known.pop(more["response"])}, known)
        self._load(("columns", "counts", table), keywords, more)

    def _of_frame(self, frame, groups, exposure, response):
        names = [groups] if isinstance(groups, str) else list(groups or [])
        if response is None:
            raise InvalidArgument("Poisson of a data frame needs response, the name of the column of counts")
        wanted = [response, *names, *([] if exposure is None else [exposure])]
        for name in wanted:
            if name not in frame.columns:
                raise InvalidArgument(f"counts has no column '{name}'")
        table = [(str(name), (data.cells if name in names else data.column)(frame[name], str(name))) for name in wanted]
        return table, {"response": response, "groups": names or None, "exposure": exposure}

    def _of_arrays(self, counts, groups, exposure):
        columns = _columns_of_groups(groups)
        taken = [name for name, _ in columns]
        response = data.free_name(data.name_of(counts, "counts"), taken)
        table = [(response, data.column(counts, "counts"))] + [(name, data.cells(c, name)) for name, c in columns]
        more = {"response": response, "groups": taken or None}
        if exposure is not None:
            more["exposure"] = data.free_name(data.name_of(exposure, "exposure"), [response, *taken])
            table.append((more["exposure"], data.column(exposure, "exposure")))
        return table, more


def _columns_of_groups(groups):
    if groups is None:
        return []
    if isinstance(groups, Mapping):
        return [(str(name), column) for name, column in groups.items()]
    if data.is_frame(groups):
        return data.columns_of(groups, "groups")
    if isinstance(groups, (list, tuple)) and groups and np.ndim(groups[0]) == 1:
        return [(data.name_of(column, f"group{k + 1}"), column) for k, column in enumerate(groups)]
    array = np.asarray(groups)
    if array.ndim == 1:
        return [(data.name_of(groups, "group"), groups)]
    return [(f"group{k + 1}", column) for k, (_, column) in enumerate(data.columns_of(array, "groups"))]
