"""R111: the apparent error reported as the true one."""

from __future__ import annotations

import math

import numpy as np

from referee import _format
from referee.checks.audit.fits import FOLDS, fit_on, learnt_from, pooled
from referee.checks.audit.registry import Material, Remark, Remarks, check, demand
from referee.core import Skill
from referee.resampling.cross_validation import CrossValidation

WIDE = 3.0


@check(
    "R111",
    "The claimed score is that of the training cases",
    severity="serious",
    errs="A learner trained on many more cases than these can honestly reach a higher score.",
    advice="Report an estimate from cases that the fit has not seen, such as estimate_error's.",
    reference="duda2001",
)
def apparent_as_true(m: Material) -> Remarks:
    """A claimed accuracy above what cross-validation of the learner supports, and within what it has on its own cases.

    What it supports is its accuracy and three standard errors, those of a test set of the size in hand included. Also a
    result whose estimate is the apparent one.
    """
    skills = [r for r in m.results if isinstance(r, Skill)]
    for skill in (s for s in skills if s.method == "apparent"):
        value = _format.number(skill.estimate.value)
        yield Remark(f"{_format.label(skill.learner)}: {skill.metric} {value} is apparent")
        return
    if m.learner is None or m.train is None or m.claim is None:
        demand(skills, "a learner, training cases and a claimed score, or the result of estimate_error")
        return
    data, y = learnt_from(m)
    results = fit_on(m, data, CrossValidation(FOLDS).make(y, rng=m.seed), y, "out of fold", whole=True)
    assert results.whole is not None
    rate = float(np.mean(pooled(results) == y))
    own = float(np.mean(np.array(results.labels, dtype=np.int64)[results.whole] == y))
    tested = m.test.n if m.test is not None else min([data.n, *(p.n for p in m.predictions.values())])
    limit = rate + WIDE * math.sqrt(max(rate * (1 - rate), 1 / data.n) * (1 / data.n + 1 / tested))
    if not min(m.claim, own) > limit or m.claim > own + 1 / math.sqrt(data.n):
        return
    tested_rate = f"by cross-validation {_format.number(rate)}, at most {_format.number(limit)}"
    fitted = f"on its own training cases {_format.number(own)}"
    yield Remark(f"claimed {_format.number(m.claim)}; {tested_rate}; {fitted}")
