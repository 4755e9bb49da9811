"""Rows for predictions, in the form in which a fit had its own."""

import json
import os

import numpy as np

from g2t import _g2t, data
from g2t.errors import InvalidArgument


def predict(fit, X, groups, exposure, names):
    """Fit.predict."""
    encoding = fit.details.get("data")
    if not encoding:
        raise InvalidArgument("predict() is for fits of Logistic, Poisson and Network: a Stan model predicts by its generated "
                              "quantities, all others by functions of fit.posterior")
    table, file = None, ""
    if isinstance(X, (str, os.PathLike)):
        file = os.fspath(X)
    elif encoding["kind"] == "poisson":
        table = ("columns", "X" if X is not None else "groups", _of_groups(encoding, X, groups, exposure))
    elif X is None:
        raise InvalidArgument("predict() needs X, new rows with the columns of the fit's")
    elif encoding["format"] == "libsvm":
        table = _of_features(encoding, X)
    else:
        table = ("columns", "X", _of_inputs(encoding, X, names))
    found = _g2t.predict(json.dumps(encoding), table, file, fit.draws)
    try:
        import pandas
    except ImportError:
        return found
    return pandas.DataFrame(found, index=X.index if data.is_frame(X) else None)


def _of_features(encoding, X):
    if not data.is_sparse(X):
        from scipy import sparse

        X = sparse.csr_matrix(np.asarray(X.to_numpy() if data.is_frame(X) else X))
    if X.shape[1] != encoding["features"]:
        raise InvalidArgument(f"X has {X.shape[1]} columns, but the fit's data had {encoding['features']}")
    return data.sparse_table(X, np.zeros(X.shape[0]), "X")


def _of_inputs(encoding, X, names):
    """Columns by name; those of an array without names are the fit's, in their order."""
    X = X.toarray() if data.is_sparse(X) else X
    columns = encoding["columns"]
    if names is None and not data.is_frame(X):
        names = [column["name"] for column in columns]
        width = np.shape(X)[1] if np.ndim(X) == 2 else 1
        if width != len(names):
            raise InvalidArgument(f"X has {width} columns, but the fit's data had {len(names)}: {', '.join(names)}")
    with_levels = {column["name"] for column in columns if "levels" in column}
    inputs = [pair for pair in data.columns_of(X, "X", names) if pair[0] != encoding["response"]]
    return [(name, (data.cells if name in with_levels else data.column)(values, name)) for name, values in inputs]


def _of_groups(encoding, X, groups, exposure):
    """The grouping columns and the exposure that the fit had, from a data frame or a dictionary, or by themselves."""
    wanted = [column["name"] for column in encoding["columns"]]
    given = groups if X is None else X
    if given is None:
        given = {}
    elif not data.is_frame(given) and not hasattr(given, "keys"):
        many = len(wanted) > 1
        given = dict(zip(wanted, given, strict=True)) if many else dict(zip(wanted, [given], strict=True))
    given = {str(name): given[name] for name in (given.columns if data.is_frame(given) else given)}
    if exposure is not None and encoding["exposure"]:
        given[encoding["exposure"]] = exposure
    table = []
    for name in wanted + [encoding["exposure"]] * bool(encoding["exposure"]):
        if name not in given:
            raise InvalidArgument(f"predict() needs '{name}', which the fit's data had")
        table.append((name, (data.cells if name in wanted else data.column)(given[name], name)))
    if not table:
        raise InvalidArgument("the fit had neither groups nor an exposure: all its rows have the rate exp(mu)")
    return table
