"""R123: excluded cases, counted and compared with the kept ones."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.feature_drift import MOST, drifted
from referee.checks.audit.feature_tests import table_p
from referee.checks.audit.registry import LEVEL, Material, Remark, Remarks, check


@check(
    "R123",
    "Cases were excluded",
    needs=("train", "excluded"),
    errs="Few excluded cases differ unseen.",
    advice="The results hold for cases like the kept ones. Report the exclusions, and results with them if possible.",
    reference="duda2001",
)
def excluded_cases(m: Material) -> Remarks:
    """The count of excluded cases as a note; a warning when their features or classes differ from the kept ones."""
    train, out = m.train, m.excluded
    assert train is not None
    assert out is not None
    cases = train.n + out.n + (m.test.n if m.test is not None else 0)
    count = f"{out.n:,} of {cases:,} cases ({_format.percent(round(out.n / cases, 4))}) were excluded"
    moved = drifted(train.rows(m.some(train, MOST, "kept")), out.rows(m.some(out, MOST, "excluded")))
    unlike = [f"{_format.label(name)} {how}" for name, how, *_ in moved[:3]]
    if train.y is not None and out.y is not None:
        table = np.stack([np.bincount(y, minlength=len(m.labels)) for y in (train.y, out.y)])
        if table_p(table) < LEVEL:
            unlike.append("the class mix differs")
    if unlike:
        yield Remark(f"{count}; {'; '.join(unlike)}", title="The excluded cases are unlike the kept ones")
    else:
        yield Remark(f"{count}; they are not seen to differ", "Report how many, and why.", severity="note")
