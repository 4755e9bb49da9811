"""What a model's values and data are called, besides their names: for results that carry labels."""

from typing import Any, NamedTuple


class Labels(NamedTuple):
    """coords: {name of a dimension: its labels}; dims: {name of a value or of data: names of its dimensions}.

    observed, constant: {name: array}, data that the model explains, and data that it takes as given.
    """

    coords: dict[str, Any] = {}
    dims: dict[str, Any] = {}
    observed: dict[str, Any] = {}
    constant: dict[str, Any] = {}
