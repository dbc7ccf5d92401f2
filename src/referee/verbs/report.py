"""One page that a person reads."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from referee import _check
from referee.core import Evaluation, Hull, Noun, Ranking, Review, StudyResults
from referee.core.comparison import Comparison, Region
from referee.core.curve import Band, Curve
from referee.core.hull import ThresholdChoice, ThresholdTable
from referee.core.types import Label
from referee.core.whole_file import write_whole
from referee.errors import InputError
from referee.views.page import Page

RESAMPLES = 400
"""Of the bands of a picture."""
SHOWN = ("sensitivity", "specificity", "precision", "negative_predictive_value", "accuracy", "f1")
"""The measures that follow the threshold."""
NO_INTERVALS = "values only, because cases are {}"


def report(
    value: Noun | Page | Sequence[Noun],
    path: str | Path,
    *,
    region: Region | None = None,
    on: str = "",
    command: str = "",
    date: str = "",
) -> Path:
    """Write any result, or several in a list, as one self-contained HTML page, and say where it is.

    The page leads with the verdict, then pictures, tables, findings and how it was done; it needs no network. Several
    results are sections of one page: `report([skill, curve, chance], "learner.html")`. An evaluation with
    scores has a threshold explorer, whose numbers are computed here, one row per threshold. A comparison of two
    classes on the same cases shows where it is better; otherwise it shows the `region` that `where_better` found, when
    that is given. `on` says in the title what the cases are ("Pima diabetes"), `date` when the page was written (today
    when not said); `command` is shown as what makes the page again, without one the call that made the value. Needs the
    extra `report` (jinja2).

    >>> import tempfile
    >>> from referee.verbs.evaluate import evaluate
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     page = report(evaluate([1, 1, 0, 0], [1, 0, 0, 0], rng=0), Path(folder) / "page.html")
    ...     page.read_text()[:15]
    '<!doctype html>'
    """
    from referee.views.report import render
    from referee.views.report.page import Occasion

    values = _values(value)
    value = values[0] if len(values) == 1 else values
    if region is not None:
        if not isinstance(value, Comparison) or not isinstance(region, Region):
            _check.fail("region", "be what where_better returns, with a Comparison", type(region).__name__)
        value = replace(value, region=region)
    if isinstance(value, Comparison):
        value = replace(value, region=value.region or _where(value), bands=_bands(value))
    table = explorer_table(value) if isinstance(value, Evaluation) else None
    text = render(value, table=table, occasion=Occasion(on, date or _today(), command))
    return write_whole(path, text)


def _today() -> str:
    """The date as people write it; SOURCE_DATE_EPOCH stands for now where pages must be the same again."""
    now = float(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    day = datetime.fromtimestamp(now, tz=UTC)
    return f"{day.day} {day:%B %Y}"


def _values(value: Any) -> list[Noun]:
    """The results of a page, checked; a ranking is followed by its curve, a review by its checklist."""
    given = list(value) if isinstance(value, list | tuple) else [value]
    for item in given:
        if not isinstance(item, Noun | Page):
            _check.fail("value", "be a result of referee, or a list of them", type(item).__name__)
    if not given:
        _check.fail("value", "hold at least one result", "none")
    return [noun for item in given for noun in _with_curve(item)]


def _with_curve(noun: Noun) -> list[Noun]:
    from referee.curves.roc import roc
    from referee.curves.thin import thin_curve
    from referee.verbs.rank import rank

    if isinstance(noun, Review) and noun.checklist is not None:
        return [noun, noun.checklist]
    if isinstance(noun, Ranking):
        return [noun, thin_curve(roc(noun))]
    if isinstance(noun, StudyResults):
        try:
            return [rank(noun, rng=noun.seed), noun]
        except InputError:
            return [noun]
    return [thin_curve(noun)] if isinstance(noun, Curve) else [noun]


def explorer_table(result: Evaluation, *, most: int = 201) -> ThresholdTable | None:
    """The measures of an evaluation over the thresholds of its score; None when it has no scores of two classes."""
    from referee.inference.threshold_table import threshold_table

    roc = result.parts.get("roc")
    if not isinstance(roc, Curve) or not roc.defined or result.positive is None:
        return None
    choice, hull, matrix = result.parts.get("threshold"), result.parts.get("hull"), result.confusion
    keep = [choice.threshold] if isinstance(choice, ThresholdChoice) and not choice.undefined else []
    keep.append(0.5)
    if matrix is not None and matrix.positive is not None and roc.thresholds is not None:
        cells = matrix.binary()
        keep += roc.thresholds[(roc.tp == cells.tp) & (roc.fp == cells.fp)].tolist()
    if isinstance(hull, Hull):
        step = max(1, len(hull) // (most // 3))
        keep += hull.thresholds[np.isfinite(hull.thresholds)][::step].tolist()
    whole = result.sampling == "cases"
    how: dict[str, Any] = {"level": result.level, "rng": result.seed, "keep": keep, "most": most}
    table = threshold_table(roc, labels=_labels(result), intervals=whole, measures=SHOWN, **how)
    note = "" if whole else NO_INTERVALS.format("in groups" if result.sampling == "groups" else "weighted")
    return replace(table, note=note)


def _where(duel: Comparison) -> Region | None:
    """Where the first model is better, from the joint answers that a comparison of two classes keeps."""
    from referee.verbs.where_better import where_joint_better

    joint = duel.joint
    if joint is None or joint.positive is None or not (joint.binary().counts.sum(axis=(1, 2)) > 0).all():
        return None
    return where_joint_better(joint, duel.a, duel.b, level=duel.level, rng=duel.seed)


def _bands(duel: Comparison) -> tuple[Band, ...]:
    """Pointwise bands of the two ROC curves that a comparison of scores keeps, when their cases are not weighted."""
    from referee.inference.curve_band import roc_band

    out = []
    for curve in duel.curves:
        if not curve.defined or curve.tp is None or curve.fp is None or curve.thresholds is None:
            return ()
        if curve.tp.dtype.kind == "f":  # weighted cases
            return ()
        ranking = Ranking(curve.thresholds[1:], np.diff(curve.tp), np.diff(curve.fp))
        out.append(roc_band(ranking, level=duel.level, rng=duel.seed, resamples=RESAMPLES))
    return tuple(out)


def _labels(result: Evaluation) -> tuple[Label, Label]:
    """The other class, or the rest, and the positive class."""
    positive = result.positive
    assert positive is not None
    rest = "(rest)" if positive == "rest" else "rest"
    return next(label for label in result.labels if label != positive) if len(
        result.labels
    ) == 2 else rest, positive
