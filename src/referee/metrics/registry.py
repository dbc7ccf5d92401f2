"""The registry of metrics, and the decorators whose line under a formula puts it there."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Literal

import numpy as np

from referee import _check
from referee.core.types import Counts
from referee.metrics.metric import AVERAGES, CELLS, Metric, Parts, Rates, Shape, Undefined

REGISTRY: dict[str, Metric] = {}
"""Every metric by its own name."""

_ALIASES: dict[str, str] = {}


def metric(
    title: str,
    *,
    better: Literal["higher", "lower"] | None = "higher",
    range: tuple[float, float] = (0.0, 1.0),
    shape: Shape = "smooth",
    undefined: Undefined | None = None,
    reference: str = "",
    aliases: tuple[str, ...] = (),
    ordinal: bool = False,
    extensive: bool = False,
    rates: Rates | None = None,
) -> Callable[[Callable[..., Any]], Metric]:
    """Register a formula as a metric.

    The formula takes `counts`, of shape `(..., K, K)`, or any of the cells tp, fp, fn, tn of a two-class table:
    the cells it names are the cells it uses. It is called on arrays and must be written so.

    >>> @metric("Share of the errors that are misses", better="lower")
    ... def miss_share(fn, fp):
    ...     return fn / (fn + fp)
    >>> miss_share([1, 1, 1, 0], [1, 0, 0, 1], positive=1)
    0.6666666666666666
    >>> unregister("miss_share")
    """

    def decorate(function: Callable[..., Any]) -> Metric:
        raw, cells = _on_counts(function)
        return register(
            Metric(
                name=function.__name__,
                title=title,
                shape=shape,
                better=better,
                range=range,
                undefined=undefined or Undefined(partial(_not_a_number, raw), "its denominator is 0"),
                reference=reference,
                binary=bool(cells),
                uses=cells or ("all",),
                aliases=aliases,
                ordinal=ordinal,
                extensive=extensive,
                rates=rates,
                raw=raw,
                __doc__=function.__doc__,
            )
        )

    return decorate


def proportion(
    title: str,
    *,
    none: str,
    better: Literal["higher", "lower"] | None = "higher",
    reference: str = "",
    aliases: tuple[str, ...] = (),
    shape: Shape = "proportion",
) -> Callable[[Callable[..., Parts]], Metric]:
    """Register a share of cases: the formula returns (part, whole); `none` says what it means when whole is 0."""

    def decorate(function: Callable[..., Parts]) -> Metric:
        pieces, cells = _on_counts(function)

        def value(counts: Counts) -> Any:
            part, whole = pieces(counts)
            return part / whole

        def empty(counts: Counts) -> Any:
            return pieces(counts)[1] == 0

        return register(
            Metric(
                name=function.__name__,
                title=title,
                shape=shape,
                better=better,
                range=(0.0, 1.0),
                undefined=Undefined(empty, none),
                reference=reference,
                binary=bool(cells),
                uses=cells or ("all",),
                aliases=aliases,
                raw=value,
                pieces=pieces,
                __doc__=function.__doc__,
            )
        )

    return decorate


def when(predicate: Callable[..., Any], sentence: str) -> Undefined:
    """An `Undefined` whose predicate takes `counts` or cells, as a formula does."""
    on_counts, _ = _on_counts(predicate)
    return Undefined(on_counts, sentence)


def register(entry: Metric) -> Metric:
    """Put a metric into the registry; a name or alias can be taken once."""
    for name in (entry.name, *entry.aliases):
        if name in REGISTRY or name in _ALIASES:
            _check.fail("name", "be new in the registry of metrics", name)
    REGISTRY[entry.name] = entry
    _ALIASES.update(dict.fromkeys(entry.aliases, entry.name))
    return entry


def unregister(name: str) -> None:
    """Take a metric of one's own out of the registry.

    >>> mine = metric("Hits")(lambda tp: tp)
    >>> unregister(mine.name)
    >>> mine.name in REGISTRY
    False
    """
    entry = REGISTRY.pop(get(name).name)
    for alias in entry.aliases:
        del _ALIASES[alias]


def get(name: str | Metric) -> Metric:
    """A metric by name or alias, with an average or parameters: "recall", "f1_macro", "fbeta:beta=2".

    >>> get("tpr").name, get("recall_macro").name, get("fbeta:beta=2")(
    ...     [1, 1, 0, 0], [1, 0, 0, 0])
    ('sensitivity', 'sensitivity_macro', 0.5555555555555556)
    """
    if isinstance(name, Metric):
        return name
    if not isinstance(name, str):
        _check.fail("metric", "be the name of a metric", type(name).__name__)
    word, _, settings = name.strip().partition(":")
    word = word.lower().replace("-", "_").replace(" ", "_")
    found = REGISTRY.get(word) or REGISTRY.get(_ALIASES.get(word, ""))
    if found is None:
        base, _, average = word.rpartition("_")
        inner = REGISTRY.get(base) or REGISTRY.get(_ALIASES.get(base, ""))
        if inner is None or average not in AVERAGES:
            _check.fail(
                "metric",
                "be the name of a metric",
                _check.written(name),
                _check.near(word, {*REGISTRY, *_ALIASES}),
            )
        found = getattr(inner, average)
    assert isinstance(found, Metric)
    return found.using(**_settings(settings)) if settings else found


def aliases() -> dict[str, str]:
    """Every alias with the name it stands for.

    >>> aliases()["tpr"]
    'sensitivity'
    """
    return dict(_ALIASES)


def _settings(text: str) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for item in text.split(","):
        key, equals, value = item.partition("=")
        if not equals:
            _check.fail("metric", "give parameters as name=value", _check.written(item))
        try:
            out[key.strip()] = float(value)
        except ValueError:
            out[key.strip()] = value.strip()
    return out


def _on_counts(function: Callable[..., Any]) -> tuple[Callable[..., Any], tuple[str, ...]]:
    """A formula as a function of counts, and the cells that it names (none when it takes the counts)."""
    names = [p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.KEYWORD_ONLY]
    if names == ["counts"]:
        return function, ()
    if not names or not set(names) <= set(CELLS):
        _check.fail("formula", "take `counts` or cells named tp, fp, fn, tn", ", ".join(names) or "nothing")

    @wraps(function)
    def on_counts(counts: Counts, **parameters: Any) -> Any:
        cells = {name: counts[(..., *CELLS[name])] for name in names}
        return function(**cells, **parameters)

    return on_counts, tuple(names)


def _not_a_number(raw: Callable[..., Any], counts: Counts) -> Any:
    with np.errstate(divide="ignore", invalid="ignore"):
        return ~np.isfinite(np.asarray(raw(counts), dtype=float))
