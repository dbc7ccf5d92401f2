"""One page that a person reads."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from referee import _check
from referee.core.choice import ThresholdChoice
from referee.core.comparison import Comparison
from referee.core.curve import Curve
from referee.core.evaluation import Evaluation
from referee.core.hull import Hull
from referee.core.noun import Noun
from referee.core.ranking import Ranking
from referee.core.region import Region
from referee.core.thresholds import ThresholdTable
from referee.core.types import Label
from referee.errors import FileError

NO_INTERVALS = "values only, because cases are {}"


def report(value: Noun, path: str | Path, *, region: Region | None = None, command: str = "") -> Path:
    """Write a result as one self-contained HTML page, and say where it is.

    An `Evaluation`, a `Comparison` and `Comparisons` have pages of their own; of any other result, such as a `Review`,
    it is what the result prints. The page leads with the verdict, then pictures, tables, findings and how it was
    done; it needs no network. With scores it has a threshold explorer, whose numbers are computed here, one row a
    threshold. A comparison shows the `region` that `where_better` found, when it is given. `command` is shown as what
    makes the page again; without one it is the call that made the value. Needs the extra `report` (jinja2).

    >>> import tempfile
    >>> from referee.verbs.evaluate import evaluate
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     page = report(evaluate([1, 1, 0, 0], [1, 0, 0, 0], rng=0), Path(folder) / "page.html")
    ...     page.read_text()[:15]
    '<!doctype html>'
    """
    from referee.views.report import render

    if not isinstance(value, Noun):
        _check.fail("value", "be a result of referee", type(value).__name__)
    if region is not None:
        if not isinstance(value, Comparison) or not isinstance(region, Region):
            _check.fail("region", "be what where_better returns, with a Comparison", type(region).__name__)
        value = replace(value, extras={**value.extras, "region": region})
    if isinstance(value, Comparison):
        value = replace(value, extras={**value.extras, **_bands(value)})
    table = explored(value) if isinstance(value, Evaluation) else None
    text = render(value, table=table, command=command)
    target = Path(path)
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        _check.fail(
            "path", "be a file that can be written", repr(str(path)), f"{error.strerror}.", error=FileError
        )
    return target


def explored(result: Evaluation, *, most: int = 201) -> ThresholdTable | None:
    """The measures of an evaluation over the thresholds of its score; None when it has no scores of two classes."""
    from referee.intervals.threshold_table import threshold_table

    roc = result.parts.get("roc")
    if not isinstance(roc, Curve) or not roc.defined or result.positive is None:
        return None
    keep: list[float] = []
    choice, hull = result.parts.get("threshold"), result.parts.get("hull")
    if isinstance(choice, ThresholdChoice) and not choice.undefined:
        keep.append(choice.threshold)
    keep.append(0.5)
    matrix = result.confusion
    if matrix is not None and matrix.positive is not None and roc.thresholds is not None:
        table = matrix.binary()
        keep += roc.thresholds[(roc.tp == table.tp) & (roc.fp == table.fp)].tolist()
    if isinstance(hull, Hull):
        step = max(1, len(hull) // (most // 3))
        keep += hull.thresholds[np.isfinite(hull.thresholds)][::step].tolist()
    whole = result.sampling == "cases"
    options: dict[str, Any] = {"level": result.level, "rng": result.seed, "keep": keep, "most": most}
    note = "" if whole else NO_INTERVALS.format("in groups" if result.sampling == "groups" else "weighted")
    return threshold_table(roc, labels=_labels(result), intervals=whole, note=note, **options)


def _bands(duel: Comparison) -> dict[str, Any]:
    """Pointwise bands of the two ROC curves that a comparison of scores keeps, when their cases are not weighted."""
    from referee.intervals.roc_band import roc_band

    out: dict[str, Any] = {}
    for who in ("a", "b"):
        curve = duel.extras.get(f"roc_{who}")
        if not isinstance(curve, Curve) or not curve.defined or curve.tp is None or curve.fp is None:
            continue
        if curve.thresholds is None or curve.tp.dtype.kind == "f":
            continue
        ranking = Ranking(curve.thresholds[1:], np.diff(curve.tp), np.diff(curve.fp))
        out[f"band_{who}"] = roc_band(ranking, level=duel.level, rng=duel.seed)
    return out


def _labels(result: Evaluation) -> tuple[Label, Label]:
    """The other class, or the rest, and the positive class."""
    positive = result.positive
    assert positive is not None
    if len(result.labels) == 2:
        return next(label for label in result.labels if label != positive), positive
    return ("rest" if positive != "rest" else "(rest)"), positive
