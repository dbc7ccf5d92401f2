"""Curves and bands: what they are, then their points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee import _format
from referee.core import AverageRoc, Band, Curve, DecisionCurve
from referee.core.types import Codes, Floats
from referee.views.numbers import name_words, undefined_words
from referee.views.page import Laid, Page, Table, lay_out, note, page_of
from referee.views.pages.estimate import significant
from referee.views.pages.planes import GAP, ROC, plane_of
from referee.views.picture import BACK, Axis, Line, Lines, Picture, pictures_of

MOST = 20
_OWN = {"roc", "precision_recall", "fbeta", "gain", "lift", "cost", "det", "classifier"}
_WORDS = {"auc": "AUC"}


@page_of.register
def curve_page(curve: Curve) -> Page:
    """What the curve is, its numbers, and its table: threshold, counts, then y and x."""
    bits = [_format.plural(len(curve), "point")]
    if curve.positives or curve.negatives:
        bits += [_format.plural(curve.positives, "positive"), _format.plural(curve.negatives, "negative")]
    facts = [f"{_WORDS.get(k, k.replace('_', ' '))} {_format.number(v, 4)}" for k, v in curve.facts.items()]
    own = "" if curve.name in _OWN else f" of {_format.label(curve.name)}"
    return lay_out(
        f"{curve.title or 'Curve'}{own}: {', '.join(bits)}",
        undefined_words(curve.undefined),
        ", ".join(facts),
        _points(curve) if len(curve) else [],
        note(curve.note),
    )


def _points(curve: Curve) -> list[Laid]:
    """The columns of the curve at no more than `MOST` of its points."""
    at = choose_places(len(curve))
    columns: dict[str, list[str]] = {}
    if curve.thresholds is not None:
        columns["threshold"] = [significant(t, 6) for t in curve.thresholds[at].tolist()]
    if curve.tp is not None and curve.fp is not None:
        others = {"TN": curve.negatives - curve.fp, "FN": curve.positives - curve.tp}
        for name, values in {"TP": curve.tp, "FP": curve.fp, **others}.items():
            columns[name] = [_format.count(c) for c in values[at].tolist()]
    for name, values in ((curve.y_name, curve.y), (curve.x_name, curve.x)):
        columns.setdefault(name, [_format.number(v) for v in values[at].tolist()])
    return _table(columns, len(curve), ".rows()")


def choose_places(n: int) -> Codes:
    """At most `MOST` places among n, both ends with them.

    >>> choose_places(3).tolist(), len(choose_places(1000)), choose_places(1000)[-1].item()
    ([0, 1, 2], 20, 999)
    """
    return np.unique(np.round(np.linspace(0, n - 1, min(n, MOST)))).astype(np.int64)


def _table(columns: dict[str, list[str]], n: int, where: str) -> list[Laid]:
    """Columns under their names, and where the others of n points are."""
    table = Table([list(columns), *map(list, zip(*columns.values(), strict=True))], ">" * len(columns))
    return [table, f"{MOST} of {_format.count(n)} points are shown; see {where}" if n > MOST else ""]


def _sample(columns: dict[str, Floats], where: str) -> list[Laid]:
    """Some places of columns of numbers."""
    n = len(next(iter(columns.values())))
    shown = {
        name: [_format.number(v) for v in values[choose_places(n)].tolist()] for name, values in columns.items()
    }
    return _table(shown, n, where)


@page_of.register
def average_page(curve: AverageRoc) -> Page:
    """A curve averaged over classes."""
    title = f"ROC curve, {curve.average} average over classes: {_format.plural(len(curve.fpr), 'point')}"
    if curve.undefined:
        return lay_out(title, undefined_words(curve.undefined))
    points = _sample({"TPR": curve.tpr, "FPR": curve.fpr}, ".fpr and .tpr")
    return lay_out(title, f"AUC {_format.number(curve.auc, 4)}", points)


@page_of.register
def band_page(band: Band) -> Page:
    """A band at some of its places, and what it promises."""
    x, y = _format.label(band.x_name or "x"), _format.label(band.y_name or "y")
    kind = "simultaneous: the whole curve lies inside" if band.simultaneous else "pointwise: each place alone"
    columns = {x: band.x, y: band.value, "low": band.low, "high": band.high}
    points = _sample(columns, ".x, .low and .high")
    return lay_out(
        f"Band of {y} at {_format.plural(len(band), 'place')} of {x}",
        f"{_format.percent(band.level)}, {kind}; {band.method}",
        "undefined at every place" if not len(band) or np.isnan(band.value).all() else points,
    )


@page_of.register
def decision_curve_page(curve: DecisionCurve) -> Page:
    """Where acting on the probabilities is worth more than treating all or none, and the net benefit there."""
    title = f"Decision curve at prevalence {_format.number(curve.prevalence)}: net benefit a case"
    limits = f"{_format.percent(curve.level)} limits at each threshold alone; {curve.method}"
    if curve.undefined:
        return lay_out(title, undefined_words(curve.undefined), limits)
    columns = {"threshold": curve.thresholds, "model": curve.net_benefit, "low": curve.low, "high": curve.high}
    points = _sample({**columns, "treat all": curve.treat_all}, ".net_benefit")
    return lay_out(title, _useful(curve), points, limits)


def _useful(curve: DecisionCurve) -> str:
    """The thresholds where the model beats both trivial rules, as stretches of the grid."""
    good = (curve.net_benefit > curve.treat_all) & (curve.net_benefit > 0)
    if not good.any():
        return "At no threshold worth more than treating all or none"
    edges = np.flatnonzero(np.diff(np.concatenate([[False], good, [False]]).astype(int)))
    t = curve.thresholds
    spans = [
        f"{significant(t[a])} to {significant(t[b - 1])}" for a, b in zip(edges[::2], edges[1::2], strict=True)
    ]
    more = f" and {len(spans) - 5} more stretches" if len(spans) > 5 else ""
    return f"Worth more than treating all or none at thresholds from {', '.join(spans[:5])}{more}"


_FACTS = {
    "roc": ("AUC", "auc"),
    "precision-recall": ("AP", "average_precision"),
    "detection error": ("EER", "equal_error_rate"),
}


@pictures_of.register
def curve_pictures(curve: Curve) -> list[Picture]:
    """The curve in its plane, with the number that sums it up."""
    word, key = _FACTS.get(curve.plane, ("", ""))
    fact = f"{word} {_format.number(curve.facts[key])}" if key in curve.facts else ""
    name = name_words(curve.name)
    if curve.name in _OWN:
        name = (curve.title or _format.words(curve.name)) if len(curve) > 1 else ""
    inside = (curve.x > 0) & (curve.x < 1) & (curve.y > 0) & (curve.y < 1)
    why = curve.undefined
    if not why and curve.plane == "detection error" and not inside.any():
        why = "every point has a rate of 0 or 1, which these axes cannot show"
    line = Line(name, curve.x, curve.y, fact=fact, undefined=undefined_words(why))
    steps = curve.plane == "precision-recall"
    return [replace(plane_of(curve), lines=(replace(line, drawn="steps") if steps else line,))]


@pictures_of.register
def band_pictures(band: Band) -> list[Picture]:
    """The limits; the line between them gives way to a curve in the same picture."""
    kind = "simultaneous" if band.simultaneous else "pointwise"
    level = _format.percent(band.level)
    own = Lines(title="Curve with band", x=Axis(band.x_name or "x"), y=Axis(band.y_name or "y"))
    plane = {"roc": ROC, "roc difference": GAP}.get(band.plane, own)
    none = "undefined: the band has no values" if np.isnan(band.value).all() else ""
    limits = f"{level} band, {kind}"
    lines = (
        Line("", band.x, band.value, band.low, band.high, drawn="nothing", limits_name=limits, undefined=none),
        Line("curve", band.x, band.value, alone=True, undefined=none),
    )
    caption = f"The shade is a {kind} {level} band: {band.method}."
    return [replace(plane, title="Curve with band", name="", lines=lines, caption=caption, about="")]


@pictures_of.register
def average_pictures(curve: AverageRoc) -> list[Picture]:
    """The averaged ROC curve."""
    none = undefined_words(curve.undefined)
    fact = f"AUC {_format.number(curve.auc)}"
    line = Line(f"{curve.average} average", curve.fpr, curve.tpr, fact=fact, undefined=none)
    return [replace(ROC, title="ROC curve over classes", lines=(line,))]


@pictures_of.register
def decision_curve_pictures(curve: DecisionCurve) -> list[Picture]:
    """Net benefit against the two rules that need no model."""
    x = curve.thresholds
    top = float(np.nanmax([0.02, curve.prevalence, *curve.high.tolist()])) * 1.05
    none = undefined_words(curve.undefined)
    span = f"{curve.useful.min():.2f} to {curve.useful.max():.2f}" if len(curve.useful) else "nowhere"
    limits = f"{_format.percent(curve.level)} limits, each threshold alone"
    return [
        Lines(
            title="Net benefit, true alarms per case",
            asks="Is it worth acting on?",
            name="decision",
            plane="decision",
            x=Axis("threshold probability", (0.0, 1.0)),
            y=Axis("net benefit", (-top / 4, top)),
            lines=(
                Line("calling everyone", x, curve.treat_all, colour=BACK, dashed=True, undefined=none),
                Line("calling nobody", x, curve.treat_none, colour=BACK, undefined=none),
                Line("model", x, curve.net_benefit, curve.low, curve.high, limits_name=limits, undefined=none),
            ),
            caption="True positives gained a case, false alarms charged at the odds of the threshold. Above both is "
            "useful.",
            about=f"Decision curve; the model is worth more than both simple rules at thresholds {span}.",
        )
    ]
