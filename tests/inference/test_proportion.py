"""Every interval for one proportion: against SciPy and statsmodels, and what must hold for all of them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

import referee
from adapters import cases
from referee.inference.proportion import METHODS, proportion_interval

COUNTS = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
LEVELS = st.floats(0.5, 0.999)
PEERS = {c["id"]: c for c in cases("peer_cases_open.json")}
SEEDS = {c["id"]: c for c in cases("seed_examples.json")}


@given(COUNTS, LEVELS)
@settings(max_examples=60, deadline=None)
def test_equal_to_statsmodels_and_scipy(counts, level):
    from statsmodels.stats.proportion import proportion_confint

    k, n = counts
    theirs = {"wald": "normal", "wilson": "wilson", "clopper_pearson": "beta", "agresti_coull": "agresti_coull"}
    for name, method in theirs.items():
        ours = proportion_interval(k, n, level, method=name)
        low, high = proportion_confint(k, n, alpha=1 - level, method=method)
        assert tuple(ours) == pytest.approx((max(0, low), min(1, high)), abs=1e-9), name
    exact = binomtest(k, n).proportion_ci(level, method="exact")
    assert tuple(proportion_interval(k, n, level, guaranteed=True)) == pytest.approx(tuple(exact), abs=1e-9)
    if 0 < k < n:
        low, high = proportion_confint(k, n, alpha=1 - level, method="jeffreys")
        assert tuple(proportion_interval(k, n, level, method="jeffreys")) == pytest.approx((low, high), abs=1e-9)


@given(COUNTS, LEVELS, st.sampled_from(sorted(METHODS)))
@settings(max_examples=150, deadline=None)
def test_holds_the_value_inside_the_range_and_widens_with_the_level(counts, level, method):
    k, n = counts
    ci = proportion_interval(k, n, level, method=method)
    assert 0 <= ci.low <= ci.high <= 1
    assert ci.level == level
    if method not in ("agresti_coull", "jeffreys"):  # those two may pass by the observed value near 0 and 1
        assert ci.low - 1e-12 <= k / n <= ci.high + 1e-12
    wider = proportion_interval(k, n, (1 + level) / 2, method=method)
    assert wider.low <= ci.low + 1e-12
    assert wider.high >= ci.high - 1e-12
    mirrored = proportion_interval(n - k, n, level, method=method)
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx(tuple(ci), abs=1e-9)
    if method != "wald":
        assert ci.width > 0


@given(COUNTS, st.floats(0.6, 0.99), st.sampled_from(sorted(METHODS)))
@settings(max_examples=60, deadline=None)
def test_a_one_sided_bound_is_an_end_of_the_two_sided_interval(counts, level, method):
    k, n = counts
    two = proportion_interval(k, n, 2 * level - 1, method=method)
    lower = proportion_interval(k, n, level, method=method, side="lower")
    upper = proportion_interval(k, n, level, method=method, side="upper")
    assert tuple(lower) == pytest.approx((two.low, 1.0), abs=1e-12)
    assert tuple(upper) == pytest.approx((0.0, two.high), abs=1e-12)


def test_defaults_have_width_at_the_ends():
    for n in (1, 5, 10, 20, 569, 10**6):
        for k in (0, n):
            assert proportion_interval(k, n).width > 0


@pytest.mark.parametrize("case", [c for i, c in PEERS.items() if i.startswith("binom_ci_")], ids=lambda c: c["id"])
def test_what_r_leaves_outside_the_range_is_cut(case):
    k, n, level = (case["inputs"][key] for key in ("successes", "n", "confidence"))
    for name, theirs in {"agresti_coull": "agresti_coull", "wald": "asymptotic"}.items():
        low, high = case["expected"][theirs]
        ours = proportion_interval(k, n, level, method=name)
        assert tuple(ours) == pytest.approx((max(0, low), min(1, high)), abs=case["tolerance"])


def test_the_slide_formula_without_z_is_not_what_we_give():
    case = SEEDS["wilson_slide_formula_bug"]
    k, n, z = (case["inputs"][key] for key in ("successes", "n", "z"))
    ci = referee.inference.wilson(k, n, math.erf(z / math.sqrt(2)))
    assert tuple(ci) == pytest.approx((0.7111690380734976, 0.8666340774409013), abs=1e-9)
    p = k / n
    root = math.sqrt(z * z + 4 * n * p - 4 * n * p * p)
    printed = [(2 * n * p + z * z + sign * root) / (2 * (n + z * z)) for sign in (-1, 1)]
    assert printed == pytest.approx([case["expected"]["lower"], case["expected"]["upper"]], abs=1e-9)
    assert ci.low < printed[0] - 0.03
    assert ci.high > printed[1] + 0.03


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((5, 0), "`n` must be at least 1; got 0"),
        ((-1, 5), "`successes` must be at least 0|`successes` must lie between"),
        ((6, 5), "`successes` must lie between 0 and n = 5; got 6"),
        ((2.5, 5), "`successes` must be a whole number; got 2.5"),
        ((2, 5, 95), "`level` must lie strictly between 0 and 1; got 95. Did you mean 0.95"),
        ((2, 5, 1.0), "`level` must lie strictly between 0 and 1"),
        ((2, float("nan")), "`n` must be a finite number"),
    ],
)
def test_bad_input_gets_the_sentence(arguments, sentence):
    with pytest.raises(referee.InputError, match=sentence):
        proportion_interval(*arguments)
    with pytest.raises(referee.InputError, match="`method` must be one of"):
        proportion_interval(2, 5, method="exactly")
    with pytest.raises(referee.InputError, match="`side` must be one of"):
        proportion_interval(2, 5, side="left")


def test_signatures_are_those_of_the_call():
    import inspect
    from typing import get_type_hints

    from referee import inference
    from referee.core.estimate import Interval

    found = {}
    for name in inference.__all__:
        function = getattr(inference, name)
        if inspect.isfunction(function) and get_type_hints(function)["return"] is Interval:
            found[name] = inspect.signature(function)
    pairs = {"agresti_min", "bonett_price", "newcombe_paired", "wald_paired"}
    others = {"proportion_interval", "fbeta_interval", "jaccard_interval"}
    assert set(found) == {*METHODS, *pairs, *others}
    for name, signature in found.items():
        assert "level" in signature.parameters, name
    for name in METHODS:
        assert list(found[name].parameters) == ["successes", "n", "level", "side", "fractional"]
        assert found[name].return_annotation is Interval
