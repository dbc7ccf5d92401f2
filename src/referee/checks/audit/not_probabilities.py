"""R145: probabilities that are not probabilities."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.calibration.recalibration import recalibration
from referee.checks.audit.registry import Material, Remark, Remarks, check, whose
from referee.core import Answers
from referee.inference.spiegelhalter import spiegelhalter

MOSTLY = 0.9
SUM = 1e-5
LEAST = 50
SURE = 0.0001
OFF = 0.1
STEEP = 1.5


@check(
    "R145",
    "Scores given as probabilities are none",
    needs=("scores",),
    errs="Scores that merely lie between 0 and 1 and were never meant as probabilities are taken for them.",
    advice="Calibrate them on other cases, or use them to rank only.",
    reference="spiegelhalter1986",
)
def not_probabilities(m: Material) -> Remarks:
    """Some scores outside 0 to 1 where most are inside, rows that do not sum to 1, or shares that do not come true.

    The last by Spiegelhalter's test of calibration, two classes and from 50 cases on; a note where the mean is off by
    less than 0.1 and the slope of recalibration is between 2/3 and 3/2. Scores on another scale are a note.
    """
    for name, p in m.predictions.items():
        if p.scores is not None:
            yield from _of(p, whose(name))


def _of(p: Answers, model: str) -> Remarks:
    scores = np.asarray(p.scores, dtype=float)
    inside = (scores >= 0) & (scores <= 1)
    if not inside.all():
        out, span = int((~inside).sum()), f"from {scores.min():.4g} to {scores.max():.4g}"
        evidence = f"{model}{out:,} of {scores.size:,} lie outside 0 to 1, {span}"
        if inside.mean() >= MOSTLY:
            yield Remark(evidence)
        else:
            yield Remark(evidence, "Use them to rank only.", "Scores are not probabilities", "note")
        return
    if scores.ndim == 2:
        off = np.flatnonzero(np.abs(scores.sum(axis=1) - 1) > SUM)
        if len(off):
            yield Remark(f"{model}{len(off):,} of {p.n:,} rows do not sum to 1; row {off[0]} first")
        return
    if p.positive is None or p.n < LEAST or p.weights is not None or p.groups is not None:
        return
    test = spiegelhalter(p.is_positive, scores)
    if not test.p_value < SURE:
        return
    said, came = float(scores.mean()), float(p.is_positive.mean())
    slope = recalibration(p.is_positive, scores).slope.value
    large = abs(said - came) > OFF or not 1 / STEEP < slope < STEEP
    means = f"mean probability {_format.number(said)}, share of positive cases {_format.number(came)}"
    evidence = f"{model}{means}; test of calibration {_format.p_equals(test.p_value)}"
    title = "Probabilities do not come true as often as they say"
    yield Remark(evidence, title=title, severity="warning" if large else "note")
