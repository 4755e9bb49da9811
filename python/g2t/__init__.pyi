from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self, Unpack

from g2t._options import FitOptions, LogisticOptions, NetworkOptions, PoissonOptions, StanOptions
from g2t.labels import Labels

_Array = NDArray[np.float64]
_Path = str | PathLike[str]
_Status = Literal["converged", "budget_spent", "not_converged", "not_trusted", "interrupted"]

__version__: str

class Error(Exception): ...
class InvalidArgument(Error, ValueError): ...

class InputError(Error, ValueError):
    file: str
    line: int
    column: int
    details: str

class NotTrusted(Error):
    fit: Fit | None

class Progress:
    @property
    def elapsed_seconds(self) -> float: ...
    @property
    def iteration(self) -> int: ...
    @property
    def gradient_draws(self) -> int: ...
    @property
    def elbo(self) -> float: ...
    @property
    def nats_to_go(self) -> float: ...
    @property
    def recipe(self) -> str: ...
    @property
    def step_size(self) -> float: ...
    @property
    def phase(self) -> str: ...
    @property
    def evaluations(self) -> int: ...

class Model:
    @property
    def title(self) -> str: ...
    @property
    def description(self) -> list[str]: ...
    @property
    def dimension(self) -> int: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def value_names(self) -> list[str]: ...
    def value_and_grad(self, points: ArrayLike) -> tuple[_Array, _Array]: ...
    def values(self, points: ArrayLike, seed: int = 1) -> _Array: ...
    def check_gradient(self, point: ArrayLike | None = None) -> str: ...

class Stan(Model):
    def __init__(
        self,
        program: _Path,
        data: Mapping[str, Any] | _Path | None = None,
        *,
        backend: Literal["compiled", "stanli"] | None = None,
        progress: bool | None = None,
        **options: Unpack[StanOptions],
    ) -> None: ...

class Logistic(Model):
    def __init__(
        self, X: Any, y: Any = None, *, names: Sequence[str] | None = None, **options: Unpack[LogisticOptions]
    ) -> None: ...

class Poisson(Model):
    def __init__(
        self, counts: Any, groups: Any = None, exposure: Any = None, *, response: str | None = None,
        **options: Unpack[PoissonOptions],
    ) -> None: ...

class Network(Model):
    def __init__(
        self, X: Any, y: Any = None, *, names: Sequence[str] | None = None, **options: Unpack[NetworkOptions]
    ) -> None: ...

class CompiledFunction(NamedTuple):
    address: int
    user_data: int = 0
    is_thread_safe: bool = False
    owner: object = None

class CallableModel(Model):
    def __init__(
        self,
        value_and_grad: Callable[[Any], Any] | CompiledFunction,
        dimension: int | None,
        *,
        batched: bool = True,
        names: Sequence[str] | None = None,
        hessian_product: Callable[[_Array, _Array], Any] | None = None,
        constrain: Callable[[_Array], Mapping[str, Any]] | None = None,
        unconstrain: Callable[[dict[str, Any]], ArrayLike] | None = None,
        parameters: Iterable[str] | None = None,
        start: ArrayLike | None = None,
        title: str | None = None,
        labels: Labels | None = None,
        log_likelihood: Callable[[_Array], Mapping[str, Any]] | None = None,
    ) -> None: ...

def from_jax(
    log_density: Callable[[Any], Any],
    example: Any,
    *,
    names: Sequence[str] | None = None,
    constrain: Callable[[Any], Any] | None = None,
    title: str | None = None,
) -> CallableModel: ...
def from_numpyro(model: Callable[..., Any], *args: Any, **kwargs: Any) -> CallableModel: ...

def from_pymc(model: Any = None, *, backend: Literal["jax", "numba", "c"] | None = None) -> CallableModel: ...

class Warned(NamedTuple):
    kind: str
    message: str
    numbers: dict[str, float]
    names: list[str]

class Fit:
    @property
    def status(self) -> _Status: ...
    @property
    def verdict(self) -> str: ...
    @property
    def warnings(self) -> list[Warned]: ...
    @property
    def is_trusted(self) -> bool: ...
    def raise_if_untrusted(self) -> Self: ...
    @property
    def posterior(self) -> dict[str, _Array]: ...
    @property
    def draws(self) -> _Array: ...
    @property
    def log_density(self) -> _Array: ...
    @property
    def chains(self) -> NDArray[np.int64] | None: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def mean(self) -> _Array: ...
    @property
    def sd(self) -> _Array: ...
    @property
    def elbo(self) -> float: ...
    @property
    def gap(self) -> float: ...
    @property
    def khat(self) -> float: ...
    @property
    def seconds(self) -> float: ...
    @property
    def recipe(self) -> dict[str, Any]: ...
    @property
    def selections(self) -> list[dict[str, Any]]: ...
    @property
    def trace(self) -> dict[str, Any]: ...
    @property
    def details(self) -> dict[str, Any]: ...
    def summary(self) -> Any: ...
    def predict(
        self, X: Any = None, *, groups: Any = None, exposure: Any = None, names: Sequence[str] | None = None
    ) -> Any: ...
    def to_arviz(
        self,
        *,
        log_likelihood: bool | str | Mapping[str, str] | None = None,
        unconstrained: bool = False,
        coords: Mapping[str, Any] | None = None,
        dims: Mapping[str, str | Sequence[str]] | None = None,
        observed_data: Mapping[str, Any] | None = None,
        constant_data: Mapping[str, Any] | None = None,
    ) -> Any: ...
    def save(self, prefix: _Path, *, force: bool = False, format: Literal["plain", "cmdstan"] = "plain") -> list[str]: ...

def fit(
    model: Model | Callable[[Any], Any],
    *,
    progress: bool | Callable[[Progress], object] | None = None,
    dimension: int | None = None,
    batched: bool = True,
    names: Sequence[str] | None = None,
    **options: Unpack[FitOptions],
) -> Fit: ...
def load(prefix: _Path) -> Fit: ...

class Choice(NamedTuple):
    chosen: list[Any]
    weights: _Array
    squared_norm: float
    seconds: float
    product: float

def solve(
    u: float, r: ArrayLike, Q: ArrayLike, t0: float, t: ArrayLike,
    groups: Iterable[tuple[Iterable[int], float]] | None = None,
) -> Choice: ...
def select_measured(gradients: Mapping[Any, ArrayLike], seconds: Mapping[Any, float]) -> Choice: ...
