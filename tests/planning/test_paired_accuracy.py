from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from referee.errors import InputError
from referee.inference import mcnemar
from referee.planning import cases_for_paired, power_of_paired


@pytest.mark.parametrize(("n", "effect", "psi"), [(6, 0.5, 0.6), (25, 0.2, 0.4), (40, 0.3, 0.3), (12, 0.1, 1.0)])
def test_power_by_listing_every_outcome(n, effect, psi):
    total = 0.0
    for b in range(n + 1):
        for c in range(n + 1 - b):
            chance = stats.multinomial.pmf([b, c, n - b - c], n, [(psi + effect) / 2, (psi - effect) / 2, 1 - psi])
            if chance > 1e-13 and mcnemar([[n - b - c, b], [c, 0]]).p_value < 0.05:
                total += chance
    assert_allclose(power_of_paired(n, effect, psi), total, atol=1e-9)


@pytest.mark.parametrize(("effect", "psi"), [(0.05, 0.15), (0.1, 0.2), (0.02, 0.1)])
def test_cases_reach_the_power(effect, psi):
    n = cases_for_paired(effect, psi)
    assert abs(power_of_paired(n, effect, psi) - 0.8) < 0.02
    assert cases_for_paired(-effect, psi) == n
    assert cases_for_paired(effect, psi, level=0.99) > n


def test_power_without_an_effect_is_impossible_to_ask_and_small_ones_meet_alpha():
    assert power_of_paired(2000, 1e-6, 0.2) < 0.052
    assert_allclose(power_of_paired(2000, 0.02, 0.3), power_of_paired(2001, 0.02, 0.3), atol=0.005)


def test_bad_input():
    for call in (cases_for_paired, lambda e, d: power_of_paired(10, e, d)):
        with pytest.raises(InputError, match="`discordance` must be at least the effect"):
            call(0.2, 0.1)
        with pytest.raises(InputError, match="`effect` must be a difference other than 0"):
            call(0.0, 0.1)
    with pytest.raises(InputError, match="`level` must"):
        power_of_paired(10, 0.1, 0.2, level=95)
    with pytest.raises(InputError, match="`n` must be at least 1"):
        power_of_paired(0, 0.1, 0.2)


def test_shares_are_those_of_a_table():
    rng = np.random.default_rng(0)
    drawn = rng.multinomial(200, [0.15, 0.05, 0.8], 1500)
    shown = np.mean([mcnemar([[r, b], [c, 0]]).p_value < 0.05 for b, c, r in drawn.tolist()])
    assert abs(shown - power_of_paired(200, 0.1, 0.2)) < 0.035
