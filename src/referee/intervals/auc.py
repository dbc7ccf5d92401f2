"""The area under the ROC curve with its interval: one door to every method."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from referee import _check
from referee.core.answers import Answers
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.ranking import Ranking
from referee.intervals.auc_bootstrap import auc_bootstrap
from referee.intervals.auc_default import auc_default
from referee.intervals.auc_records import LEAST_CLUSTERS, obuchowski, record_bootstrap
from referee.intervals.delong import effective_sizes
from referee.intervals.delong_logit import delong_logit
from referee.intervals.delong_normal import delong_normal
from referee.intervals.hanley_mcneil import hanley_mcneil
from referee.intervals.newcombe_auc import newcombe_auc

FORMULAS: dict[str, Callable[..., Interval]] = {
    "default": auc_default,
    "newcombe": newcombe_auc,
    "delong": delong_normal,
    "delong_logit": delong_logit,
    "hanley_mcneil": hanley_mcneil,
}
"""Methods that need the ranking and a level."""

METHODS = (*FORMULAS, "bootstrap", "bootstrap_bca", "obuchowski")
"""Every method by name."""


def auc_interval(
    data: Ranking | Answers,
    *,
    level: float = 0.95,
    method: str = "default",
    stratified: bool = True,
    replicates: int = 2000,
    rng: Any = None,
) -> Estimate:
    """The area under the ROC curve with an interval.

    `method` is "default" (mid-P at DeLong's effective number of cases), "newcombe", "delong"
    (normal), "delong_logit", "hanley_mcneil", "bootstrap", "bootstrap_bca" or "obuchowski"; each says how it
    errs. Answers with groups get the clustered methods: Obuchowski's for all formulas, the cluster bootstrap
    for "bootstrap". The area is NaN, with the reason, when a class is absent. An interval never leaves [0, 1];
    where a method's own has no width (AUC 0 or 1, all scores tied) Newcombe's stands in and the note says so.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> auc = auc_interval(r)
    >>> auc.value, [round(x, 3) for x in auc.interval]
    (0.8125, [0.29, 0.991])
    >>> auc_interval(Ranking.from_scores([1, 1], [1, 2], positive=1)).undefined
    'there is no negative case'
    """
    level = _check.fraction("level", level)
    _check.choice("method", method, METHODS)
    ranking = data.ranking if isinstance(data, Answers) else _check.made("data", data, Ranking)
    grouped = isinstance(data, Answers) and data.groups is not None
    name, title = "roc_auc", "Area under the ROC curve"
    n = _cases(ranking)
    for word, size in (("positive", ranking.n_positive), ("negative", ranking.n_negative)):
        if not size:
            return Estimate(name, math.nan, n, undefined=f"there is no {word} case", title=title)
    options: dict[str, Any] = {"stratified": stratified, "replicates": replicates, "rng": rng}
    resampled = method.startswith("bootstrap")
    if isinstance(data, Answers) and (grouped or (resampled and ranking.weighted)):
        if resampled and method == "bootstrap_bca":
            _check.fail("method", "be 'bootstrap' for groups or weights", _check.written(method))
        interval = record_bootstrap(data, level=level, **options) if resampled else obuchowski(data, level=level)
    elif method == "obuchowski":
        _check.fail(
            "method", "be another one unless groups are given", repr(method), "Read the answers with groups."
        )
    elif resampled:
        interval = auc_bootstrap(
            ranking, level=level, kind="bca" if method == "bootstrap_bca" else "percentile", **options
        )
    else:
        interval = FORMULAS[method](ranking, level=level)
    notes = _notes(ranking)
    if math.isnan(interval.low) and grouped:
        note = f"no interval: fewer than {LEAST_CLUSTERS} clusters, or a class in one cluster only"
        return Estimate(name, ranking.auc, n, None, None, note, title)
    if math.isnan(interval.low) or not interval.width:
        said = "could not be taken" if math.isnan(interval.low) else "has no width here"
        notes.append(f"the interval by {interval.method} {said}; Newcombe's is given")
        interval = newcombe_auc(ranking, level=level)
    return Estimate(name, ranking.auc, n, interval, None, "; ".join(notes), title)


def _cases(ranking: Ranking) -> float:
    """Number of cases, with weights Kish's."""
    if ranking.positive_squares is None or ranking.negative_squares is None:
        return float(ranking.n)
    squares = ranking.positive_squares.sum() + ranking.negative_squares.sum()
    return float(ranking.n**2 / squares) if squares else 0.0


def _notes(ranking: Ranking) -> list[str]:
    """What must be known of a ranking whatever the method."""
    notes = []
    if len(ranking.scores) == 1:
        notes.append("all scores tie")
    smaller = min(effective_sizes(ranking))
    if smaller <= 10:
        notes.append(f"the smaller class has {smaller:.3g} cases; normal forms are meant for more than 10 in each")
    return notes
