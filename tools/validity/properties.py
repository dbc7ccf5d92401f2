"""Properties that hold for every input, on random inputs: how many break them (promise V18).

Labels, predictions, scores with ties and weights are drawn at random, from one case to sixty, with two to four
classes; classes may be absent. Each property is asked of at least 10,000 inputs. For intervals a metric is drawn with
each input; for swapped models one of five tests.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from referee import ConfusionMatrix, Ranking, read
from referee.inference import auc_interval, delong_paired, mcnemar, t_paired, tango, wilcoxon
from referee.inference.label_values import estimate
from referee.inference.sampler import Sampler
from referee.metrics import REGISTRY, average_precision, get
from referee.metrics.label_metric import LabelMetric
from tools.validity.cell import Cell, cell

LEAST = 10_000
CLASSES = ("cat", "dog", "emu", "fox")
PLAIN = tuple(m for m in REGISTRY.values() if isinstance(m, LabelMetric))
WHOLE = ("accuracy", "error_rate", "kappa", "mcc", "f1_macro", "balanced_accuracy")
Property = Callable[[np.random.Generator], bool]


class Records(NamedTuple):
    """Cases of up to four classes, two of them when `two`."""

    truth: Any
    said: Any
    scores: Any
    weights: Any


def draw_records(rng: np.random.Generator, *, classes: int | None = None, least: int = 1) -> Records:
    """Random records: any truth, answers that are right more or less often, scores that tie or not."""
    k, n = classes or int(rng.integers(2, 5)), int(rng.integers(least, 61))
    truth = rng.integers(k, size=n) if rng.random() < 0.8 else (rng.random(n) < 0.1).astype(int)
    said = np.where(rng.random(n) < rng.random(), truth, rng.integers(k, size=n))
    scores = np.round(rng.normal(size=n) + truth, int(rng.choice([0, 1, 9])))
    return Records(truth, said, scores, rng.integers(1, 5, size=n))


def matrix_of(r: Records, names: tuple[str, ...], **options: Any) -> ConfusionMatrix:
    """The confusion matrix of records whose classes bear these names; the second is positive of two."""
    values = np.array(names)
    chosen = {"positive": names[1]} if len(names) == 2 else {}
    return read(values[r.truth], values[r.said], labels=names, **chosen, **options).confusion


def measures(matrix: ConfusionMatrix) -> Any:
    """Every metric that the matrix has."""
    found = PLAIN if len(matrix.labels) == 2 else [get(name) for name in WHOLE]
    with np.errstate(all="ignore"):
        return np.array([math.nan if m.why_undefined(matrix) else m.value_of(matrix) for m in found])


def same(a: Any, b: Any) -> bool:
    """Equal to rounding; undefined equals undefined."""
    return bool(np.allclose(a, b, rtol=1e-9, atol=1e-12, equal_nan=True))


def label_renaming(rng: np.random.Generator) -> bool:
    """Other names for the classes, which also sort otherwise, change no metric."""
    k = int(rng.integers(2, 5))
    r = draw_records(rng, classes=k)
    other = tuple(rng.permutation([f"{c}{i}" for i, c in enumerate("zyxw")])[:k].tolist())
    return same(measures(matrix_of(r, CLASSES[:k])), measures(matrix_of(r, other)))


def record_order(rng: np.random.Generator) -> bool:
    """The order of the records changes no metric and no AUC."""
    r = draw_records(rng, classes=2)
    order = rng.permutation(len(r.truth))
    moved = Records(*(part[order] for part in r))
    one, two = (measures(matrix_of(part, CLASSES[:2])) for part in (r, moved))
    return same(one, two) and same(*(_areas(part) for part in (r, moved)))


def weight_is_repetition(rng: np.random.Generator) -> bool:
    """A whole weight is as many equal records."""
    r = draw_records(rng, classes=2)
    again = Records(*(np.repeat(part, r.weights) for part in r))
    one = matrix_of(r, CLASSES[:2], weights=r.weights, weights_are="counts")
    two = matrix_of(again, CLASSES[:2])
    areas = _areas(r, weights=r.weights, weights_are="counts"), _areas(again)
    return same(measures(one), measures(two)) and same(*areas)


def monotone_scores(rng: np.random.Generator) -> bool:
    """An increasing function of the scores leaves AUC and average precision."""
    r = draw_records(rng, classes=2)
    moved = (np.exp(r.scores), r.scores**3, 5 * r.scores - 7, np.arctan(r.scores))[int(rng.integers(4))]
    return same(_areas(r), _areas(r._replace(scores=moved)))


def mirrored_scores(rng: np.random.Generator) -> bool:
    """AUC(-s) = 1 - AUC(s)."""
    r = draw_records(rng, classes=2)
    return same(_areas(r)[0], 1 - _areas(r._replace(scores=-r.scores))[0])


def swapped_models(rng: np.random.Generator) -> bool:
    """Exchanging the two models turns the sign of the difference and keeps p."""
    r = draw_records(rng, classes=2, least=4)
    n, which = len(r.truth), int(rng.integers(5))
    other = np.where(rng.random(n) < rng.random(), r.said, rng.integers(2, size=n))
    scores = np.round(r.scores + rng.normal(size=n), 1)
    if which == 0 and 0 < r.truth.sum() < n:
        one, two = (delong_paired(r.truth, *pair, positive=1) for pair in _both(r.scores, scores))
    elif which == 1:
        one, two = (wilcoxon(*pair) for pair in _both(r.scores, scores))
    elif which == 2:
        one, two = (t_paired(*pair) for pair in _both(r.scores, scores))
    else:
        pairs = _both((r.said == r.truth).astype(int), (other == r.truth).astype(int))
        tables = [np.bincount(3 - 2 * a - b, minlength=4).reshape(2, 2) for a, b in pairs]
        one, two = (mcnemar(t, method="midp") if which == 3 else tango(t) for t in tables)
    if one.effect is None or two.effect is None:
        return same(one.p_value, two.p_value)
    ends = [
        (e.value, *((e.interval.low, e.interval.high) if e.interval else ())) for e in (one.effect, two.effect)
    ]
    turned = (-ends[1][0], *(-end for end in reversed(ends[1][1:])))
    return same(one.p_value, two.p_value) and same(ends[0], turned)


def interval_holds_the_estimate(rng: np.random.Generator) -> bool:
    """The estimate lies in its interval."""
    found = _estimate(rng, 0.95)
    return found.interval is None or found.interval.low <= found.value <= found.interval.high


def interval_widens(rng: np.random.Generator) -> bool:
    """A higher level gives an interval that holds the lower one."""
    seed = int(rng.integers(2**32))
    low, high = (_estimate(np.random.default_rng(seed), level).interval for level in (0.8, 0.95))
    if low is None or high is None:
        return low is high
    slack = 1e-9 * max(1.0, abs(low.low), abs(low.high) if math.isfinite(low.high) else 1.0)
    return high.low <= low.low + slack and low.high - slack <= high.high


def interval_in_range(rng: np.random.Generator) -> bool:
    """No interval leaves the range of its metric."""
    found = _estimate(rng, 0.99)
    low, high = (0.0, 1.0) if found.name not in REGISTRY else REGISTRY[found.name].range
    return found.interval is None or low <= found.interval.low <= found.interval.high <= high


def matrix_is_records(rng: np.random.Generator) -> bool:
    """Metrics of the matrix are those counted record by record."""
    r = draw_records(rng, classes=2)
    matrix, y, s = matrix_of(r, CLASSES[:2]), r.truth == 1, r.said == 1

    def share(hits: Any, among: Any) -> float:
        return float(hits[among].mean()) if among.any() else math.nan

    with np.errstate(all="ignore"):
        link = float(np.corrcoef(y, s)[0, 1]) if 0 < y.sum() < len(y) and 0 < s.sum() < len(s) else math.nan
    by_hand = {
        "accuracy": float((y == s).mean()),
        "error_rate": float((y != s).mean()),
        "sensitivity": share(s, y),
        "specificity": share(~s, ~y),
        "precision": share(y, s),
        "negative_predictive_value": share(~y, ~s),
        "jaccard": share(y & s, y | s),
        "f1": 2 * float((y & s).sum()) / float(y.sum() + s.sum()) if (y | s).any() else math.nan,
        "mcc": link,
    }
    return all(same(_value(name, matrix), value) for name, value in by_hand.items())


def swapped_classes(rng: np.random.Generator) -> bool:
    """With the other class as positive, recall and specificity, and the predictive values, change places."""
    r = draw_records(rng, classes=2)
    one = matrix_of(r, CLASSES[:2])
    two = matrix_of(Records(1 - r.truth, 1 - r.said, r.scores, r.weights), CLASSES[:2])
    pairs = (("sensitivity", "specificity"), ("precision", "negative_predictive_value"))
    kept = ("accuracy", "mcc", "kappa", "balanced_accuracy", "youden_j")
    exchanged = all(
        same(_value(a, one), _value(b, two)) and same(_value(b, one), _value(a, two)) for a, b in pairs
    )
    return exchanged and all(same(_value(name, one), _value(name, two)) for name in kept)


def merged_sets(rng: np.random.Generator) -> bool:
    """The accuracy of two test sets together is the mean of both by cases, recall that by cases of the class."""
    a, b = draw_records(rng, classes=2), draw_records(rng, classes=2)
    both = matrix_of(Records(*(np.concatenate(parts) for parts in zip(a, b, strict=True))), CLASSES[:2])
    one, two = (matrix_of(part, CLASSES[:2]) for part in (a, b))
    parts = ((name, one.n, two.n) for name in ("accuracy", "error_rate"))
    recall = ("sensitivity", int((a.truth == 1).sum()), int((b.truth == 1).sum()))
    for name, n, m in (*parts, recall):
        means = [weight * _value(name, t) for weight, t in ((n, one), (m, two)) if weight]
        if not same(_value(name, both), sum(means) / (n + m) if n + m else math.nan):
            return False
    return True


PROPERTIES: dict[str, Property] = {
    "label renaming": label_renaming,
    "record order": record_order,
    "weight = repetition": weight_is_repetition,
    "monotone scores, same AUC": monotone_scores,
    "AUC(-s) = 1 - AUC(s)": mirrored_scores,
    "swapped models": swapped_models,
    "interval holds the estimate": interval_holds_the_estimate,
    "interval widens with its level": interval_widens,
    "interval in range": interval_in_range,
    "matrix = records": matrix_is_records,
    "swapped classes": swapped_classes,
    "merged test sets": merged_sets,
}


def violations(name: str, runs: int, seed: int) -> list[int]:
    """The numbers of the inputs that break a property; each has a stream of its own, so that it can be drawn again."""
    place = list(PROPERTIES).index(name)
    return [i for i in range(runs) if not _holds(name, np.random.default_rng([seed, place, i]))]


def _holds(name: str, rng: np.random.Generator) -> bool:
    """Whether a property holds; an error breaks it."""
    try:
        return PROPERTIES[name](rng)
    except Exception as error:
        print(f"{name}: {error!r}", file=sys.stderr, flush=True)
        return False


def cells(runs: int, seed: int) -> list[Cell]:
    """Each property on 10,000 inputs, or as many as there are runs."""
    many = max(runs, LEAST) if runs >= 1000 else runs
    return [
        cell(f"V18 {name}", "violations", len(violations(name, many, seed)), many, 0.0, 0.0) for name in PROPERTIES
    ]


def _value(name: str, matrix: ConfusionMatrix) -> float:
    metric = get(name)
    return math.nan if metric.why_undefined(matrix) else metric.value_of(matrix)


def _areas(r: Records, **options: Any) -> tuple[float, float]:
    """AUC and average precision; undefined without both classes."""
    if not 0 < (r.truth == 1).sum() < len(r.truth):
        return math.nan, math.nan
    ranking = read(r.truth, y_score=r.scores, positive=1, **options).ranking
    return ranking.auc, average_precision.value(ranking)


def _both(a: Any, b: Any) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    return (a, b), (b, a)


def _estimate(rng: np.random.Generator, level: float) -> Any:
    """A random metric of random records with its interval: AUC once in ten, else a label metric."""
    r = draw_records(rng, classes=2)
    if rng.random() < 0.1 and 0 < r.truth.sum() < len(r.truth):
        return auc_interval(Ranking.from_scores(r.truth, r.scores, positive=1), level=level)
    matrix = matrix_of(r, CLASSES[:2])
    metric = PLAIN[int(rng.integers(len(PLAIN)))]
    return estimate(metric, matrix, level=level, sampler=Sampler(matrix, 1))
