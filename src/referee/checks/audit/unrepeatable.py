"""R117: a learner that says something else when it is fitted again with the same seed."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.fits import fit_on, learnt_from
from referee.checks.audit.registry import Material, Remark, Remarks, check
from referee.resampling.random_splits import Holdout


@check(
    "R117",
    "The learner cannot be repeated: it gives other predictions with the same seed",
    needs=("train", "learner"),
    errs="It sees two fits on one split: a difference that is rare, or smaller than a class, passes.",
    advice="Give the learner a `random_state` and let all of its randomness come from it.",
    reference="bouckaert2004",
)
def unrepeatable(m: Material) -> Remarks:
    """Two fits on the same training part with the same seed must predict the same; a global generator shows here."""
    data, y = learnt_from(m, "repeat")
    splits = Holdout().make(y, rng=m.seed)
    one, two = (fit_on(m, data, splits, y, "repeat").test(0)[1] for _ in range(2))
    differ = int(np.sum(one != two))
    if differ:
        count = f"{_format.plural(differ, 'prediction')} of {len(one)}"
        yield Remark(f"{count} differ between two fits with the same seed")
