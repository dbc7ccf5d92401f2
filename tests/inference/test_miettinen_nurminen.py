from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import binom, norm

from adapters import cases
from referee.errors import InputError
from referee.inference import agresti_caffo, fisher, miettinen_nurminen, newcombe, pooled_z
from referee.inference.miettinen_nurminen import restricted_mle, score_limits


@pytest.mark.parametrize(
    ("errors", "score", "caffo", "exact"), [(4, 0.141, 0.146, 0.202), (5, 0.293, 0.366, 0.398)]
)
def test_erratum_a3(errors, score, caffo, exact):
    counts = (1250, 5000, errors, 30)
    assert miettinen_nurminen(*counts).p_value == pytest.approx(score, abs=5e-4)
    assert agresti_caffo(*counts).p_value == pytest.approx(caffo, abs=5e-4)
    cells = [[1250, 3750], [errors, 30 - errors]]
    assert fisher(cells, convention="likelihood").p_value == pytest.approx(exact, abs=5e-4)
    assert tuple(newcombe(*counts).effect.interval) == pytest.approx(
        {4: (-0.047, 0.198), 5: (-0.086, 0.177)}[errors], abs=5e-4
    )


def test_margin_is_tested_by_the_same_interval():
    """Not inferior by .1: one-sided against a difference of -.1, dual to the lower bound."""
    for level in (0.8, 0.9, 0.95, 0.975, 0.99):
        result = miettinen_nurminen(40, 50, 41, 50, difference=-0.1, alternative="greater", level=level)
        assert (result.effect.interval.low > -0.1) == (result.p_value < 1 - level)
    assert result.null == "the first proportion minus the second is -0.1"
    with pytest.raises(InputError, match="`difference` must lie strictly between -1 and 1; got 1"):
        miettinen_nurminen(1, 2, 1, 2, difference=1)


def test_score_p_carries_the_factor():
    plain, inflated = pooled_z(9, 10, 2, 10), miettinen_nurminen(9, 10, 2, 10)
    assert plain.statistic**2 == pytest.approx(inflated.statistic**2 * 20 / 19)


def test_all_right_or_all_wrong():
    assert miettinen_nurminen(5, 5, 9, 9).p_value == 1
    assert 0 < miettinen_nurminen(10, 10, 0, 10).p_value < 1e-4


def log_likelihood(x1, n1, x2, n2, p1, p2):
    out = 0.0
    for x, n, p in ((x1, n1, p1), (x2, n2, p2)):
        out += (x * log(p) if x else 0.0) + ((n - x) * log(1 - p) if n - x else 0.0)
    return out


def brute_p2(x1, n1, x2, n2, delta):
    """The p2 of greatest likelihood by search, written without the cubic."""
    low, high = max(0.0, -delta), min(1.0, 1.0 - delta)
    inside = 1e-12
    return minimize_scalar(
        lambda p2: -log_likelihood(x1, n1, x2, n2, p2 + delta, p2),
        bounds=(low + inside, high - inside),
        method="bounded",
        options={"xatol": 1e-12},
    ).x


def brute_score(x1, n1, x2, n2, delta):
    p2 = brute_p2(x1, n1, x2, n2, delta)
    p1, total = p2 + delta, n1 + n2
    variance = (p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2) * total / (total - 1)
    return (x1 / n1 - x2 / n2 - delta) / sqrt(variance)


@pytest.mark.parametrize(
    "counts", [(9, 10, 2, 10), (80, 100, 70, 100), (1250, 5000, 4, 30), (3, 7, 3, 11), (0, 5, 2, 9)]
)
def test_restricted_proportion_has_the_greatest_likelihood(counts):
    for delta in np.linspace(-0.9, 0.9, 19):
        p2 = float(restricted_mle(*counts, delta))
        assert log_likelihood(*counts, min(max(p2 + delta, 1e-300), 1 - 1e-16), max(p2, 1e-300)) >= (
            log_likelihood(*counts, brute_p2(*counts, delta) + delta, brute_p2(*counts, delta)) - 1e-7
        )


@pytest.mark.parametrize(
    "counts", [(9, 10, 2, 10), (80, 100, 70, 100), (1250, 5000, 4, 30), (25, 30, 3750, 5000), (3, 7, 3, 11)]
)
def test_limits_are_where_the_score_is_z(counts):
    ci = miettinen_nurminen(*counts).effect.interval
    z = norm.isf(0.025)
    assert brute_score(*counts, ci.low) == pytest.approx(z, abs=1e-5)
    assert brute_score(*counts, ci.high) == pytest.approx(-z, abs=1e-5)


def test_score_falls_with_delta_so_that_the_limits_are_the_whole_story():
    grid = np.linspace(-0.999, 0.999, 401)
    for x1 in range(5):
        for x2 in range(7):
            p2 = restricted_mle(x1, 4, x2, 6, grid)
            p1 = np.clip(p2 + grid, 0, 1)
            se = np.sqrt(p1 * (1 - p1) / 4 + p2 * (1 - p2) / 6)
            score = (x1 / 4 - x2 / 6 - grid) / np.maximum(se, 1e-12)
            assert (np.diff(score) < 1e-9).all(), (x1, x2)


