"""Learners over many datasets as rows: pairs, and dataset by dataset."""

from __future__ import annotations

import math

from referee import _format
from referee.core.match import Match
from referee.core.standings import Standings
from referee.core.verdict import Verdict
from referee.views.picture import Dot, Dots, Marks, Picture, dot

MOST_PAIRS = 30
MOST_DATASETS = 60


def match_pictures(match: Match) -> list[Picture]:
    """The centre of the differences over datasets, with its interval."""
    if not match.difference.defined:
        return []
    row = dot(match.difference, f"{_format.label(match.a, 20)} − {_format.label(match.b, 20)}")
    count = f"Won {match.wins}, tied {match.ties}, lost {match.losses} of {_format.plural(match.n, 'dataset')}."
    return [
        Dots("The difference over datasets", "advantage of the first", (row,), ((0.0, "no difference"),), count)
    ]


def standings_pictures(result: Standings) -> list[Picture]:
    """The leader (or the control) against each, and the differences of the two leaders dataset by dataset."""
    out: list[Picture] = []
    lead = result.control or result.order[0]
    place = {name: i for i, name in enumerate(result.order)}
    theirs = [m if m.a == lead else m.turned() for m in result.matches if lead in (m.a, m.b)]
    shown = sorted((m for m in theirs if m.difference.defined), key=lambda m: place.get(m.b, len(place)))
    rows = [
        dot(
            m.difference,
            f"{_format.label(m.a, 20)} − {_format.label(m.b, 20)}",
            int(m.verdict is Verdict.UNDECIDED),
        )
        for m in shown[:MOST_PAIRS]
    ]
    metric = result.metric.partition(":")[0].replace("_", " ")
    if rows:
        level = f"{'Simultaneous ' if len(result.matches) > 1 else ''}{_format.percent(result.level)} intervals"
        caption = f"{level} of the Hodges-Lehmann centre of the differences over datasets; grey where undecided."
        marks: Marks = ((0.0, "no difference"),)
        if result.margin is not None:
            marks = ((-result.margin, "margin"), *marks, (result.margin, ""))
        title = f"{_format.label(lead, 24)} against each"
        out.append(Dots(title, f"advantage of the first in {metric}", tuple(rows), marks, caption))
    return [*out, *_by_dataset(result, metric)]


def _by_dataset(result: Standings, metric: str) -> list[Picture]:
    if len(result.order) < 2:
        return []
    a, b = result.order[:2]
    gaps = result.table.column(a) - result.table.column(b)
    found = [
        (name, gap) for name, gap in zip(result.table.datasets, gaps.tolist(), strict=True) if not math.isnan(gap)
    ]
    found.sort(key=lambda pair: -pair[1])
    rows = tuple(
        Dot(_format.label(name, 30), gap, min(gap, 0.0), max(gap, 0.0), f"{gap:+.3f}", int(gap <= 0))
        for name, gap in found[:MOST_DATASETS]
    )
    if not rows:
        return []
    title = f"{_format.label(a, 20)} against {_format.label(b, 20)}, dataset by dataset"
    caption = "The two with the best average ranks; the scores as they stand, without intervals."
    return [Dots(title, f"advantage of the first in {metric}", rows, ((0.0, "no difference"),), caption)]
