"""Pictures and tables of learners over many datasets."""

from __future__ import annotations

import math
from html import escape
from typing import Any

from referee import _format
from referee.core.pairwise import Pairwise
from referee.core.rankdiagram import RankDiagram, rank_diagram
from referee.core.scoretable import ScoreTable
from referee.core.standings import Standings
from referee.core.studyresults import StudyResults
from referee.views.report.svg import Svg

WIDTH, SIDE = 520, 152
LINE, BAR, HEAD = 20, 9, 56


def diagram(pairs: Pairwise, name: str) -> Svg:
    """The critical-difference diagram: ranks on an axis, a bar joins learners that the test does not distinguish."""
    layout = rank_diagram(pairs)
    below = HEAD + 12 + BAR * layout.bar_rows
    height = below + LINE * layout.label_rows + 6
    marks = [*_axis(layout), *_bars(layout), *_labels(layout, below)]
    said = "; ".join(f"{m.name} {m.rank:.2f}" for m in sorted(layout.marks, key=lambda m: m.rank))
    joined = "; ".join(", ".join(bar.members) for bar in layout.bars) or "none"
    about = f"Average ranks: {said}. Not distinguished: {joined}."
    return Svg(
        f'<svg id="{name}" class="chart" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-labelledby="{name}-title {name}-about"><title id="{name}-title">Critical-difference diagram</title>'
        f'<desc id="{name}-about">{escape(about)}</desc>{"".join(marks)}</svg>'
    )


def _x(layout: RankDiagram, rank: float) -> float:
    span = max(1, layout.high - layout.low)
    return SIDE + (rank - layout.low) / span * (WIDTH - 2 * SIDE)


def _axis(layout: RankDiagram) -> list[str]:
    """The axis of ranks, and the ruler of the critical difference above it."""
    out = [_line([(_x(layout, layout.low), HEAD), (_x(layout, layout.high), HEAD)], "zero")]
    step = max(1, -(-(layout.high - layout.low) // 8))
    for tick in range(layout.low, layout.high + 1, step):
        x = _x(layout, tick)
        out += [_line([(x, HEAD), (x, HEAD - 5)], "zero"), _text(x, HEAD - 9, str(tick), "middle")]
    reach = layout.critical_difference
    if reach is not None:
        start, end = _x(layout, layout.low), _x(layout, min(layout.low + reach, layout.high))
        out.append(_line([(start, 18), (start, 12), (start, 15), (end, 15), (end, 12), (end, 18)], "zero"))
        more = " (beyond the axis)" if layout.low + reach > layout.high else ""
        out.append(_text(end + 6, 19, f"critical difference {_format.number(reach, 2)}{more}", "start", "soft"))
    return out


def _bars(layout: RankDiagram) -> list[str]:
    out = []
    for bar in layout.bars:
        y = HEAD + 9 + BAR * bar.row
        out.append(_line([(_x(layout, bar.low) - 3, y), (_x(layout, bar.high) + 3, y)], "main bar-line"))
        out += [f'<circle class="joined" cx="{_x(layout, r):.1f}" cy="{y}" r="3.5"/>' for r in bar.ranks]
    return out


def _labels(layout: RankDiagram, below: int) -> list[str]:
    out = []
    for mark in layout.marks:
        left = mark.side == "left"
        x, y = _x(layout, mark.rank), below + LINE * mark.row
        end = SIDE - 8 if left else WIDTH - SIDE + 8
        out.append(_line([(x, HEAD), (x, y), (end, y)], "thin back"))
        control = mark.name == layout.control
        name = f"{_format.label(mark.name, 7)} (control)" if control else _format.label(mark.name, 15)
        rank = _format.number(mark.rank, 2)
        text = f"{name} {rank}" if left else f"{rank} {name}"
        out.append(_text(end - 3 if left else end + 3, y + 4, text, "end" if left else "start"))
    return out


def _line(points: list[tuple[float, float]], kind: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline class="line {kind}" points="{path}"/>'


def _text(x: float, y: float, text: str, anchor: str, kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text{style} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def scores(table: ScoreTable, result: Standings | None = None) -> dict[str, Any]:
    """The scores as cells: the text, whether it is the best of its row or shares that place, and the verdict there."""
    duels = {} if result is None else {(d.extras.get("dataset"), d.a): str(d.verdict) for d in result.per_dataset}
    missing = {(d, name): why for d, name, why in table.missing}
    finite = abs(table.values[table.values == table.values])
    places = 3 if float(finite.max(initial=0)) < 10 else 2
    rows = []
    for dataset, values in zip(table.datasets, table.values.tolist(), strict=True):
        best = table.best(dataset)
        cells = []
        for name, value in zip(table.learners, values, strict=True):
            mark = (
                ("" if name not in best else "best" if len(best) == 1 else "tie")
                if not math.isnan(value)
                else "gap"
            )
            why = _format.label(missing.get((dataset, name), ""), 60) if mark == "gap" else ""
            cells.append((_format.number(value, places), mark, duels.get((dataset, name), ""), why))
        rows.append((_format.label(dataset, 40), cells))
    counts = dict.fromkeys(table.learners, 0.0)
    for dataset in table.datasets:
        best = table.best(dataset)
        for name in best:
            counts[name] += 1 / len(best)
    foot = [f"{counts[name]:.3g}" for name in table.learners]
    reference = result.per_dataset[0].b if result is not None and result.per_dataset else ""
    return {
        "learners": [_format.label(name, 24) for name in table.learners],
        "rows": rows,
        "foot": foot,
        "reference": _format.label(reference, 30) if reference else "",
        "better": table.better,
        "metric": table.metric.partition(":")[0].replace("_", " "),
    }


def failures(study: StudyResults, most: int = 100) -> dict[str, Any] | None:
    """The runs that failed or are not done: dataset, learner, split and why."""
    same: dict[tuple[str, str, str], list[int]] = {}
    for dataset, learner, i, why in study.failures:
        same.setdefault((dataset, learner, why), []).append(i)
    rows = [
        (_format.label(d, 40), _format.label(a, 40), _splits(places), _format.label(why, 200))
        for (d, a, why), places in list(same.items())[:most]
    ]
    rows += [
        (_format.label(d, 40), _format.label(a, 40), "", f"{_format.plural(n, 'run')} not done yet")
        for d, a, n in study.missing[:most]
    ]
    if not rows:
        return None
    return {"rows": rows, "more": max(0, len(same) - most)}


def _splits(places: list[int]) -> str:
    """Which splits, in few words."""
    if len(places) <= 6:
        return ", ".join("all cases" if i < 0 else str(i) for i in places)
    return _format.plural(len(places), "split")
