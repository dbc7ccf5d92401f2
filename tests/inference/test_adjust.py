from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from referee.core import Family
from referee.errors import InputError
from referee.inference import adjust

PEERS = {
    "holm": "holm",
    "hochberg": "simes-hochberg",
    "hommel": "hommel",
    "bonferroni": "bonferroni",
    "benjamini-hochberg": "fdr_bh",
}
P = st.lists(st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.01, 0.05, 0.5, 1.0])), min_size=1, max_size=12)


@pytest.mark.slow
@pytest.mark.parametrize("procedure", PEERS)
@settings(max_examples=50, deadline=None)
@given(p=P)
def test_agrees_with_statsmodels_and_keeps_order(procedure, p):
    from statsmodels.stats.multitest import multipletests

    family = adjust(p, adjust=procedure)
    assert family.adjusted == pytest.approx(multipletests(p, method=PEERS[procedure])[1], abs=1e-12)
    order = np.argsort(p, kind="stable")
    assert (np.diff(np.array(family.adjusted)[order]) >= -1e-15).all()
    assert all(raw - 1e-15 <= adjusted <= 1 for raw, adjusted in zip(p, family.adjusted, strict=True))


def test_hommel_by_closing_simes():
    p = np.array([0.011, 0.02, 0.025, 0.04, 0.3])
    simes = {}
    for size in range(1, 6):
        for chosen in combinations(range(5), size):
            q = np.sort(p[list(chosen)])
            simes[chosen] = min(size * q / np.arange(1, size + 1))
    closed = [max(value for chosen, value in simes.items() if i in chosen) for i in range(5)]
    assert adjust(p, adjust="hommel").adjusted == pytest.approx(closed)


def test_shaffer_by_hand():
    """Four learners: of six pairs 6, 3, 2, 1 or 0 can be true together, so the factors are 6 3 3 3 2 1."""
    p = [0.001, 0.01, 0.012, 0.02, 0.04, 0.2]
    family = adjust(p, adjust="shaffer", classes=4)
    assert family.adjusted == pytest.approx((0.006, 0.03, 0.036, 0.06, 0.08, 0.2))
    assert all(s <= h for s, h in zip(family.adjusted, adjust(p).adjusted, strict=True))


def test_finner_by_hand():
    """1 - (1 - p)^(m / rank), never below the one before."""
    p = [0.019, 0.016, 0.607]
    assert adjust(p, adjust="finner").adjusted == pytest.approx(
        (max(1 - 0.981 ** (3 / 2), 1 - 0.984**3), 1 - 0.984**3, 0.607)
    )
    assert adjust([1.0, 0.0, 1.0], adjust="finner").adjusted == (1.0, 0.0, 1.0)
    assert all(f <= h for f, h in zip(adjust(p, adjust="finner").adjusted, adjust(p).adjusted, strict=True))


def test_defect_8_of_the_peers_never_above_1():
    assert adjust([0.5, 0.6, 0.9]).adjusted == (1.0, 1.0, 1.0)


def test_holm_controls_the_family():
    p = stats.uniform.rvs(size=(2000, 5), random_state=1)
    rate = np.mean([min(adjust(row).adjusted) < 0.05 for row in p])
    assert rate < 0.065


def test_family_is_named():
    family = adjust([0.01, 0.2], family="all models against bayes", labels=["svm", "tree"])
    assert family.name == "all models against bayes"
    assert family.labels == ("svm", "tree")
    assert family.controls == "any false rejection"
    assert family.significant() == (True, False)
    assert len(family) == 2
    assert Family.from_dict(family.to_dict()) == family
    assert adjust([0.01], adjust="benjamini-hochberg").controls == "the expected share of false rejections"


def test_bad_inputs():
    with pytest.raises(InputError, match=r"`p_values` must lie between 0 and 1; got 1.5 at position 1"):
        adjust([0.1, 1.5])
    with pytest.raises(InputError, match="`p_values` must hold finite numbers; got nan at position 0"):
        adjust([float("nan"), 0.5])
    with pytest.raises(InputError, match="`classes` must have as many pairs as there are p-values"):
        adjust([0.1, 0.2], adjust="shaffer", classes=3)
    with pytest.raises(InputError, match="`classes` must be the number of learners"):
        adjust([0.1, 0.2, 0.3], adjust="shaffer")
    with pytest.raises(InputError, match="`adjust` must be one of"):
        adjust([0.1], adjust="tukey")
    with pytest.raises(InputError, match="`labels` must name all 2 p-values; got 1 labels"):
        adjust([0.1, 0.2], labels=["a"])


def test_bergmann_by_closing_bonferroni_over_what_can_be_true():
    """Every true configuration of four learners is a partition; a pair is rejected when all that hold it are."""
    names = range(4)
    pairs = list(combinations(names, 2))
    draw = np.random.default_rng(5)

    def partitions(items):
        if not items:
            yield []
            return
        for rest in partitions(items[1:]):
            yield [[items[0]], *rest]
            for i, block in enumerate(rest):
                yield [*rest[:i], [items[0], *block], *rest[i + 1 :]]

    true = [
        {pair for block in parts for pair in combinations(sorted(block), 2)} for parts in partitions(list(names))
    ]
    for _ in range(20):
        p = draw.random(6) ** 2
        of = dict(zip(pairs, p, strict=True))
        bounds = {pair: max(len(e) * min(of[q] for q in e) for e in true if pair in e) for pair in pairs}
        found = adjust(p, adjust="bergmann", classes=4).adjusted
        assert found == pytest.approx([min(1, bounds[pair]) for pair in pairs])
        assert all(b <= h + 1e-12 for b, h in zip(found, adjust(p).adjusted, strict=True))


def test_bergmann_of_nine_learners_and_no_more():
    p = np.random.default_rng(6).random(36)
    assert len(adjust(p, adjust="bergmann", classes=9).adjusted) == 36
    with pytest.raises(InputError, match="at most 9 learners"):
        adjust(np.full(45, 0.5), adjust="bergmann", classes=10)
