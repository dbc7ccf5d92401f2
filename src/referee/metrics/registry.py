"""The one registry of metrics, and the decorator whose line above a formula puts it there."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any, TypeVar

from referee import _check
from referee.core import Estimate

# what a file with a formula needs is named X as X, so that it imports from one place
from referee.core.cases import Placements as Placements
from referee.core.cases import Projection as Projection
from referee.core.types import Better
from referee.core.types import Counts as Counts
from referee.core.types import Floats as Floats
from referee.core.types import Values as Values
from referee.metrics.case_metric import EVERY_CLASS as EVERY_CLASS
from referee.metrics.case_metric import CaseMetric
from referee.metrics.label_metric import AVERAGES, LabelMetric, on_counts
from referee.metrics.label_metric import Parts as Parts
from referee.metrics.label_metric import Rates as Rates
from referee.metrics.metric import Metric, Needs, Shape, parameters_of
from referee.metrics.metric import Undefined as Undefined
from referee.metrics.ranking_metric import LACKS_A_CLASS as LACKS_A_CLASS
from referee.metrics.ranking_metric import LACKS_POSITIVES as LACKS_POSITIVES
from referee.metrics.ranking_metric import RankingMetric

REGISTRY: dict[str, Metric] = {}
"""Every metric by its own name."""

_ALIASES: dict[str, str] = {}


def metric(
    title: str,
    *,
    needs: Needs | None = None,
    shape: Shape = "smooth",
    better: Better | None = "higher",
    range: tuple[float, float] = (0.0, 1.0),
    undefined: str | Undefined = "its denominator is 0",
    reference: str = "",
    aliases: tuple[str, ...] = (),
    **facts: Any,
) -> Callable[[Callable[..., Any]], Any]:
    """Register a formula as a metric, under the name of its function. It then works in every verb.

    What the formula takes says what the metric needs; it is called on arrays and must be written so:

    - `counts`, of shape `(..., K, K)`, or any of the cells tp, fp, fn, tn: labels. A rate or a proportion returns
      (part, whole);
    - `positives, negatives`, of shape `(..., G)` at the distinct scores, best first: a ranking;
    - `truth, scores` for a mean (one loss per row), else `truth, scores, weights`: probabilities or class scores, which
      `needs` must then say;
    - `placements` of the cases of each class among the others, for an average of areas: it gives (value, influence of
      each row), and its shape is "influence".

    Parameters are keyword-only; a title may hold them, as "Top-{k} accuracy" does. `undefined` says in words when there
    is no value; a `when(...)` finds it too.

    >>> @metric("Share of the errors that are misses", better="lower")
    ... def miss_share(fn, fp):
    ...     return fn / (fn + fp)
    >>> miss_share([1, 1, 1, 0], [1, 0, 0, 1], positive=1)
    0.6666666666666666
    >>> unregister("miss_share")
    """

    def decorate(function: Callable[..., Any]) -> Metric:
        names = [p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.KEYWORD_ONLY]
        said = undefined if isinstance(undefined, Undefined) else Undefined(undefined)
        common = {
            "name": function.__name__, "title": title, "shape": shape, "better": better, "range": range,
            "reference": reference, "aliases": aliases, "__doc__": function.__doc__, "undefined": said, **facts,
        }  # fmt: skip
        if parameters := parameters_of(function):
            common |= {"title": title.format(**parameters), "titled": title}
        if names == ["positives", "negatives"]:
            return register(RankingMetric(needs=_same(needs, "ranking"), raw=function, **common))
        if names[:2] == ["truth", "scores"] or names == ["placements"]:
            if needs not in ("probabilities", "class scores"):
                _check.fail("needs", "be 'probabilities' or 'class scores' for such a formula", repr(needs))
            return register(CaseMetric(needs=needs, raw=function, **common))
        _same(needs, "labels")
        return register(_label_metric(function, shape, common))

    return decorate


def _label_metric(function: Callable[..., Any], shape: Shape, common: dict[str, Any]) -> LabelMetric:
    """A metric of counts; of a share of cases the formula gives its part and its whole."""
    raw, cells = on_counts(function)
    common |= {"needs": "labels", "binary": bool(cells), "uses": cells or ("all",)}
    if shape not in ("rate", "proportion"):
        return LabelMetric(raw=raw, **common)

    def value(counts: Any) -> Any:
        part, whole = raw(counts)
        return part / whole

    return LabelMetric(raw=value, pieces=raw, **common)


def _same(said: Needs | None, found: Needs) -> Needs:
    if said not in (None, found):
        _check.fail("needs", f"be {found!r} for a formula with these arguments", repr(said))
    return found


def when(predicate: Callable[..., Any], sentence: str) -> Undefined:
    """An `Undefined` whose predicate takes `counts` or cells, as a formula does."""
    return Undefined(sentence, on_counts(predicate)[0])


Made = TypeVar("Made", bound=Metric)


def register(entry: Made) -> Made:
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
    """A metric by any of its names, whatever the case, hyphens and spaces, with an average or parameters.

    Parameters stand behind a colon; a bare value is that of the first one.

    >>> get("tpr").name, get("F1-macro").name, get("fbeta:beta=2")([1, 1, 0, 0], [1, 0, 0, 0])
    ('sensitivity', 'f1_macro', 0.5555555555555556)
    >>> get("sensitivity_at_specificity:0.95").title
    'Sensitivity at specificity 0.95'
    """
    if isinstance(name, Metric):
        return name
    if not isinstance(name, str):
        _check.fail("metric", "be the name of a metric", type(name).__name__)
    word, _, settings = name.strip().partition(":")
    word = word_of(word)
    found = _find(word)
    if found is None:
        rule, names = "be the name of a metric", {*REGISTRY, *_ALIASES}
        _check.fail("metric", rule, _check.show_value(name), _check.near(word, names))
    # the average may also stand behind the parameters: fbeta:2_macro
    base, _, last = settings.rpartition("_")
    if base and last in AVERAGES:
        settings, found = base, getattr(found, last)
    return found.using(**_settings(settings, [*found.defaults])) if settings else found


def word_of(name: str) -> str:
    """A name as it is written in the registry."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def label_metric(name: str | Metric) -> LabelMetric:
    """A metric of predicted classes by name."""
    found = get(name)
    if not isinstance(found, LabelMetric):
        _check.fail("metric", "be one of predicted classes", found.name)
    return found


