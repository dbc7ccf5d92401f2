"""R148: accuracy differs between sites."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.feature_tests import table_p
from referee.checks.audit.registry import LEVEL, Material, Remark, Remarks, check, demand, whose
from referee.inference.adjust import adjust

LEAST = 10


@check(
    "R148",
    "Accuracy differs between sites",
    needs=("test", "classes"),
    errs="Sites of fewer than 10 test cases are left out.",
    advice="Report each site; the mean holds for this mix of sites only.",
    reference="holm1979",
)
def sites_differ(m: Material) -> Remarks:
    """Test of right and wrong answers against the sites of the test cases, Holm over models."""
    assert m.test is not None
    demand("sites" in m.test.roles, "sites of the test cases")
    models = m.judged()
    _, place, sizes = np.unique(m.test.roles["sites"], return_inverse=True, return_counts=True)
    large = sizes >= LEAST
    demand(large.sum() >= 2, f"two sites of at least {LEAST} test cases")
    wrong = [np.bincount(place, weights=~right, minlength=len(sizes))[large] for right in models.values()]
    tables = [np.stack([misses, sizes[large] - misses]).astype(np.int64) for misses in wrong]
    for name, table, p in zip(models, tables, adjust([table_p(t) for t in tables]).adjusted, strict=True):
        if p >= LEVEL:
            continue
        shares = table[1] / table.sum(axis=0)
        span = f"from {_format.number(float(shares.min()))} to {_format.number(float(shares.max()))}"
        yield Remark(f"{whose(name)}{span} over {len(shares)} sites; {_format.p_equals(p)}")
