"""R104: groups that are in both sets."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.registry import Material, Remark, Remarks, check


@check(
    "R104",
    "Groups are in both training and test",
    severity="serious",
    needs=("train", "test", "groups"),
    errs="It is right only if groups are what must stay together: a patient, a document, a site.",
    advice="Split by group, as referee's recipes do with groups=..., and test again.",
    reference="kapoor2023",
)
def shared_groups(m: Material) -> Remarks:
    """Groups with cases in both sets, so that a model can recognise them."""
    train, test = m.both()
    groups = test.roles["groups"]
    both = np.intersect1d(train.roles["groups"], groups)
    if len(both):
        cases = int(np.isin(groups, both).sum())
        count = f"{_format.plural(len(both), 'group')} of {len(np.unique(groups)):,} in the test set"
        yield Remark(f"{count}, with {cases:,} of {test.n:,} cases")