def directed_metric(name: str | Metric) -> Metric:
    """A metric by name that has a better and a worse end.

    >>> directed_metric("error_rate").sign, directed_metric("auc").name
    (-1.0, 'roc_auc')
    """
    found = get(name)
    if found.better is None:
        _check.fail("metric", "have a better and a worse end", found.name)
    return found


def resolve(name: str) -> str:
    """The name under which a metric is registered, averages and parameters kept; the word itself when there is none."""
    word, colon, settings = name.strip().partition(":")
    found = _find(word_of(word))
    return word_of(word) + colon + settings if found is None else found.name + colon + settings


def refuse_impossible(result: Any) -> None:
    """Refuse a result that was read back with a value outside the range of its metric; unknown metrics pass."""
    rows = [*getattr(result, "measures", ()), *(m for _, own in getattr(result, "by_class", ()) for m in own)]
    rows += [getattr(result, name) for name in ("value_a", "value_b") if hasattr(result, name)]
    for estimate in (row for row in rows if isinstance(row, Estimate)):
        known = _find(word_of(str(estimate.name).partition(":")[0]))
        low, high = (-math.inf, math.inf) if known is None else known.range
        for value in (estimate.value, *(estimate.interval or ())) if estimate.defined else ():
            if not low - 1e-9 <= value <= high + 1e-9:
                _check.fail(estimate.name, f"lie between {low:g} and {high:g}", value)


def aliases() -> dict[str, str]:
    """Every alias with the name it stands for.

    >>> aliases()["tpr"]
    'sensitivity'
    """
    return dict(_ALIASES)


def _find(word: str) -> Metric | None:
    """A metric by its name or alias, or an average of one."""
    known = REGISTRY.get(word) or REGISTRY.get(_ALIASES.get(word, ""))
    if known is not None:
        return known
    base, _, average = word.rpartition("_")
    inner = REGISTRY.get(base) or REGISTRY.get(_ALIASES.get(base, ""))
    if not isinstance(inner, LabelMetric) or average not in AVERAGES:
        return None
    found: Metric = getattr(inner, average)
    return found


def _settings(text: str, known: list[str]) -> dict[str, Any]:
    """Parameters as they are written: name=value with commas between them, the name of the first may be left out."""
    out: dict[str, Any] = {}
    for place, item in enumerate(text.split(",")):
        key, equals, value = item.partition("=")
        if not equals and place == 0 and known:
            key, value = known[0], item
        elif not equals:
            _check.fail("metric", "give parameters as name=value", _check.show_value(item))
        try:
            number = float(value)
            out[key.strip()] = int(number) if number.is_integer() else number
        except ValueError:
            out[key.strip()] = value.strip()
    return out
