"""The tally: what was counted of predictions that stay where they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from referee import _check, _format
from referee.core.class_scores import ClassScores
from referee.core.confusion import ConfusionMatrix
from referee.core.joint import JointConfusion
from referee.core.noun import Noun
from referee.core.ranking import Ranking
from referee.core.score_grid import ScoreGrid
from referee.core.types import Label


@dataclass(frozen=True, eq=False)
class Tally(Noun):
    """The counts of a table of predictions: a matrix, a ranking, the joint answers of two models, or several.

    `evaluate` and `compare` take it in place of records. `models` are the columns of predicted classes, `columns` the
    scores of several classes, one table each; `missing` are the missing values of each column, and `dropped` the cases
    left out for them because the user said so.

    >>> t = Tally(200, ("no", "yes"), "yes", confusion=ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72))
    >>> (t + t).n, (t + t).confusion.tp
    (400, 126)
    """

    schema: ClassVar[str] = "tally/1"

    n: int
    labels: tuple[Label, ...]
    positive: Label | None = None
    confusion: ConfusionMatrix | None = None
    ranking: Ranking | None = None
    joint: JointConfusion | None = None
    columns: tuple[ClassScores, ...] = ()
    grid: ScoreGrid | None = None
    models: tuple[str, ...] = ()
    dropped: int = 0
    missing: dict[str, int] = field(default_factory=dict)
    threshold: float | None = None
    name: str = ""
    source: str = ""

    def __repr__(self) -> str:
        return f"<Tally of {_format.plural(self.n, 'case')}: {', '.join(self.parts) or 'nothing'}>"

    @property
    def parts(self) -> tuple[str, ...]:
        """What was counted, by name."""
        return tuple(
            p for p in ("confusion", "ranking", "joint", "columns", "grid") if getattr(self, p) not in (None, ())
        )

    @property
    def left_out(self) -> str:
        """The cases left out for missing values, in words; empty without any."""
        if not self.dropped:
            return ""
        lost = ", ".join(f"{name} {_format.count(count)}" for name, count in self.missing.items())
        return f"{_format.plural(self.dropped, 'case')} left out for missing values ({lost})"

    def __add__(self, other: Tally) -> Tally:
        """Merge with the tally of other cases."""
        if not isinstance(other, Tally):
            return NotImplemented
        if self.parts != other.parts:
            got = f"{', '.join(self.parts)} and {', '.join(other.parts)}"
            _check.fail("tally", "hold the same kinds of counts as the other", got)
        if self.grid is not None:
            _check.fail(
                "tally", "not hold the grid of two scores to be merged", "a grid", "Count all cases together."
            )
        merged = {p: getattr(self, p) + getattr(other, p) for p in self.parts if p != "columns"}
        merged["columns"] = tuple(a + b for a, b in zip(self.columns, other.columns, strict=True))
        labels = self.labels if set(other.labels) <= set(self.labels) else merged["confusion"].labels
        columns = {**self.missing, **other.missing}
        return Tally(
            n=self.n + other.n,
            labels=labels,
            positive=self.positive if self.positive is not None else other.positive,
            models=self.models,
            dropped=self.dropped + other.dropped,
            missing={c: self.missing.get(c, 0) + other.missing.get(c, 0) for c in columns},
            threshold=self.threshold,
            name=self.name,
            source=self.source if self.source == other.source else f"{self.source}, {other.source}",
            **merged,
        )
