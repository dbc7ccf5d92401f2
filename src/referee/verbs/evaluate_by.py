"""How good is it on each slice: every measure, and the slices that differ from the rest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check, _format, _rng
from referee.core.confusion import ConfusionMatrix
from referee.core.ranking import Ranking
from referee.core.slices import Slices
from referee.core.tally import Tally
from referee.core.testresult import TestResult, turned
from referee.core.types import Label
from referee.data.census import Progress
from referee.data.counter import Missing, tally_by
from referee.metrics.registry import get
from referee.stattests.adjust import Procedure, adjust
from referee.verbs import duels
from referee.verbs.compare_job import AUC
from referee.verbs.evaluate import evaluate


def evaluate_by(
    source: Any,
    *,
    by: str | Sequence[str],
    truth: str,
    pred: str | None = None,
    score: str | None = None,
    threshold: float | None = None,
    positive: Label | None = None,
    metric: str | None = None,
    procedure: Procedure = "holm",
    level: float = 0.95,
    missing: Missing = "refuse",
    exact: bool = False,
    costs: Any = None,
    prevalence: Any = None,
    name: str = "",
    rng: Any = None,
    progress: Progress | None = None,
    **options: Any,
) -> Slices:
    r"""Evaluate the predictions of a table on each slice of the columns `by`, counted in one pass.

    Each slice is tested against the rest by `metric` (accuracy where classes are predicted, else the area under the
    ROC curve): Miettinen-Nurminen's score test or DeLong's, with intervals at a Bonferroni level and p-values adjusted
    by `procedure`. The slices are taken as independent of each other and of the model; slices that someone chose
    after looking at the results are not covered. The rest as for `evaluate`.

    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "p.csv"
    >>> rows = ["1,1,eu"] * 90 + ["1,0,eu"] * 10 + ["1,1,us"] * 60 + ["1,0,us"] * 40
    >>> _ = file.write_text("y,yhat,region\n" + "\n".join(rows))
    >>> found = evaluate_by(file, by="region", truth="y", pred="yhat", rng=0)
    >>> found["us"]["accuracy"].value, found.different
    (0.6, (('eu',), ('us',)))
    """
    level = _check.fraction("level", level)
    seed = _rng.seed_of(rng)
    columns = _check.names("by", by)
    counted = tally_by(
        source,
        by=columns,
        truth=truth,
        pred=pred,
        score=score,
        threshold=threshold,
        positive=positive,
        missing=missing,
        exact=exact,
        progress=progress,
        name=name,
        **options,
    )
    whole = counted.pop(())
    lead = metric if metric is not None else "roc_auc" if whole.confusion is None else "accuracy"
    asked: dict[str, Any] = {"level": level, "rng": seed, "costs": costs, "prevalence": prevalence}
    evaluations = [replace(evaluate(part, **asked), parts={}) for part in counted.values()]
    simultaneous = 1 - (1 - level) / len(counted)
    tests = [_against_rest(part, whole, lead, simultaneous, seed) for part in counted.values()]
    ps = [1.0 if math.isnan(test.p_value) else test.p_value for test in tests]
    words = f"{_format.plural(len(ps), 'slice')} against the rest by {lead}"
    family = adjust(ps, procedure=procedure, family=words)
    return Slices(
        by=columns,
        whole=evaluate(whole, **asked),
        keys=tuple(counted),
        evaluations=tuple(evaluations),
        metric=lead,
        tests=tuple(tests),
        adjusted=tuple(family.adjusted),
        procedure=procedure,
        level=level,
    )


def _against_rest(part: Tally, whole: Tally, metric: str, level: float, seed: int) -> TestResult:
    """The test of one slice against all other cases."""
    if part.n == whole.n:
        return TestResult("none", "the slice is like the rest", math.nan, inapplicable="there is no other case")
    ask = duels.Ask(level, "two-sided", seed)
    if metric.lower() in AUC:
        if part.ranking is None or whole.ranking is None:
            _check.fail("metric", "be a measure of predicted classes without a score", metric)
        return duels.independent_rankings(part.ranking, _less_ranking(whole.ranking, part.ranking), ask).test
    if part.confusion is None or whole.confusion is None:
        _check.fail("metric", "be 'roc_auc' when no class is predicted", metric)
    rest = ConfusionMatrix(
        whole.confusion.counts - part.confusion.counts, whole.confusion.labels, whole.confusion.positive
    )
    test = duels.independent_labels(part.confusion, rest, get(metric), ask).test
    return turned(test) if get(metric).better == "lower" else test  # slice minus rest, whatever is better


def _less_ranking(whole: Ranking, part: Ranking) -> Ranking:
    """The ranking of the cases that are not in a part counted on the same bins."""
    place = np.searchsorted(-whole.scores, -part.scores)
    counts = [np.array(whole.positives), np.array(whole.negatives)]
    counts[0][place] -= part.positives
    counts[1][place] -= part.negatives
    return Ranking(whole.scores, counts[0], counts[1], whole.positive, tops=whole.tops)
