"""Arrays, data frames and dictionaries as the library's own tables and JSON."""

import json
from collections.abc import Mapping

import numpy as np

from g2t.errors import InvalidArgument


def is_frame(value):
    """A pandas DataFrame, or what looks like one."""
    return hasattr(value, "columns") and hasattr(value, "iloc")


def is_sparse(value):
    return hasattr(value, "tocsr")


def name_of(series, otherwise):
    name = getattr(series, "name", None)
    return otherwise if name is None or callable(name) else str(name)


def one_column(values, what):
    array = np.asarray(values)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise InvalidArgument(f"{what} has {array.ndim} dimensions: one is needed, a value a row")
    return array


def cells(values, what):
    """A column as texts. Missing values become empty ones, which the library refuses by row and column."""
    array = one_column(values, what)
    kind = array.dtype.kind
    if kind == "b":
        return ["1" if value else "0" for value in array]
    if kind in "iu":
        return [str(value) for value in array.tolist()]
    return [_cell(value) for value in array.tolist()]


def _cell(value):
    if value is None or value != value or type(value).__name__ == "NAType":
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)
    return str(value)


def column(values, what):
    """A column of numbers as float64, all else as texts."""
    array = one_column(values, what)
    if array.dtype.kind in "biuf":
        return np.ascontiguousarray(array, dtype=np.float64)
    return cells(array, what)


def columns_of(X, what, names=None):
    """Pairs of a name and a column of a two-dimensional array or data frame."""
    if is_frame(X):
        return [(str(name), X.iloc[:, i]) for i, name in enumerate(X.columns)]
    array = np.asarray(X)
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2:
        raise InvalidArgument(f"{what} has {array.ndim} dimensions: two are needed, rows and columns")
    names = [f"x{j + 1}" for j in range(array.shape[1])] if names is None else [str(name) for name in names]
    if len(names) != array.shape[1]:
        raise InvalidArgument(f"{what} has {array.shape[1]} columns, but there are {len(names)} names")
    return [(name, array[:, j]) for j, name in enumerate(names)]


def free_name(wanted, taken):
    while wanted in taken:
        wanted += "_"
    return wanted


def sparse_table(X, y, what):
    """The tuple of a scipy.sparse matrix with its labels."""
    rows = X.tocsr().astype(np.float64)
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    if not np.isfinite(rows.data).all():
        raise InvalidArgument(f"{what} has entries that are not finite")
    labels = column(y, "y")
    if isinstance(labels, list):
        raise InvalidArgument("y has labels that are no numbers: beside a sparse X they must be")
    if len(labels) != rows.shape[0]:
        raise InvalidArgument(f"{what} has {rows.shape[0]} rows, but y has {len(labels)} values")
    if not np.isfinite(labels).all():
        raise InvalidArgument(f"y: row {int(np.argmin(np.isfinite(labels))) + 1}: a label is missing")
    return ("sparse", what, cells(y, "y"), labels, rows.indptr.astype(np.int64), rows.indices.astype(np.int64), rows.data,
            rows.shape[1])


def json_text(data):
    """A Stan program's data as the JSON text that it reads."""
    if not isinstance(data, Mapping):
        raise InvalidArgument(f"data is a {type(data).__name__}: a dictionary of variables or the path of a JSON file is needed")
    return json.dumps({str(name): _json(value, str(name)) for name, value in data.items()})


def _json(value, name):
    if isinstance(value, Mapping):  # a tuple, by its members' numbers
        return {str(key): _json(entry, f"{name}.{key}") for key, entry in value.items()}
    if isinstance(value, (bool, int, float, str)) or value is None:
        return int(value) if isinstance(value, bool) else value
    if isinstance(value, (list, tuple)):
        return [_json(entry, name) for entry in value]
    array = np.asarray(value)
    if array.dtype.kind == "c":
        return np.stack([array.real, array.imag], axis=-1).tolist()
    if array.dtype.kind == "b":
        return array.astype(int).tolist()
    if array.dtype.kind in "iuf":
        return array.tolist()
    if array.dtype.kind == "O" and array.ndim > 0:
        return [_json(entry, name) for entry in array.tolist()]
    raise InvalidArgument(f"data[{name!r}] is of type {array.dtype if array.ndim else type(value).__name__}: numbers are needed")
