"""R140 and R148: what the model reaches at other sites."""

from __future__ import annotations

import math

import numpy as np

from referee import _format
from referee.checks.audit.feature_tests import table_p
from referee.checks.audit.fits import above_zero_p, fit_on, learnt_from, paired_p, pool_predictions
from referee.checks.audit.material import LEVEL, Material, demand, whose
from referee.checks.registry import Remark, Remarks, check
from referee.core import Splits
from referee.core.types import Bools, Codes
from referee.data.dataset import CaseSet
from referee.inference.adjust import adjust

MOST_SITES = 20
LEAST = 10
SHUFFLES = 19
SURE = 0.001


@check(
    "R140",
    "The learner does worse on a site that it was not trained on",
    needs=("train", "sites", "learner"),
    errs="With few sites it sees large differences only.",
    advice="For use at new sites report the accuracy with sites left out, and test on a site of its own.",
    reference="kapoor2023",
)
def site_left_out(m: Material) -> Remarks:
    """Accuracy with each site left out in turn, against leaving out as many cases drawn at random.

    The random parts are drawn several times, and the difference is referred to Student's t; McNemar's mid-p against
    them, the median, must be as small.
    """
    data, _ = learnt_from(m, "sites")
    sites = data.roles["sites"]
    names, sizes = np.unique(sites, return_counts=True)
    words = f"2 to {MOST_SITES} sites of at least {LEAST} cases; got {len(names)}"
    demand(2 <= len(names) <= MOST_SITES and sizes.min() >= LEAST, words)
    right = _right(m, data, sites, "left out")
    mixed = [m.stream(f"sites {i}").permutation(sites) for i in range(SHUFFLES)]
    others = np.stack([_right(m, data, parts, f"left out {i}") for i, parts in enumerate(mixed)])
    mean, sd = float(others.mean()), float(others.mean(axis=1).std(ddof=1))
    loss = mean - float(right.mean())
    p = above_zero_p(loss, sd * math.sqrt(1 + 1 / SHUFFLES), SHUFFLES - 1)
    p = max(p, float(np.median([paired_p(other, right) for other in others])))
    if p < SURE:
        by_site = [float(right[sites == s].mean()) for s in names]
        span = f"by site from {_format.number(min(by_site))} to {_format.number(max(by_site))}"
        without = f"{_format.number(float(right.mean()))} with each of {len(names)} sites left out"
        mixed_in = f"{_format.number(mean)} with as many cases at random ({_format.p_equals(p)})"
        yield Remark(f"accuracy {without}, {mixed_in}; {span}")


def _right(m: Material, data: CaseSet, parts: Codes, name: str) -> Bools:
    """Which cases are predicted rightly by models trained without their part."""
    assert data.y is not None
    tests = tuple(np.flatnonzero(parts == part) for part in np.unique(parts))
    return np.asarray(
        pool_predictions(fit_on(m, data, Splits("parts left out", data.n, tests), data.y, name)) == data.y
    )


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
    models = m.correct_cases()
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
