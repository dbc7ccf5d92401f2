"""R115: the best of several models, chosen on the test set."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.registry import Material, Remark, Remarks, check, demand
from referee.resampling.select_learner import bbc_cv

LEAST = 3
LARGE = 0.01


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
    models = m.judged()
    demand(len(models) >= LEAST, f"predictions of at least {LEAST} models")
    right = np.stack(list(models.values()))
    tables = np.zeros((*right.shape, 2, 2))
    tables[..., 1, 1], tables[..., 1, 0] = right, ~right
    best, name = max(zip(right.mean(axis=1).tolist(), models, strict=True))
    corrected = bbc_cv(tables, samples=300, rng=m.seed).value
    if not best - corrected < LARGE:
        first = f"{_format.label(name)} is the best of {len(models)} with accuracy {_format.number(best)}"
        yield Remark(f"{first}, {_format.number(corrected)} when chosen and scored on different cases")
