"""Chi-square test of predicted against actual classes."""

from __future__ import annotations

from math import nan

import numpy as np
from scipy.special import chdtrc

from referee import _check
from referee.core import ConfusionMatrix, Estimate, TestResult
from referee.core.types import Codes, Table
from referee.inference._result import Wording
from referee.inference.miettinen_nurminen import pooled_z


def chi2(table: Table, *, yates: bool = False, level: float = 0.95) -> TestResult:
    """Test that prediction and truth are independent, from a confusion matrix (rows the truth).

    The sum of (observed - expected)^2 / expected with (K - 1)^2 degrees of freedom; a class that never occurs in the
    truth, or in the prediction, expects no case: it is left out, which lowers them and is said. `yates` draws each
    cell of a 2 x 2 table up to 1/2 towards its expectation. The p is two-sided: a classifier that is worse than chance
    is significant too, so the direction is the sign of the effect. Of two classes that is TPR - FPR with Mee's
    interval, which agrees with the plain p; of more it is the accuracy less that expected by chance, without
    interval. Inapplicable when the truth or the prediction has a single class. It errs when expected counts are
    under about 5. Reference: pearson1900, yates1934.

    >>> result = chi2([[72, 28], [37, 63]])
    >>> round(result.statistic, 2), round(result.effect.value, 2), result.effect.note
    (24.7, 0.35, 'better than chance')
    """
    counts = _square(table)
    _check.fraction("level", level)
    n, k = int(counts.sum()), len(counts)
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    words = Wording(
        "chi-square test" + (" with Yates' correction" if yates else ""),
        "the prediction is independent of the truth",
        "chi2",
        "It errs when expected counts are under about 5; Fisher's test is exact.",
    )
    if yates and k > 2:
        _check.fail("yates", "be False for more than two classes", yates)
    used = np.outer(rows, columns)[np.ix_(rows > 0, columns > 0)] / n
    if min(used.shape) < 2:
        reason = "the truth or the prediction has a single class"
        return words.refuse(Estimate("agreement beyond chance", nan, n), reason)
    gap = np.abs(counts[np.ix_(rows > 0, columns > 0)] - used)
    if yates:
        gap = gap - np.minimum(0.5, gap)
    statistic = float((gap**2 / used).sum())
    df = (used.shape[0] - 1) * (used.shape[1] - 1)
    p = float(chdtrc(df, statistic))
    effect = _effect(counts, n, yates, level)
    warnings = []
    sides = {"truth": k - used.shape[0], "prediction": k - used.shape[1]}
    empty = [f"{absent} of the {side}" for side, absent in sides.items() if absent]
    if empty:
        classes = f"classes without a case are left out ({' and '.join(empty)})"
        warnings.append(f"{classes}: {df} degrees of freedom instead of {(k - 1) ** 2}.")
    if used.min() < 5:
        warnings.append(f"the smallest expected count is {used.min():.2g}, under the 5 that the test needs.")
    if effect.value < 0 and p < 1 - level:
        warnings.append("the predictions are worse than chance: the association is in the wrong direction.")
    details = {"df": float(df), "smallest_expected": float(used.min())}
    return words.result(p, effect, statistic, details=details, warnings=warnings)


def _effect(counts: Codes, n: int, yates: bool, level: float) -> Estimate:
    """Agreement beyond chance, and in words its direction."""
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    interval = None
    if len(counts) == 2:
        (fp, tp), (n0, n1) = counts[:, 1].tolist(), rows.tolist()
        value, name = tp / n1 - fp / n0, "true minus false positive rate"
        if not yates:
            effect = pooled_z(tp, n1, fp, n0, level=level).effect
            interval = effect.interval if effect else None
    else:
        value, name = float(np.trace(counts) / n - (rows * columns).sum() / n**2), "accuracy less chance accuracy"
    words = "as good as chance" if value == 0 else "better than chance" if value > 0 else "worse than chance"
    return Estimate(name, value, n, interval, note=words)


def _square(table: Table) -> Codes:
    if isinstance(table, ConfusionMatrix):
        if table.squares is not None:
            _check.fail("table", "hold counts of cases", "a weighted confusion matrix")
        table = table.counts
    cells = _check.floats("table", table)
    if cells.ndim != 2 or cells.shape[0] != cells.shape[1] or len(cells) < 2:
        _check.fail("table", "be a square table of counts, rows the truth", f"shape {cells.shape}")
    counts = np.array([_check.whole("table", cell) for cell in cells.ravel().tolist()]).reshape(cells.shape)
    if not counts.sum():
        _check.fail("table", "hold at least one case", "an empty table")
    return counts
