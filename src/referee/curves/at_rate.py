"""Sensitivity at a fixed specificity, and specificity at a fixed sensitivity."""

from __future__ import annotations

from typing import Literal

import numpy as np

from referee import _check
from referee.core.estimate import Estimate
from referee.core.ranking import Ranking
from referee.core.types import Floats
from referee.curves._counts import cuts_of, estimated, shares, why_undefined

Method = Literal["linear", "step"]


def sensitivity_at_specificity(ranking: Ranking, specificity: float, *, method: Method = "linear") -> Estimate:
    """The largest sensitivity on the ROC curve at a specificity.

    "linear" reads the line between neighbouring points, which a threshold reaches only by drawing lots among
    cases; "step" is the best that one threshold attains with at least this specificity. Undefined without
    positives or negatives. It errs upwards in small samples, as the threshold is chosen on the same cases.
    Reference: fawcett2006.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> [round(sensitivity_at_specificity(r, 0.75, method=m).value, 6) for m in ("linear", "step")]
    [0.5, 0.333333]
    """
    at = 1 - _check.share("specificity", specificity)
    cuts = cuts_of(ranking)
    title = f"Sensitivity at specificity {specificity:g}"
    return _read("sensitivity_at_specificity", title, ranking, cuts.fpr, cuts.tpr, at, method)


def specificity_at_sensitivity(ranking: Ranking, sensitivity: float, *, method: Method = "linear") -> Estimate:
    """The largest specificity on the ROC curve at a sensitivity; as `sensitivity_at_specificity`.

    Undefined without positives or negatives. It errs upwards in small samples. Reference: fawcett2006.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> [specificity_at_sensitivity(r, 0.5, method=m).value for m in ("linear", "step")]
    [0.75, 0.5]
    """
    at = 1 - _check.share("sensitivity", sensitivity)
    cuts = cuts_of(ranking)
    title = f"Specificity at sensitivity {sensitivity:g}"
    misses, correct = shares(cuts.fn[::-1], cuts.positives), shares(cuts.tn[::-1], cuts.negatives)
    return _read("specificity_at_sensitivity", title, ranking, misses, correct, at, method)


def _read(name: str, title: str, ranking: Ranking, x: Floats, y: Floats, at: float, method: Method) -> Estimate:
    """The largest y at x = `at` of a rising curve."""
    _check.choice("method", method, ("linear", "step"))
    why = why_undefined(ranking)
    value = float("nan")
    if why is None:
        i = int(np.searchsorted(x, at + 1e-12, side="right")) - 1
        value = float(y[i])
        if method == "linear" and x[i] < at and i + 1 < len(x):
            value += float((y[i + 1] - y[i]) * (at - x[i]) / (x[i + 1] - x[i]))
    note = "" if method == "linear" else "attained by one threshold"
    return estimated(name, title, value, ranking, undefined=why, note=note)
