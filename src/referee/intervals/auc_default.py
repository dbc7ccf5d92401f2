"""The interval that referee gives an area under the ROC curve when none is named."""

from __future__ import annotations

from scipy.special import betaincinv, ndtri, stdtrit

from referee import _check
from referee.core.interval import Interval
from referee.core.ranking import Ranking
from referee.intervals.delong import DeLong, delong
from referee.intervals.newcombe_auc import newcombe_limits


def auc_default(ranking: Ranking, *, level: float = 0.95) -> Interval:
    """On each side the wider of Newcombe's limit and a beta limit on DeLong's effective number of cases.

    The second is the Clopper-Pearson limit of a share a of n_e cases, n_e = a (1 - a) / V (z / t)^2, with V
    DeLong's variance and t the Student quantile at Satterthwaite's degrees of freedom of its two parts. Newcombe
    stands alone where V is 0 or unknown (AUC 0 or 1, all scores tied, a class of one case). Limits are NaN when a
    class is absent. Each limit alone falls to 65-80% in some worlds; both together held 92% in the worst of 13
    and 98% in the median one: it is too wide where a class is tiny. References: newcombe2006, delong1988,
    clopper1934.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> [round(x, 4) for x in auc_default(r)]
    [0.1962, 0.9993]
    """
    level = _check.fraction("level", level)
    found = delong(ranking)
    low, high = newcombe_limits(found.auc, found.positives, found.negatives, level)
    if not found.variance > 0:
        return Interval(low, high, level, "Newcombe score, method 5")
    below, above = beta_limits(found, level)
    return Interval(min(low, below), max(high, above), level, "wider of Newcombe and DeLong beta")


def beta_limits(found: DeLong, level: float) -> tuple[float, float]:
    """Clopper-Pearson limits at the effective number of cases of a DeLong variance.

    >>> [round(x, 4) for x in beta_limits(DeLong(0.8, 0.0016, 0.0008, 0.0008, 1e9, 50, 50), 0.95)]
    [0.7082, 0.8733]
    """
    tail = (1 - level) / 2
    shrink = float(ndtri(tail) / stdtrit(found.df, tail))
    cases = found.auc * (1 - found.auc) / found.variance * shrink**2
    above, below = found.auc * cases, (1 - found.auc) * cases
    return float(betaincinv(above, below + 1, tail)), float(betaincinv(above + 1, below, 1 - tail))
