"""Pictures of comparisons: differences against the margin, curves side by side, and where one is better."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee import _format
from referee.core.band import Band
from referee.core.comparison import Comparison
from referee.core.curve import Curve
from referee.core.estimate import Estimate
from referee.core.region import Region
from referee.views.report.svg import Chart, Svg
from referee.views.report.words import value_of

ROW = 44
LEFT = 14


def forest(duels: Sequence[Comparison], margin: float | None, name: str = "forest") -> Svg | None:
    """The difference of each pair with its interval, against 0 and the margin."""
    rows = [d for d in duels if d.difference.defined]
    if not rows:
        return None
    ends = [0.0, *(d.difference.value for d in rows), *_limits([d.difference for d in rows])]
    if margin is not None:
        ends += [-1.3 * margin, 1.3 * margin]
    reach = max(ends) - min(ends) or 1.0
    span = (min(ends) - 0.06 * reach, max(ends) + 0.06 * reach)
    height = 62 + ROW * len(rows)
    title = "difference (right of 0 favours the first)"
    chart = Chart(name, span, (0, len(rows)), title, "", width=440, height=height, left=LEFT)
    if margin is not None:
        chart.bar((-margin, margin), (0, len(rows)), "margin")
    chart.line((0, 0), (0, len(rows)), "zero")
    said = []
    for i, duel in enumerate(rows):
        at = len(rows) - i - 0.68
        interval = duel.difference.interval
        pair = f"{_format.label(duel.a, 16)} − {_format.label(duel.b, 16)}"
        chart.words(
            LEFT + 6, chart.py(at + 0.22), f"{pair}: {signed(duel.difference)}, {duel.verdict}", kind="halo"
        )
        if interval is not None and math.isfinite(interval.low) and math.isfinite(interval.high):
            chart.span((interval.low, interval.high), at, "main", 6)
        chart.point(duel.difference.value, at, "first", shape="diamond")
        said.append(f"{pair} {signed(duel.difference)}, {duel.verdict}")
    if margin is not None:
        chart.key("area reference", f"inside the margin of {margin:g}")
    return chart.svg("Difference against the margin", "; ".join(said))


def values(duel: Comparison, name: str = "values") -> Svg | None:
    """The two values with their own intervals."""
    rows = [(duel.a, duel.value_a), (duel.b, duel.value_b)]
    if not all(m.defined for _, m in rows):
        return None
    ends = [*(m.value for _, m in rows), *_limits([m for _, m in rows])]
    reach = max(ends) - min(ends) or 1.0
    span = (min(ends) - 0.08 * reach, max(ends) + 0.08 * reach)
    metric = duel.metric.partition(":")[0].replace("_", " ")
    chart = Chart(name, span, (0, 2), metric, "", width=440, height=62 + 2 * ROW, left=LEFT)
    for i, (label, m) in enumerate(rows):
        at = 1.32 - i
        chart.words(LEFT + 6, chart.py(at + 0.22), f"{_format.label(label, 30)}: {value_of(m)}", kind="halo")
        kind = ("main", "second")[i]
        if m.interval is not None:
            chart.span((m.interval.low, m.interval.high), at, kind, 6)
        chart.point(m.value, at, ("first", "second")[i], shape=("circle", "diamond")[i])
    about = "; ".join(f"{_format.label(label)} {_format.number(m.value)}" for label, m in rows)
    return chart.svg("The two values", about)


def roc_pair(duel: Comparison, name: str = "rocs") -> Svg | None:
    """The ROC curves of both models, when the comparison keeps them."""
    curves = [duel.extras.get(key) for key in ("roc_a", "roc_b")]
    if not all(isinstance(c, Curve) and c.defined for c in curves):
        return None
    chart = Chart(name, (0, 1), (0, 1), "false positive rate", "true positive rate")
    chart.line((0, 1), (0, 1), "reference", "chance")
    kinds = ("main", "second dashed")
    for who, kind in (("a", "main"), ("b", "second")):
        band = duel.extras.get(f"band_{who}")
        if isinstance(band, Band) and np.isfinite(band.low).all():
            chart.area(band.x.tolist(), band.low.tolist(), band.high.tolist(), kind)
    for curve, kind, model in zip(curves, kinds, (duel.a, duel.b), strict=True):
        assert isinstance(curve, Curve)
        chart.line(curve.x, curve.y, kind, _format.label(model, 24))
    return chart.svg("ROC curves", "The ROC curves of both models on the same axes.")


def roc_gap(duel: Comparison, name: str = "gap") -> Svg | None:
    """The true positive rate of one model less that of the other at each false positive rate, with its band."""
    band = duel.extras.get("roc_difference")
    if not isinstance(band, Band) or not np.isfinite(band.low).all():
        return None
    reach = max(0.02, float(np.abs([band.low, band.high]).max())) * 1.08
    chart = Chart(name, (0, 1), (-reach, reach), "false positive rate", "difference of true positive rates")
    chart.area(
        band.x.tolist(), band.low.tolist(), band.high.tolist(), "main", f"{_format.percent(band.level)} limits"
    )
    chart.line((0, 1), (0, 0), "zero")
    chart.line(
        band.x.tolist(), band.value.tolist(), "main", f"{_format.label(duel.a, 16)} − {_format.label(duel.b, 16)}"
    )
    apart = np.flatnonzero((band.low > 0) | (band.high < 0))
    said = "nowhere" if not len(apart) else f"at {len(apart)} of {len(band)} rates"
    return chart.svg("Difference of the ROC curves", f"The pointwise limits leave 0 {said}.")


def region_picture(region: Region, name: str = "region") -> Svg:
    """The advantage of the first model at every mix of prevalence and costs."""
    low, high = float(np.min(region.low)), float(np.max(region.high))
    reach = max(high - low, 1e-9)
    span = (min(0.0, low) - 0.05 * reach, max(0.0, high) + 0.05 * reach)
    chart = Chart(
        name, (0, 1), span, "probability-cost (0: only alarms cost, 1: only misses)", "advantage in cost"
    )
    for start, end, verdict in region.ranges():
        chart.bar((start, end), span, verdict)
    x = region.probability_cost.tolist()
    chart.area(x, region.low.tolist(), region.high.tolist(), "main", f"{_format.percent(region.level)} limits")
    chart.line((0, 1), (0, 0), "zero")
    chart.line(x, region.advantage.tolist(), "main", f"advantage of {_format.label(region.a, 24)}")
    said = "; ".join(f"{verdict} from {start:.2f} to {end:.2f}" for start, end, verdict in region.ranges())
    return chart.svg("Where it is better", said)


def signed(m: Estimate) -> str:
    """A difference with its sign and interval."""
    if not m.defined:
        return f"undefined: {m.undefined}"
    places = 3 if m.interval is None else _format.decimals(m.interval.width)
    text = ("+" if m.value > 0 else "") + _format.number(m.value, places)
    return text if m.interval is None else f"{text} {_format.span(m.interval.low, m.interval.high, places)}"


def _limits(estimates: Sequence[Estimate]) -> list[float]:
    found = [limit for m in estimates if m.interval is not None for limit in m.interval]
    return [limit for limit in found if math.isfinite(limit)]
