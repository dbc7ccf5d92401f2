"""The planes that curves lie in: their axes, what guides the eye there, how to read them; several pictures as one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import Curve
from referee.views.picture import BACK, INK, UNIT, Axis, Dot, Dots, Line, Lines, Note, Stretch

SHARE = (0.0, 1.0)
_TICKS = (0.0001, 0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99)
PROBABILITY_COST = Axis("probability-cost (0: only alarms cost, 1: only misses)", SHARE)
ROC = Lines(
    title="ROC curve",
    name="roc",
    plane="roc",
    asks="Found against false alarms",
    x=Axis("false positive rate", SHARE, percent=True),
    y=Axis("true positive rate (sensitivity)", SHARE, percent=True),
    guides=(Line("guessing", UNIT, UNIT),),
    square=True,
)
GAP = Lines(
    title="Difference of the ROC curves",
    name="gap",
    plane="roc difference",
    asks="The gap between the curves",
    x=Axis("false positive rate", SHARE, percent=True),
    y=Axis("difference of true positive rates", percent=True),
    guides=(Line("no difference", UNIT, np.zeros(2)),),
)
GAIN = Lines(
    title="Gain and lift",
    name="gain",
    plane="gain",
    asks="How soon are they found?",
    x=Axis("share of the cases, highest scores first", SHARE, percent=True),
    y=Axis("share of the positives found", SHARE, percent=True),
    guides=(Line("in random order", UNIT, UNIT),),
    square=True,
    caption="Look at the highest scores first: how soon are the positives found? Height over the diagonal is lift.",
)


def plane_of(curve: Curve) -> Lines:
    """The picture that a curve is drawn into, without the curve."""
    if curve.plane == "roc":
        area = curve.facts.get("auc", math.nan)
        return replace(ROC, about=f"ROC curve from (0, 0) to (1, 1); the area under it is {_format.number(area)}.")
    if curve.plane == "gain":
        return GAIN
    if curve.plane == "precision-recall":
        return _precision_recall(curve)
    if curve.plane == "lift":
        return _lift(curve)
    if curve.plane == "cost":
        return _cost(curve)
    if curve.plane == "detection error":
        return _detection_error(curve)
    return _vc_bound(curve) if curve.plane == "VC bound" else _own(curve)


def _precision_recall(curve: Curve) -> Lines:
    total = curve.positives + curve.negatives
    share = curve.positives / total if total else math.nan
    floor = Line(f"calling everyone: {_format.percent(round(share, 3))}", UNIT, np.full(2, share))
    return Lines(
        title="Precision and recall",
        name="pr",
        plane="precision-recall",
        asks="Found against right alarms",
        x=Axis("recall (sensitivity)", SHARE, percent=True),
        y=Axis("precision", SHARE, percent=True),
        guides=() if math.isnan(share) else (floor,),
        square=True,
        about=f"Precision against recall; guessing has a precision of {_format.number(share)}.",
    )


def _lift(curve: Curve) -> Lines:
    return Lines(
        title="Lift",
        name="lift",
        plane="lift",
        x=GAIN.x,
        y=Axis("lift", (0.0, 1.05 * _top(curve, 1.0))),
        guides=(Line("in random order", UNIT, np.ones(2)),),
        caption="How much denser positives are among the highest scores.",
    )


def _cost(curve: Curve) -> Lines:
    top = max(0.55, 1.1 * _top(curve, 0.0))
    low, high = (curve.facts.get(key, math.nan) for key in ("useful_from", "useful_to"))
    useful = "useful nowhere" if math.isnan(low) else f"useful for a probability-cost of {low:.3g} to {high:.3g}"
    said = f"cheaper than both rules from {low:.2f} to {high:.2f}"
    return Lines(
        title="Cost curve",
        name="cost",
        plane="cost",
        x=PROBABILITY_COST,
        y=Axis("normalised expected cost", (0.0, top)),
        guides=(
            Line("call none positive", np.array([0.0, top]), np.array([0.0, top])),
            Line("call all positive", np.array([1 - top, 1.0]), np.array([top, 0.0])),
        ),
        stretches=() if math.isnan(low) or high - low > 0.98 else (Stretch(low, high, said),),
        caption="Lower is cheaper, for every prevalence and cost ratio at once.",
        about=f"Cost curve; the model is {useful}.",
    )


def _detection_error(curve: Curve) -> Lines:
    """Axes of normal deviates; rates above 95% are not shown, as nobody works there."""
    seen = [float(v) for axis in (curve.x, curve.y) for v in axis if 0 < v < 1]
    low, high = min([0.01, *seen]) / 1.5, min(0.95, max([0.5, *seen]) * 1.02)
    ticks = tuple((t, _format.percent(t)) for t in _TICKS if low <= t <= high)
    ends = np.array([low, high])
    return Lines(
        title="Detection error trade-off",
        name="det",
        plane="detection error",
        x=Axis("false positive rate", (low, high), "normal", ticks),
        y=Axis("false negative rate", (low, high), "normal", ticks),
        guides=(Line("equal errors", ends, ends),),
        square=True,
        caption="Down and to the left is better, on axes of normal deviates.",
    )


def _vc_bound(curve: Curve) -> Lines:
    limit = curve.facts.get("limit", math.nan)
    ends = np.array([curve.x.min(), curve.x.max()]) if len(curve) else UNIT
    return Lines(
        title="VC bound",
        plane="VC bound",
        x=Axis("VC dimension"),
        y=Axis("bound on the error"),
        guides=(Line("an error of 1", ends, np.ones(2)),),
        notes=() if math.isnan(limit) else (Note(limit, 1.0, f"says nothing from {limit:.1f}"),),
    )


def _own(curve: Curve) -> Lines:
    """The axes that a curve names itself, with its best value where it names one."""
    x, y = curve.facts.get("threshold", math.nan), curve.facts.get("best", math.nan)
    best = Note(x, y, f"best {_format.number(y)} at {x:.4g}", alone=True)
    return Lines(
        title=curve.title or _format.words(curve.name),
        x=Axis(curve.x_name or "x"),
        y=Axis(curve.y_name or "y"),
        notes=(best,) if math.isfinite(x) and math.isfinite(y) else (),
    )


def add_cost_line(picture: Lines, slope: float) -> Lines:
    """A picture of the ROC plane with the line of equal cost through the point that costs least at this slope."""
    if not isinstance(slope, int | float) or math.isnan(slope) or slope < 0:
        _check.fail("slope", "be a number of at least 0", slope, "See curves.iso_performance_slope.")
    drawn = [line for line in picture.lines if not line.undefined and line.colour != BACK]
    x, y = (np.concatenate([UNIT, *(getattr(line, side) for line in drawn)]) for side in ("x", "y"))
    steep = math.isinf(slope)
    best = int(np.argmax(np.where(x == x.min(), y, -1) if steep else y - slope * x))
    at = np.full(2, x[best]) if steep else UNIT
    line = Line("", at, UNIT if steep else y[best] + slope * (UNIT - x[best]), colour=BACK)
    point = Line(f"equal cost, slope {_format.number(float(slope), 2)}", x[[best]], y[[best]], colour=INK)
    return replace(picture, lines=(*picture.lines, line, point))


def _top(curve: Curve, least: float) -> float:
    finite = curve.y[np.isfinite(curve.y)]
    return max(least, float(finite.max())) if len(finite) else max(least, 1.0)


def overlaid(parts: Sequence[tuple[str, int, Lines]]) -> Lines:
    """Pictures of one plane as one, each with its name ("" for none) and the number of its colour."""
    shared = len(parts) > 1
    lines: list[Line] = []
    for name, colour, part in parts:
        for line in part.lines:
            if line.colour >= 0:
                own = line.name if not name or line.drawn == "nothing" else name
                again = bool(name) and own in {other.name for other in lines}  # limits of one name: one key
                lines.append(replace(line, name="" if again else own, colour=line.colour + colour))
            elif not line.name or line.name not in {other.name for other in lines if other.colour < 0}:
                lines.append(line)
    if shared and any(line.drawn != "nothing" and not line.alone for line in lines):
        lines = [line for line in lines if not line.alone]
    first = next((part for _, _, part in parts if part.plane), parts[0][2])
    guides = {line.name: line for _, _, part in parts for line in part.guides}
    return replace(
        first,
        x=replace(first.x, limits=_around([part.x.limits for _, _, part in parts if part.plane == first.plane])),
        y=replace(first.y, limits=_around([part.y.limits for _, _, part in parts if part.plane == first.plane])),
        lines=tuple(lines),
        guides=tuple(guides.values()),
        notes=tuple(n for _, _, part in parts for n in part.notes if not (shared and n.alone)),
        stretches=() if shared else first.stretches,
    )


def _around(limits: list[tuple[float, float] | None]) -> tuple[float, float] | None:
    """Limits that hold all of these; none when one is open."""
    known = [pair for pair in limits if pair is not None]
    if len(known) < len(limits):
        return None
    return min(low for low, _ in known), max(high for _, high in known)


def side_by_side(parts: Sequence[tuple[str, int, Dots]]) -> Dots:
    """Rows of several pictures in one, those of the same name together, each with the name of its picture.

    What they are read against, and in which unit, is shown where it is the same for all.
    """
    rows: dict[str, list[Dot]] = {}
    for name, colour, part in parts:
        for row in part.rows:
            shown = replace(row, name=f"{row.name}, {name}", colour=max(row.colour, colour)) if name else row
            rows.setdefault(row.name, []).append(row if row.colour < 0 and not name else shown)
    (_, _, first), *_ = parts
    blanks: dict[str, Any] = {"inside": None, "marks": (), "unit": "", "caption": ""}
    apart = {what: blank for what, blank in blanks.items() if len({getattr(p, what) for _, _, p in parts}) > 1}
    axis = " or ".join(dict.fromkeys(part.axis for _, _, part in parts))
    together = tuple(row for found in rows.values() for row in found)
    whole = _around([part.whole for _, _, part in parts])
    return replace(first, axis=axis, rows=together, whole=whole, title="", says="", sides=None, **apart)
