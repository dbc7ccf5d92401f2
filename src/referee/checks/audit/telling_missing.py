"""R131: missing values that tell the class."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.feature_tests import table_p
from referee.checks.audit.registry import LEVEL, InapplicableError, Material, Remark, Remarks, check
from referee.inference.adjust import adjust


@check(
    "R131",
    "Whether a value is missing depends on the class",
    needs=("train",),
    errs="It cannot know whether values will be missing for the same reason where the model is used.",
    advice="Find out why it is missing. A model will use the gap, and fail where gaps arise otherwise.",
    reference="rubin1976",
)
def telling_missing(m: Material) -> Remarks:
    """Test of missing against the classes for each feature with missing values, Holm over the features."""
    data = m.train
    assert data is not None
    if data.y is None:
        raise InapplicableError("needs the classes of the training cases")
    gaps = np.flatnonzero(data.missing.any(axis=0))
    if not len(gaps):
        return
    sizes = np.bincount(data.y, minlength=len(m.labels))
    tables = []
    for j in gaps:
        gone = np.bincount(data.y[data.missing[:, j]], minlength=len(m.labels))
        tables.append(np.stack([gone, sizes - gone]))
    held = adjust([table_p(table) for table in tables]).adjusted
    found = sorted((p, i) for i, p in enumerate(held) if p < LEVEL)
    shown = []
    for p, i in found[:3]:
        shares = tables[i][0] / np.maximum(sizes, 1)
        most, least = int(shares.argmax()), int(np.where(sizes > 0, shares, np.inf).argmin())
        parts = [(_format.percent(round(float(shares[k]), 4)), _format.quoted(m.labels[k])) for k in (most, least)]
        words = " and ".join(f"{share} of {label}" for share, label in parts)
        shown.append(f"{_format.label(data.names[gaps[i]])} is missing in {words} ({_format.p_equals(p)})")
    if shown:
        yield Remark("; ".join(shown))
