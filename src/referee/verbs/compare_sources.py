"""Comparing models whose answers stay where they are: columns of one table, two tables of one engine, two test sets."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from referee import _check
from referee.core.comparison import Comparison, Comparisons
from referee.core.tally import Tally
from referee.core.types import Label
from referee.data.counter import Missing, tally
from referee.data.joined import tally_pair
from referee.stattests.adjust import Procedure
from referee.verbs import duels
from referee.verbs.compare_job import Job, family_of


@dataclass(frozen=True)
class Where:
    """What the columns are called, and how the tables are reached (the options of `tally`)."""

    truth: str
    pred: Any = None
    score: Any = None
    on: str | None = None
    names: tuple[str, str] | None = None
    positive: Label | None = None
    missing: Missing = "refuse"
    exact: bool = False
    reach: dict[str, Any] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the models in one table."""
        given = self.pred if self.score is None else self.score
        return (given,) if isinstance(given, str) else tuple(given or ())

    @property
    def counting(self) -> dict[str, Any]:
        """The options that every counting takes."""
        return {"truth": self.truth, "positive": self.positive, "missing": self.missing, **self.reach}


def compare_sources(
    a: Any, b: Any, job: Job, where: Where, *, baseline: str | None = None, adjust: Procedure = "holm"
) -> Comparison | Comparisons:
    """Two models or several by counts: those of one table (`b` is None), or one column of two tables."""
    if (where.pred is None) == (where.score is None):
        _check.fail(
            "pred", "name the columns of the models, or `score`", "neither" if where.pred is None else "both"
        )
    if job.by_scores and not job.by_area:
        hint = "Read the columns and pass Predictions."
        _check.fail("metric", "be 'roc_auc' for scores that are counted where they are", repr(job.title), hint)
    if job.by_scores != (where.score is not None):
        rule = "be 'roc_auc' for scores" if where.score is not None else "be one of predicted classes"
        _check.fail("metric", rule, repr(job.title))
    if len(where.columns) == 1:
        return _two_tables(a, b, job, where)
    if b is not None:
        _check.fail("b", "not be given with several columns of one table", type(b).__name__)
    for arg, value in (("on", where.on), ("independent", job.independent or None)):
        if value is not None:
            _check.fail(arg, "be given with two tables", _check.written(value))
    if len(where.columns) == 2 and baseline is None:
        return counted_duel(tally_models(a, where, where.columns), job, job.level)
    made: dict[tuple[str, str], Tally] = {}

    def duel(one: str, two: str, level: float) -> Comparison:
        pair = made.setdefault((one, two), tally_models(a, where, (one, two)))
        return counted_duel(pair, job, level)

    family = family_of(where.columns, job, baseline, adjust, duel)
    return family.duels[0] if len(where.columns) == 2 else family


def tally_models(source: Any, where: Where, columns: tuple[str, ...]) -> Tally:
    """The joint counts of two columns of one table: of answers, or of scores on a grid."""
    said: dict[str, Any] = {"pred" if where.score is None else "score": columns}
    return tally(source, **said, exact=where.exact, **where.counting)


def tally_tables(a: Any, b: Any, where: Where) -> Tally:
    """The joint counts of one column of two tables, joined by a column of ids."""
    if where.on is None:
        hint = "Or say independent=True when they are different test sets."
        _check.fail("on", "name the column that tells which case a row is, in both tables", "None", hint)
    said: dict[str, Any] = {"pred": where.pred} if where.score is None else {"score": where.score}
    names = where.names or ("A", "B")
    return tally_pair(a, b, on=where.on, names=names, exact=where.exact, **said, **where.counting)


def counted_duel(pair: Tally, job: Job, level: float, by: str = "row") -> Comparison:
    """Two models whose joint answers, or scores, were counted."""
    names = pair.models or ("A", "B")
    if pair.grid is not None and job.by_area:
        alone = [
            Tally(pair.n, pair.labels, pair.positive, ranking=ranking) for ranking in (pair.grid.a, pair.grid.b)
        ]
        made = job.duel(alone[0], alone[1], names[0], names[1], level, duels.CountedScores(pair.grid, by))
        return told(made, pair)
    if pair.joint is None:
        _check.fail("metric", "be 'roc_auc' for a tally of two scores", job.title)
    if job.metric is None:
        hint = "Count their scores: score=[a, b]."
        _check.fail("metric", "be one of predicted classes for a tally of two models", job.title, hint)
    joint = duels.CountedPair(pair.joint, by)
    return told(job.duel(pair.joint.a, pair.joint.b, names[0], names[1], level, joint), pair)


def told(duel: Comparison, *tallies: Tally) -> Comparison:
    """The comparison with what counting left out in its provenance."""
    lost = "; ".join(dict.fromkeys(t.left_out for t in tallies if t.dropped))
    return replace(duel, provenance=f"{duel.provenance}; {lost}") if lost else duel


def _two_tables(a: Any, b: Any, job: Job, where: Where) -> Comparison:
    """The same column of two tables: joined by a column of ids, or different test sets."""
    names = where.names or ("A", "B")
    if not job.independent:
        return counted_duel(tally_tables(a, b, where), job, job.level, "case id")
    if where.on is not None:
        _check.fail("on", "not be given with independent=True", repr(where.on))
    reach = where.reach
    sides = [{k: v[i] if isinstance(v, tuple | list) else v for k, v in reach.items()} for i in (0, 1)]
    given: dict[str, Any] = {"truth": where.truth, "positive": where.positive, "missing": where.missing}
    given |= {"pred": where.pred, "score": where.score, "exact": where.exact}
    if b is None and not any(isinstance(v, tuple | list) for v in reach.values()):
        _check.fail("b", "be given: two tables are compared", "one table")
    one, two = (tally(s, **given, **side) for s, side in zip((a, a if b is None else b), sides, strict=True))
    return told(job.duel(one, two, names[0], names[1], job.level), one, two)
