"""A way of choosing a threshold, judged on cases that took no part in the choice."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from referee import _check, _rng
from referee.core import ConfusionMatrix, CrossFit, Ranking, ThresholdChoice
from referee.core.types import Array, Bools, Codes, Column, Label, Rng
from referee.curves._counts import table_at
from referee.data.read import answers_of
from referee.metrics.ranking_metric import lacks_a_class


def crossfit_threshold(
    y_true: Column,
    y_score: Column,
    choose: Callable[[Ranking], ThresholdChoice],
    *,
    folds: int = 2,
    positive: Label | None = None,
    weights: Column = None,
    groups: Column = None,
    rng: Rng = None,
) -> CrossFit:
    """Counts of a thresholded score, each case judged by a threshold chosen on the other parts.

    The cases are dealt at random into `folds` parts, each class evenly, or whole `groups` at a time when they are
    given; `choose` picks a threshold on all parts but one, which is then counted. For example
    `choose=partial(threshold_by_cost, costs={"fp": 1, "fn": 20})`. Undefined when some choice cannot be made. It
    errs a little against the threshold in use, which is chosen on more cases, and it depends on the draw: the seed
    is recorded. Reference: stone1974.

    >>> from referee.curves.threshold import threshold_by_youden
    >>> y, s = [1, 1, 1, 1, 0, 0, 0, 0], [8, 7, 6, 3, 5, 4, 2, 1]
    >>> fit = crossfit_threshold(y, s, threshold_by_youden, rng=1)
    >>> fit.confusion.n, len(fit.thresholds)
    (8, 2)
    """
    cases = answers_of(y_true, y_score=y_score, positive=positive, weights=weights, groups=groups)
    k = _check.whole("folds", folds, least=2)
    why = lacks_a_class(cases.ranking)
    seed = _rng.seed_of(rng)
    if not callable(choose):
        _check.fail("choose", "be a function of a Ranking", _check.show_value(choose))
    part = _parts(cases.is_positive, cases.groups, k, _rng.stream(seed, "crossfit"))
    if part.max() + 1 < k:
        _check.fail("folds", f"be at most {int(part.max()) + 1}, the number of cases or groups", folds)
    thresholds: list[float] = []
    total: ConfusionMatrix | None = None
    rule = ""
    for fold in range(k):
        if why is not None:
            break
        chosen = choose(cases.rows(part != fold).ranking)
        if not isinstance(chosen, ThresholdChoice):
            _check.fail("choose", "return a ThresholdChoice", type(chosen).__name__)
        rule, why = chosen.rule, chosen.undefined and f"without part {fold + 1}, {chosen.undefined}"
        thresholds.append(chosen.threshold)
        held = cases.rows(part == fold).ranking
        if held.n:
            table = table_at(held, chosen.threshold)
            total = table if total is None else total + table
    note = f"each case was judged by a threshold chosen on the other {k - 1} of {k} parts"
    return CrossFit(rule, None if why else total, tuple(thresholds), k, seed, undefined=why, note=note)


def _parts(is_positive: Bools, groups: Array | None, k: int, rng: np.random.Generator) -> Codes:
    """The part of each case: classes dealt evenly one after the other, or whole groups dealt at random."""
    if groups is not None:
        names, member = np.unique(groups.astype(str), return_inverse=True)
        return np.asarray((rng.permutation(len(names)) % k)[member], dtype=np.int64)
    order = rng.permutation(len(is_positive))
    order = order[np.argsort(is_positive[order], kind="stable")]
    part = np.empty(len(order), dtype=np.int64)
    part[order] = np.arange(len(order)) % k
    return part
