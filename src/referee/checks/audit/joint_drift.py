"""R122: a classifier can tell training from test cases."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.fits import held_out
from referee.checks.audit.registry import LEVEL, Material, Remark, Remarks, check, demand

MOST = 2000
LEAST = 20
LARGE = 0.6


@check(
    "R122",
    "Training and test cases can be told apart by their features",
    needs=("train", "test"),
    errs="Cases in clusters, and rows that repeat, can be told apart in honest splits.",
    advice="Find out what tells them apart: another source, another time, or a row number left among the features.",
    reference="lopezpaz2017",
)
def joint_drift(m: Material) -> Remarks:
    """Classifier two-sample test: a forest learns set from features on one half, its AUC is tested on the other.

    A note where the AUC is below 0.6.
    """
    train, test = m.both()
    demand(min(train.n, test.n) >= LEAST, f"at least {LEAST} cases in each set")
    a, b = train.rows(m.some(train, MOST, "joint train")), test.rows(m.some(test, MOST, "joint test"))
    X = np.concatenate([a.values, b.values])
    X = np.concatenate([np.nan_to_num(X), np.isnan(X)[:, np.isnan(X).any(axis=0)]], axis=1)
    y = np.repeat([0, 1], [a.n, b.n])
    model, others, truth = held_out(X, y, m.seed, "joint drift")
    score = model.predict_proba(others)[:, 1]
    from scipy.stats import mannwhitneyu

    found = mannwhitneyu(score[truth == 1], score[truth == 0], alternative="greater", method="asymptotic")
    if found.pvalue >= LEVEL:
        return
    auc = float(found.statistic / ((truth == 1).sum() * (truth == 0).sum()))
    top = np.argsort(-model.feature_importances_[: len(a.names)])[:3]
    area = f"AUC {_format.number(auc)} on held-out cases, {_format.p_equals(float(found.pvalue))}"
    evidence = f"{area}; most telling: {', '.join(_format.label(a.names[j]) for j in top)}"
    yield Remark(evidence, severity="warning" if auc >= LARGE else "note")
