"""R120: class mixes that differ between the sets."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.feature_tests import table_p, total_variation
from referee.checks.audit.registry import LEVEL, InapplicableError, Material, Remark, Remarks, check

LARGE = 0.05


@check(
    "R120",
    "The class mixes of training and test differ",
    needs=("train", "test"),
    errs="Cases in clusters differ more by chance than it allows for.",
    advice="Say at which mix the model will be used, and report measures at that prevalence.",
    reference="saerens2002",
)
def class_mix(m: Material) -> Remarks:
    """Chi-square test of the class counts, exact for two classes; a note where less than 5% of the cases moved."""
    train, test = m.both()
    if train.y is None or test.y is None:
        raise InapplicableError("needs the classes of both sets")
    table = np.stack([np.bincount(y, minlength=len(m.labels)) for y in (train.y, test.y)])
    p = table_p(table)
    if p >= LEVEL:
        return
    shares = table / table.sum(axis=1, keepdims=True)
    k = int(np.abs(shares[0] - shares[1]).argmax())
    of_train, of_test = (_format.percent(round(share, 4)) for share in shares[:, k])
    evidence = f"{_format.quoted(m.labels[k])}: {of_train} of training, {of_test} of test; {_format.p_equals(p)}"
    yield Remark(evidence, severity="warning" if total_variation(table) >= LARGE else "note")
