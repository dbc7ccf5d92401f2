"""R007 and R008: scores that point the wrong way, or do not rank at all."""

from __future__ import annotations

from referee import _format
from referee.core.estimate import Estimate
from referee.core.finding import Finding
from referee.core.ranking import Ranking


def wrong_direction(auc: Estimate) -> list[Finding]:
    """R007: an AUC clearly below one half, so that higher scores mean less positive.

    >>> from referee.core import Interval
    >>> wrong_direction(Estimate("roc_auc", 0.2, 50, Interval(0.1, 0.4, 0.95, "-")))[0].title
    'Scores point the wrong way'
    """
    if auc.interval is None or auc.interval.high >= 0.5:
        return []
    evidence = f"AUC {_format.number(auc.value)} {_format.span(auc.interval.low, auc.interval.high)}"
    advice = "Check which class the score is for; `ranking.inverted()` turns it, if that is what you mean."
    return [Finding("R007", "serious", "Scores point the wrong way", evidence, advice)]


def tied_scores(ranking: Ranking) -> list[Finding]:
    """R008: all cases have the same score, so nothing is ranked.

    >>> tied_scores(Ranking.from_scores([1, 0], [0.5, 0.5], positive=1))[0].title
    'All scores tie'
    """
    if len(ranking.scores) > 1:
        return []
    evidence = f"{_format.plural(ranking.n, 'case')} with the score {ranking.scores[0]:g}"
    return [Finding("R008", "serious", "All scores tie", evidence, "Pass the model's scores, not its labels.")]
