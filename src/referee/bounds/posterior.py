"""The Bayes error that a calibrated posterior implies."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import ndtri

from referee import _check, _format
from referee.core import ErrorLimits, Estimate, Interval
from referee.core.types import Column, Table

_CALIBRATED = "It is the Bayes error only if the probabilities are the true posteriors given the features."


def posterior_error(probabilities: Table, errors: Column = None, *, level: float = 0.95) -> ErrorLimits:
    """The mean of 1 - max posterior over the cases: the Bayes error, if the posterior is the true one.

    `probabilities` are of the positive class, or a column for each class. `errors` say for each case whether the
    model's answer was wrong: then the observed error stands beside it, and their difference, which is 0 for a
    calibrated model whatever its features, is tested by its interval. It errs downward for an overconfident model:
    calibrate first, on other cases. Reference: fukunaga1990.

    >>> made = posterior_error([0.9, 0.8, 0.3, 0.1])
    >>> made["posterior_error"].value
    0.175
    """
    level = _check.fraction("level", level)
    table = _check.floats("probabilities", probabilities)
    if table.ndim == 1:
        table = np.column_stack([1 - table, table])
    if table.ndim != 2 or not len(table) or table.shape[1] < 2:
        _check.fail("probabilities", "be one column, or one for each class", f"shape {table.shape}")
    if not np.isfinite(table).all() or (table < 0).any() or (abs(table.sum(axis=1) - 1) > 1e-6).any():
        _check.fail("probabilities", "lie between 0 and 1 and sum to 1 in each case", "others")
    doubt = 1 - table.max(axis=1)
    n = len(doubt)
    implied = _mean("posterior_error", "Error implied by the posterior", doubt, level)
    title, warnings = f"Posterior of {_format.plural(n, 'case')}", [_CALIBRATED]
    if errors is None:
        least = _format.number(implied.value)
        sentence = f"If the posterior is right, no rule on these features errs less than {least}."
        return ErrorLimits(title, sentence, (implied,), tuple(warnings))
    wrong = _check.floats("errors", errors)
    if wrong.shape != (n,) or not np.isin(wrong, (0.0, 1.0)).all():
        _check.fail("errors", f"hold 0 or 1 for each of the {n} cases", f"shape {wrong.shape}")
    seen = _mean("error_rate", "Observed error", wrong, level)
    gap = _mean("gap", "Observed less implied", wrong - doubt, level)
    if gap.interval is not None and 0 not in gap.interval:
        which = "overconfident" if gap.value > 0 else "underconfident"
        warnings.append(
            f"The posterior is {which}: it implies another error than is observed, so it is not the true one."
        )
    sentence = f"Implied {_format.number(implied.value)}, observed {_format.number(seen.value)}."
    return ErrorLimits(title, sentence, (implied, seen, gap), tuple(warnings))


def _mean(name: str, title: str, values: Any, level: float) -> Estimate:
    """A mean over the cases with its normal interval."""
    n, mean = len(values), float(values.mean())
    if n < 2:
        return Estimate(name, mean, n, note="no interval from one case", title=title)
    half = -float(ndtri((1 - level) / 2)) * float(values.std(ddof=1)) / math.sqrt(n)
    return Estimate(name, mean, n, Interval(mean - half, mean + half, level, "normal, over cases"), title=title)
