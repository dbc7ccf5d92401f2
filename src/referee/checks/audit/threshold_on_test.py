"""R113: the threshold was chosen on the test set."""

from __future__ import annotations

import numpy as np

from referee.checks.audit.registry import Material, Remark, Remarks, check, demand, whose
from referee.core import Answers, Ranking
from referee.core.types import Floats

LEAST = 200
ROUND = 2
TIES = 2


@check(
    "R113",
    "The threshold is the best one for this very test set",
    needs=("classes", "scores"),
    errs="A threshold chosen on other cases is the best of these by luck too: below 1% measured from 200 cases on.",
    advice="Choose it on other cases, or report crossfit_threshold's estimate: at the best cut all is too high.",
    reference="cawley2010",
)
def threshold_on_test(m: Material) -> Remarks:
    """Predicted classes that are a cut of the scores exactly where accuracy, F1 or Youden's J of these cases peaks.

    A cut that a number of two decimals makes as well is taken as set beforehand.
    """
    usable = {name: p for name, p in m.predictions.items() if _cuttable(p)}
    demand(usable, f"scores and classes of one positive class, of at least {LEAST} cases")
    for name, p in usable.items():
        cut = _cut(p)
        peaks = [] if cut is None or _has_round(*cut) else _peaks(p.ranking, cut)
        if cut is not None and peaks:
            where = f"the cut between {cut[0]:.6g} and {cut[1]:.6g}"
            yield Remark(f"{whose(name)}{where} has the highest {' and '.join(peaks)} of all cuts")


def _cuttable(p: Answers) -> bool:
    ok = p.has_labels and p.scores is not None and p.scores.ndim == 1 and p.positive is not None
    return ok and p.n >= LEAST and len(p.labels) == 2 and p.weights is None


def _cut(p: Answers) -> tuple[float, float] | None:
    """The highest score called negative and the lowest called positive, when the classes are a cut of the scores."""
    assert p.scores is not None
    assert p.positive is not None
    yes = np.asarray(p.need_predicted() == p.positive_code)
    if yes.all() or not yes.any():
        return None
    low, high = float(p.scores[~yes].max()), float(p.scores[yes].min())
    return (low, high) if low < high else None


def _has_round(low: float, high: float) -> bool:
    """Whether a number of two decimals lies above `low` and not above `high`."""
    return bool(np.floor(high * 10**ROUND + 1e-9) > low * 10**ROUND + 1e-9)


def _peaks(ranking: Ranking, cut: tuple[float, float]) -> list[str]:
    """The measures that are highest at this cut, and at hardly any other."""
    tp, fp = ranking.tp.astype(float), ranking.fp.astype(float)
    fn, tn = ranking.n_positive - tp, ranking.n_negative - fp
    measures: dict[str, Floats] = {
        "accuracy": tp + tn,
        "F1": tp / (2 * tp + fp + fn),
        "Youden's J": tp / ranking.n_positive - fp / ranking.n_negative,
    }
    here = int(np.searchsorted(-ranking.scores, -cut[1]))
    peaks = {name: value >= value.max() - 1e-12 for name, value in measures.items()}
    return [name for name, peak in peaks.items() if peak[here] and peak.sum() <= TIES]
