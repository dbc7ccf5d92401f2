"""The area under the ROC curve with its interval: one door to every method."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from referee import _check
from referee.core import Answers, Estimate, Interval, Ranking
from referee.core.types import Rng
from referee.inference._rows import LEAST_CLUSTERS
from referee.inference.auc_bootstrap import Kind, auc_bootstrap, clustered_default, obuchowski, record_bootstrap
from referee.inference.auc_formulas import (
    auc_default,
    delong_logit,
    delong_normal,
    hanley_mcneil,
    newcombe_auc,
)
from referee.inference.delong_variance import absent_class, effective_sizes
from referee.metrics.ranking_metric import effective_n

FORMULAS: dict[str, Callable[..., Interval]] = {
    "auto": auc_default,
    "newcombe": newcombe_auc,
    "delong": delong_normal,
    "delong_logit": delong_logit,
    "hanley_mcneil": hanley_mcneil,
}
"""Methods that need the ranking and a level."""

KINDS: dict[str, Kind] = {"bootstrap": "percentile", "bootstrap_bca": "bca"}
"""Methods that resample, and the limits that they take from the resamples."""

METHODS = (*FORMULAS, *KINDS, "obuchowski")
"""Every method by name."""


def auc_interval(
    data: Ranking | Answers,
    *,
    level: float = 0.95,
    method: str = "auto",
    stratified: bool = True,
    resamples: int = 2000,
    rng: Rng = None,
) -> Estimate:
    """The area under the ROC curve with an interval.

    `method` is "auto" (mid-P at DeLong's effective number of cases), "newcombe", "delong"
    (normal), "delong_logit", "hanley_mcneil", "bootstrap", "bootstrap_bca" or "obuchowski"; each says how it
    errs. Answers with groups get methods for clusters: `clustered_default`, Obuchowski's for formulas by name, and
    the cluster bootstrap for "bootstrap". The area is NaN, with the reason, when a class is absent. An interval never
    leaves [0, 1]; where a method's own has no width (AUC 0 or 1, all scores tied) Newcombe's stands in and the note
    says so.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> auc = auc_interval(r)
    >>> auc.value, [round(x, 3) for x in auc.interval]
    (0.8125, [0.29, 0.991])
    >>> auc_interval(Ranking.from_scores([1, 1], [1, 2], positive=1)).undefined
    'there is no negative case'
    """
    level = _check.fraction("level", level)
    _check.choice("method", method, METHODS)
    ranking = data.ranking if isinstance(data, Answers) else _check.instance("data", data, Ranking)
    grouped = isinstance(data, Answers) and data.groups is not None
    made = partial(Estimate, "roc_auc", n=effective_n(ranking), title="Area under the ROC curve")
    reason = absent_class(ranking)
    if reason:
        return made(math.nan, undefined=reason)
    options: dict[str, Any] = {"level": level, "stratified": stratified, "resamples": resamples, "rng": rng}
    kind = KINDS.get(method)
    if isinstance(data, Answers) and (grouped or (kind and ranking.weighted)):
        if kind == "bca":
            _check.fail("method", "be 'bootstrap' for groups or weights", _check.show_value(method))
        own = clustered_default if method == "auto" else obuchowski
        interval = record_bootstrap(data, **options) if kind else own(data, level=level)
    elif method == "obuchowski":
        _check.fail(
            "method", "be another one unless groups are given", repr(method), "Read the answers with groups."
        )
    else:
        interval = auc_bootstrap(ranking, kind=kind, **options) if kind else FORMULAS[method](ranking, level=level)
    smaller, notes = min(effective_sizes(ranking)), ["all scores tie"] if len(ranking.scores) == 1 else []
    if smaller <= 10:
        notes.append(f"the smaller class has {smaller:.3g} cases; normal forms are meant for more than 10 in each")
    if math.isnan(interval.low) and grouped:
        note = f"no interval: fewer than {LEAST_CLUSTERS} clusters, or a class in one cluster only"
        return made(ranking.auc, note=note)
    if math.isnan(interval.low) or not interval.width:
        said = "could not be taken" if math.isnan(interval.low) else "has no width here"
        notes.append(f"the interval by {interval.method} {said}; Newcombe's is given")
        interval = newcombe_auc(ranking, level=level)
    return made(ranking.auc, interval=interval, note="; ".join(notes))
