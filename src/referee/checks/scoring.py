"""Remarks on the scores of an evaluation."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.registry import Remark, Remarks, check
from referee.core import Answers, Estimate, Ranking

MOSTLY = 0.95


@check(
    "R007",
    "Scores point the wrong way",
    about="scores",
    severity="serious",
    errs="At the level of its interval, 2.5% of the time.",
    advice="Check which class the score is for; `ranking.invert()` turns it, if that is what you mean.",
)
def wrong_direction(auc: Estimate) -> Remarks:
    """An AUC clearly below one half, so that higher scores mean less positive.

    >>> from referee.core import Interval
    >>> wrong_direction(Estimate("roc_auc", 0.2, 50, Interval(0.1, 0.4, 0.95, "-")))[0].title
    'Scores point the wrong way'
    """
    if auc.interval is not None and auc.interval.high < 0.5:
        yield Remark(f"AUC {_format.number(auc.value)} {_format.span(auc.interval.low, auc.interval.high)}")


@check(
    "R008", "All scores tie", about="scores", severity="serious", advice="Pass the model's scores, not its labels."
)
def tied_scores(ranking: Ranking) -> Remarks:
    """All cases have the same score, so nothing is ranked.

    >>> tied_scores(Ranking.from_scores([1, 0], [0.5, 0.5], positive=1))[0].title
    'All scores tie'
    """
    if len(ranking.scores) == 1:
        yield Remark(f"{_format.plural(ranking.n, 'case')} with the score {ranking.scores[0]:g}")


@check(
    "R009",
    "The scores contradict the predicted classes",
    about="scores",
    severity="serious",
    errs="Classes cut elsewhere than at the top.",
    advice="Check which class each column of scores is for: name the columns, or pass labels= in their order.",
)
def columns_contradict(answers: Answers) -> Remarks:
    """Of several classes with a column of scores each: does the highest column name the predicted class?

    >>> from referee import read
    >>> scores = [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.1, 0.1, 0.8]]
    >>> columns_contradict(read(list("bca"), list("bca"), scores, labels=list("abc")))[0].title
    'The scores contradict the predicted classes'
    """
    scores, predicted = answers.scores, answers.predicted
    if scores is None or predicted is None or scores.ndim != 2:
        return
    own = scores[np.arange(len(predicted)), predicted]
    apart = float(answers.mass @ (own < scores.max(axis=1)) / answers.mass.sum())
    if apart > 0.5:
        share = _format.percent(round(apart, 3))
        yield Remark(f"in {share} of the cases another class has a higher score than the predicted one")


@check(
    "R010",
    "The scores are probabilities but for a few",
    about="scores",
    errs="5% is a custom, not a law.",
    advice="Mend them for the Brier score, the log loss and calibration, which are left out here.",
)
def nearly_probabilities(answers: Answers) -> Remarks:
    """Nearly all scores lie between 0 and 1, and a few outside keep them all from being read as probabilities.

    >>> from referee import read
    >>> scores = [0.01 * i for i in range(99)] + [1.7]
    >>> nearly_probabilities(read([0, 1] * 50, y_score=scores))[0].evidence
    '1 of 100 lies outside 0 to 1: 1.7 at row 100 (index 99)'
    """
    scores = answers.scores
    if scores is None or answers.is_probability or answers.tops is not None:
        return
    outside = ~((scores >= 0) & (scores <= 1))
    count = int(outside.sum())
    if count and count <= (1 - MOSTLY) * scores.size and np.isfinite(scores).all():
        lies = "lies" if count == 1 else "lie"
        yield Remark(
            f"{count:,} of {_format.count(scores.size)} {lies} outside 0 to 1: {answers.why_not_probability}"
        )
