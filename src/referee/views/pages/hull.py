"""The hull in the ROC plane, its points, and who is best when."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

import numpy as np

from referee import _format
from referee.core import Hull, MixPlan, OperatingPoint, OptimalRange, Region
from referee.views.numbers import name_words, undefined_words
from referee.views.page import Page, Table, lay_out, page_of
from referee.views.pages.estimate import significant
from referee.views.pages.planes import PROBABILITY_COST, ROC
from referee.views.picture import BACK, INK, UNIT, Axis, Line, Lines, Note, Picture, Stretch, pictures_of

MOST = 20


@page_of.register
def hull_page(hull: Hull) -> Page:
    """The vertices with their owners, and who reaches none."""
    title = f"ROC convex hull of {_format.plural(len(hull.names), 'classifier')}: {_list_words(hull.names)}"
    if hull.undefined:
        return lay_out(title, undefined_words(hull.undefined))
    rows = [["FPR", "TPR", "threshold", "slope to the next", "reached by"]]
    slopes = [*hull.slopes.tolist(), math.nan]
    for i, slope in list(enumerate(slopes))[:MOST]:
        point = hull.point(i)
        rates = [_format.number(point.fpr), _format.number(point.tpr)]
        at = "–" if point.threshold is None else significant(point.threshold, 6)
        rows.append([*rates, at, _format.number(slope), _list_words(point.owners)])
    below = [name for name in hull.names if not any(name in owners for owners in hull.owners)]
    return lay_out(
        title,
        _facts(hull),
        Table(rows, ">>>><"),
        f"{MOST} of {_format.count(len(hull))} vertices are shown; see .fpr and .tpr" if len(hull) > MOST else "",
        f"below the hull, so never optimal: {_list_words(below)}" if below else "",
    )


def _facts(hull: Hull) -> str:
    mix = "" if math.isnan(hull.prevalence) else f", prevalence {_format.number(hull.prevalence)}"
    vertices = _format.plural(len(hull), "vertex", "vertices")
    return f"area {_format.number(hull.area, 4)}, {vertices}{mix}"


def _list_words(names: Iterable[str], most: int = 5) -> str:
    items = list(names)
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return ", ".join(_format.label(name) for name in items[:most]) + more


def point_text(point: OperatingPoint) -> str:
    """A point with its owners, threshold and cost."""
    at = "" if point.threshold is None else f" at threshold {significant(point.threshold, 6)}"
    cost = "" if point.cost is None else f", expected cost {significant(point.cost)} a case"
    rates = f"FPR {_format.number(point.fpr)}, TPR {_format.number(point.tpr)}"
    return f"{rates}: {_list_words(point.owners)}{at}{cost}"


@page_of.register
def point_page(point: OperatingPoint) -> Page:
    """A point in one line."""
    return Page(f"Operating point {point_text(point)}")


@page_of.register
def range_page(found: OptimalRange) -> Page:
    """The sentence, with the slopes that it stands for."""
    if math.isnan(found.slope_low):
        return Page(found.sentence)
    slopes = f"{_format.number(found.slope_low)} to {_format.number(found.slope_high)}"
    return Page(f"{found.sentence} (iso-performance slopes {slopes})")


@page_of.register
def mix_page(plan: MixPlan) -> Page:
    """Which share of the cases each of two classifiers answers."""
    shares = [_format.percent(round(share, 4)) for share in (1 - plan.share, plan.share)]
    title = f"Mix that reaches FPR {_format.number(plan.fpr)}, TPR {_format.number(plan.tpr)}, cases drawn by lot"
    points = (plan.first, plan.second)
    return lay_out(title, [f"{s} of the cases: {point_text(p)}" for s, p in zip(shares, points, strict=True)])


@pictures_of.register
def hull_pictures(hull: Hull) -> list[Picture]:
    """The hull in the ROC plane; of several classifiers, who reaches each stretch of vertices."""
    none = undefined_words(hull.undefined)
    area = f"area {_format.number(hull.area)}"
    line = Line("convex hull", hull.fpr, hull.tpr, fact=area, colour=INK, dashed=True, undefined=none)
    notes = []
    inner = list(enumerate(hull.owners))[1:-1] if len(hull.names) > 1 else []
    for owners, group in groupby(inner, key=lambda pair: pair[1]):
        run = [i for i, _ in group]
        i = run[len(run) // 2]
        notes.append(Note(float(hull.fpr[i]), float(hull.tpr[i]), _list_words(owners), alone=True))
    return [replace(ROC, title="Convex hull", name="hull", lines=(line,), notes=tuple(notes), about=_facts(hull))]


@pictures_of.register
def point_pictures(point: OperatingPoint) -> list[Picture]:
    """The point in the ROC plane."""
    line = Line(_list_words(point.owners), np.array([point.fpr]), np.array([point.tpr]))
    return [replace(ROC, title="Operating point", lines=(line,), about=point_text(point))]


@pictures_of.register
def mix_pictures(plan: MixPlan) -> list[Picture]:
    """The two vertices and the point between them."""
    ends = np.array([(p.fpr, p.tpr) for p in (plan.first, plan.second)]).T
    name = f"mix: {_format.number(plan.share, 2)} by the second"
    lines = (
        Line("", ends[0], ends[1], colour=BACK, drawn="linked"),
        Line(name, np.array([plan.fpr]), np.array([plan.tpr])),
    )
    return [replace(ROC, title="Mix of two classifiers", lines=lines)]


@page_of.register
def region_page(region: Region) -> Page:
    """The stretches where one model is better, worse or undecided."""
    a, b = _format.label(region.a), _format.label(region.b)
    title = (
        f"Where {a} beats {b}, by probability-cost x = p c_FN / (p c_FN + (1 - p) c_FP), p the prevalence "
        f"({_format.percent(region.level)} pointwise)"
    )
    stretches = [f"x from {low:.3f} to {high:.3f}: {verdict}" for low, high, verdict in region.ranges()]
    return lay_out(title, stretches, region.method)


@pictures_of.register
def region_pictures(region: Region) -> list[Picture]:
    """The advantage with its limits; stretches where it is shown are shaded and named."""
    a, b = name_words(region.a), name_words(region.b)
    nothing = not len(region.advantage) or bool(np.isnan(region.advantage).all())
    said, undecided = {"better": (f"{a} better", 0), "worse": (f"{b} better", 1)}, ("undecided", BACK)
    ranges = [] if nothing else region.ranges()
    advantage = Line(f"advantage of {a}", region.probability_cost, region.advantage, region.low, region.high)
    limits = f"{_format.percent(region.level)} limits, each place alone"
    none = undefined_words("there is no advantage to draw" if nothing else "")
    return [
        Lines(
            title="Where it is better",
            name="region",
            plane="region",
            x=PROBABILITY_COST,
            y=Axis("advantage in normalised expected cost"),
            lines=(replace(advantage, colour=INK, limits_name=limits, undefined=none),),
            guides=(Line("no difference", UNIT, np.zeros(2)),),
            stretches=tuple(Stretch(low, high, *said.get(word, undecided)) for low, high, word in ranges),
            caption=f"Above 0 {a} is cheaper at that mix of prevalence and costs; the shade says where that is shown.",
            about="; ".join(f"{word} from {low:.2f} to {high:.2f}" for low, high, word in ranges),
        )
    ]