def test_seeds_own_sizes_where_a_peer_raises():
    """Defect 4 of the peers: brentq fails at 1250/5000 against 4/30 and at 125/500 against 4/30."""
    for counts in ((1250, 5000, 4, 30), (125, 500, 4, 30), (4, 30, 8, 30)):
        ci = miettinen_nurminen(*counts).effect.interval
        d = counts[0] / counts[1] - counts[2] / counts[3]
        assert -1 < ci.low < d < ci.high < 1


def test_statsmodels_score_limits_rest_on_proportions_that_do_not_fit_best():
    """80/100 against 70/100: statsmodels 0.15 has [-0.0206, 0.2220], at restricted proportions .8230 and .6011."""
    (case,) = [c for c in cases("peer_cases_open.json") if c["id"] == "sm_2prop_80_100_70_100"]
    delta = case["expected"]["score"][1]
    ours = float(restricted_mle(80, 100, 70, 100, delta))
    theirs = 0.6010554374398882
    assert (
        log_likelihood(80, 100, 70, 100, ours + delta, ours)
        > log_likelihood(80, 100, 70, 100, theirs + delta, theirs) + 0.05
    )
    assert brute_p2(80, 100, 70, 100, delta) == pytest.approx(ours, abs=1e-6)
    assert miettinen_nurminen(80, 100, 70, 100).effect.interval.high == pytest.approx(0.2190405, abs=1e-7)


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [((10, 10, 0, 10), 0.6551, 1.0), ((0, 10, 10, 10), -1.0, -0.6551), ((0, 1, 0, 1), -1.0, 1.0)],
)
def test_ends_of_the_range(counts, low, high):
    ci = miettinen_nurminen(*counts).effect.interval
    assert (ci.low, ci.high) == pytest.approx((low, high), abs=0.2)
    assert -1 <= ci.low <= ci.high <= 1


def test_batched_limits_equal_single_ones():
    x1, x2 = np.meshgrid(np.arange(6), np.arange(9))
    low, high = score_limits(x1, 5, x2, 8, 1.96)
    for (i, j), a in np.ndenumerate(low):
        single = score_limits(x1[i, j], 5, x2[i, j], 8, 1.96)
        assert (a, high[i, j]) == pytest.approx((float(single[0]), float(single[1])), abs=1e-14)


def test_one_sided_bound_is_the_limit_of_the_wider_level():
    above = miettinen_nurminen(9, 10, 2, 10, alternative="greater").effect.interval
    assert above.low == pytest.approx(miettinen_nurminen(9, 10, 2, 10, level=0.90).effect.interval.low, abs=1e-12)
    assert miettinen_nurminen(9, 10, 2, 10, alternative="less").effect.interval.low == -1


def test_bad_counts():
    with pytest.raises(InputError, match="`x1` must be at most n1 = 10; got 12"):
        miettinen_nurminen(12, 10, 2, 10)
    with pytest.raises(InputError, match="`n2` must be at least 1; got 0"):
        miettinen_nurminen(1, 10, 0, 0)
    with pytest.raises(InputError, match=r"`x1` must be a whole number; got 25.5. 25.5 cases cannot be"):
        miettinen_nurminen(25.5, 30, 0, 4)
    with pytest.raises(InputError, match="`alternative` must be one of"):
        miettinen_nurminen(1, 2, 1, 2, alternative="both")


@pytest.mark.parametrize(
    "counts", [(8, 12, 180, 212), (3, 5, 2, 9), (0, 9, 39, 50), (11, 12, 60, 100), (2, 6, 90, 100)]
)
def test_exact_p_is_the_worst_over_common_proportions(counts):
    """By brute force over all tables; the small chance left out by the limits of the proportion is added."""
    x1, n1, x2, n2 = counts
    i, j = np.arange(n1 + 1)[:, None], np.arange(n2 + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        pooled = (i + j) / (n1 + n2)
        z = np.nan_to_num(np.abs(i / n1 - j / n2) / np.sqrt(pooled * (1 - pooled)))
    far = z >= z[x1, x2] * (1 - 1e-9)
    worst = max(
        float((binom.pmf(i, n1, p) * binom.pmf(j, n2, p))[far].sum()) for p in np.linspace(0.0005, 0.9995, 2000)
    )
    test = miettinen_nurminen(*counts, exact=True)
    if worst < 0.5:
        assert test.p_value <= worst + 2e-4
        assert test.p_value >= min(miettinen_nurminen(*counts).p_value, worst) * 0.98
    for level in (0.5, 0.9, 0.95, 0.999):
        found = miettinen_nurminen(*counts, exact=True, level=level)
        assert (0 in found.effect.interval) == (not found.p_value < 1 - level)


def test_exact_in_a_family_of_small_slices():
    """Fifteen slices of twelve cases: the asymptotic score calls one different in 10% of families."""
    rng, wrong = np.random.default_rng(0), 0
    for _ in range(60):
        hits = rng.binomial(12, 0.9, 15)
        ps = [miettinen_nurminen(int(x), 12, int(hits.sum() - x), 168, exact=True).p_value for x in set(hits)]
        wrong += min(ps) < 0.05 / 15
    assert wrong <= 6
