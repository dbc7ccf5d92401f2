"""Cochran's Q test of several models on the same cases."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.special import chdtrc

from referee import _check
from referee.core import Estimate, Family, TestResult
from referee.core.types import Codes, Table
from referee.inference._result import Wording
from referee.inference.adjust import OF_PAIRS, Adjust
from referee.inference.adjust import adjust as adjusted
from referee.inference.mcnemar import Method, mcnemar

_WORDS = Wording(
    "Cochran's Q test", "all models are equally often right", "Q", "It errs when few cases are discordant."
)


def cochran_q(right: Table) -> TestResult:
    """Test that k models are equally often right on the same cases.

    `right` has one row per case and one column per model, 1 where the model is right. With L the number of models right
    on a case and G the number of cases right of a model: Q = (k - 1)(k sum G^2 - T^2) / (k T - sum L^2),
    chi-square with k - 1 degrees of freedom. p is 1 when all models are right on the same cases. It errs when
    few cases are discordant. Reference: cochran1950.

    >>> result = cochran_q([[1, 1, 0], [1, 0, 0], [1, 1, 1], [1, 0, 0], [0, 0, 1], [1, 1, 0]])
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (2.8, 0.247)
    """
    table = _check_table(right)
    n, k = table.shape
    per_model, per_case = table.sum(axis=0), table.sum(axis=1)
    total = int(table.sum())
    below = k * total - int((per_case**2).sum())
    q = (k - 1) * (k * int((per_model**2).sum()) - total**2) / below if below else 0.0
    discordant = int(((per_case > 0) & (per_case < k)).sum())
    warnings = []
    if not below:
        warnings.append("p is 1 because all models are right and wrong on the same cases.")
    elif discordant < 4 or discordant * k < 24:
        warnings.append(f"{discordant} discordant cases are few for the chi-square form.")
    spread = float(np.ptp(per_model / n))
    effect = Estimate("range of accuracies", spread, n, note="no interval belongs to Q; see the pairwise tests")
    details = {"df": float(k - 1), "discordant": float(discordant)}
    return _WORDS.result(float(chdtrc(k - 1, q)) if below else 1.0, effect, q, details=details, warnings=warnings)


def cochran_q_pairs(
    right: Table,
    *,
    models: Sequence[str] | None = None,
    method: Method = "midp",
    adjust: Adjust = "holm",
) -> Family:
    """McNemar's test of every pair of models, adjusted for their number; `right` as for `cochran_q`.

    Reference: mcnemar1947, holm1979.

    >>> family = cochran_q_pairs([[1, 1, 0], [1, 0, 0], [1, 1, 1], [1, 0, 0]], models=["a", "b", "c"])
    >>> family.labels, family.adjusted
    (('a / b', 'a / c', 'b / c'), (0.5, 0.375, 0.5))
    """
    table = _check_table(right)
    k = table.shape[1]
    names = [str(i) for i in range(k)] if models is None else [str(name) for name in models]
    if len(names) != k:
        _check.fail("models", f"name all {k} columns of `right`", f"{len(names)} names")
    p_values, labels = [], []
    for i, j in combinations(range(k), 2):
        a, b = table[:, i], table[:, j]
        both, one, two = int((a & b).sum()), int(a.sum()), int(b.sum())
        cells = [[both, one - both], [two - both, len(a) - one - two + both]]
        p_values.append(mcnemar(cells, method=method).p_value)
        labels.append(f"{names[i]} / {names[j]}")
    classes = k if adjust in OF_PAIRS else None
    family = f"all pairs of {k} models, McNemar's test"
    return adjusted(p_values, adjust=adjust, family=family, labels=labels, classes=classes)


def _check_table(right: Table) -> Codes:
    table = _check.floats("right", right)
    if table.ndim != 2 or table.shape[1] < 2 or not len(table):
        _check.fail("right", "have one row per case and one column per model (at least 2)", f"shape {table.shape}")
    if not np.isin(table, (0, 1)).all():
        _check.fail(
            "right", "hold 1 where a model is right and 0 where it is wrong", np.unique(table)[:5].tolist()
        )
    return table.astype(np.int64)
