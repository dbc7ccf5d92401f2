"""R112, R113, R115 and R116: what was chosen by looking at the test set."""

from __future__ import annotations

import math

import numpy as np

from referee import _format
from referee.checks.audit.material import Material, demand, whose
from referee.checks.registry import Remark, Remarks, check
from referee.core import Answers, Comparison, Comparisons, Ranking, TestResult
from referee.core.types import Floats
from referee.inference.adjust import adjust
from referee.learners.select_learner import bbc_cv

MANY = 8
ERROR = 0.05
LEAST_SCORED = 200
ROUND = 2
TIES = 2
LEAST_MODELS = 3
LARGE = 0.01
ALONE = 0.05


@check(
    "R112",
    "The test set has been looked at before",
    needs=("looks",),
    errs="It knows the looks that were written into the ledger, and takes each as a chance to choose.",
    advice="Choose models on other cases, and keep this test set for the last word; or test on fresh cases.",
    reference="dwork2015",
)
def many_looks(m: Material) -> Remarks:
    """How often this test set was used, by the ledger, and what it costs; a note below 8 looks.

    Of k models fixed beforehand the best looks too good by about sqrt(2 ln k) standard errors, and all k accuracies
    lie within sqrt(ln(2k / 0.05) / 2n) of the truth. When each model is made after seeing the results before it there
    are up to (n + 1)^k of them, and the limit is sqrt((k ln(n + 1) + ln(2 / 0.05)) / 2n).
    """
    n = m.test.n if m.test is not None else next((p.n for p in m.predictions.values()), 0)
    k = m.looks or 0
    demand(n, "test cases or predictions")
    if k < 2:
        return
    fixed, adaptive = costs(k, n)
    evidence = (
        f"look {k:,} at these {n:,} cases; at 95% all accuracies hold within {_format.number(fixed)} if the models "
        f"were fixed beforehand, within {_format.number(min(1.0, adaptive))} if each followed the results before it; "
        f"one look within {_format.number(costs(1, n)[0])}"
    )
    yield Remark(evidence, severity="warning" if k >= MANY else "note")


def costs(k: int, n: int) -> tuple[float, float]:
    """How far k accuracies on n cases can be from the truth at 95%: of models fixed beforehand, and of adaptive ones.

    >>> [round(c, 3) for c in costs(1, 1000)], [round(c, 3) for c in costs(20, 1000)]
    ([0.043, 0.073], [0.058, 0.266])
    """
    fixed = math.sqrt(math.log(2 * k / ERROR) / (2 * n))
    return fixed, math.sqrt((k * math.log(n + 1) + math.log(2 / ERROR)) / (2 * n))


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
    demand(usable, f"scores and classes of one positive class, of at least {LEAST_SCORED} cases")
    for name, p in usable.items():
        cut = _cut(p)
        if cut is None or np.floor(cut[1] * 10**ROUND + 1e-9) > cut[0] * 10**ROUND + 1e-9:
            continue
        peaks = _peaks(p.ranking, cut)
        if peaks:
            where = f"the cut between {cut[0]:.6g} and {cut[1]:.6g}"
            yield Remark(f"{whose(name)}{where} has the highest {' and '.join(peaks)} of all cuts")


def _cuttable(p: Answers) -> bool:
    ok = p.has_labels and p.scores is not None and p.scores.ndim == 1 and p.positive is not None
    return ok and p.n >= LEAST_SCORED and len(p.labels) == 2 and p.weights is None


def _cut(p: Answers) -> tuple[float, float] | None:
    """The highest score called negative and the lowest called positive, when the classes are a cut of the scores."""
    assert p.scores is not None
    assert p.positive is not None
    yes = np.asarray(p.need_predicted() == p.positive_code)
    if yes.all() or not yes.any():
        return None
    low, high = float(p.scores[~yes].max()), float(p.scores[yes].min())
    return (low, high) if low < high else None


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


@check(
    "R115",
    "The best of several models on one test set looks better than it is",
    severity="note",
    needs=("test", "classes"),
    errs="It is a remark on a choice that may not be made; the corrected score is a little too low.",
    advice="Choose on other cases, or report the corrected score.",
    reference="tsamardinos2018",
)
def best_of_several(m: Material) -> Remarks:
    """The best accuracy of three or more models, and the same corrected for the choice by the bootstrap (BBC)."""
    models = m.correct_cases()
    demand(len(models) >= LEAST_MODELS, f"predictions of at least {LEAST_MODELS} models")
    right = np.stack(list(models.values()))
    tables = np.zeros((*right.shape, 2, 2))
    tables[..., 1, 1], tables[..., 1, 0] = right, ~right
    best, name = max(zip(right.mean(axis=1).tolist(), models, strict=True))
    corrected = bbc_cv(tables, resamples=300, rng=m.seed).value
    if not best - corrected < LARGE:
        first = f"{_format.label(name)} is the best of {len(models)} with accuracy {_format.number(best)}"
        yield Remark(f"{first}, {_format.number(corrected)} when chosen and scored on different cases")


@check(
    "R116",
    "Many tests, and the p-values are not adjusted for their number",
    needs=("results",),
    errs="It takes results that are given together as one family of questions.",
    advice="Compare all models in one call, or adjust; a difference that was looked for often is found by chance.",
    reference="holm1979",
)
def unadjusted_tests(m: Material) -> Remarks:
    """Comparisons and tests given one by one: those below 5% that are not when adjusted by Holm.

    Of comparisons made together R025 speaks, of studies R045.
    """
    tests = [r for r in m.results if isinstance(r, Comparison | TestResult)]
    tests += [d for r in m.results if isinstance(r, Comparisons) and r.adjust == "none" for d in r]
    named = [
        (f"{t.a} - {t.b}", t.test.p_value) if isinstance(t, Comparison) else (t.name, t.p_value) for t in tests
    ]
    named = [(name, p) for name, p in named if p == p]
    demand(len(named) >= 2, "at least two comparisons or tests, given one by one")
    held = adjust([p for _, p in named]).adjusted
    lost = [f"{name} {_format.p_value(p)}" for (name, p), a in zip(named, held, strict=True) if p < ALONE <= a]
    if lost:
        count = f"{len(lost)} of {len(named)}"
        yield Remark(f"{count} are below 5% alone and not by Holm's adjustment: {', '.join(lost[:3])}")
