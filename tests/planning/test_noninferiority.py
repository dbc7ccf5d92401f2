from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import multinomial, norm

from referee.errors import InputError
from referee.inference.tango import tango_limits
from referee.planning import cases_for_noninferiority, power_of_noninferiority


def opened(n, margin, psi, effect, runs=6000):
    """The share of runs in which the gate opens."""
    rng = np.random.default_rng(1)
    drawn = rng.multinomial(n, [(psi + effect) / 2, (psi - effect) / 2, 1 - psi], runs)
    return np.mean(tango_limits(drawn[:, 0], drawn[:, 1], n, 1.959964)[0] > -margin)


@pytest.mark.parametrize(
    ("n", "margin", "psi", "effect"),
    [(400, 0.02, 0.02, 0.0), (63, 0.05, 0.02, 0.0), (348, 0.02, 0.04, 0.01), (300, 0.05, 0.1, -0.01)],
)
def test_power_against_the_gate(n, margin, psi, effect):
    power = power_of_noninferiority(n, margin, psi, effect=effect)
    assert abs(power - opened(n, margin, psi, effect)) < 0.025


def test_the_normal_form_continues_the_exact_one():
    for margin, psi in ((0.02, 0.1), (0.05, 0.3)):
        n = int(300 / psi)
        assert_allclose(
            power_of_noninferiority(n, margin, psi), power_of_noninferiority(n + 1, margin, psi), atol=0.015
        )


@pytest.mark.parametrize(("margin", "psi", "effect"), [(0.02, 0.06, 0.0), (0.05, 0.02, 0.0), (0.1, 0.2, 0.02)])
def test_cases_reach_the_power(margin, psi, effect):
    n = cases_for_noninferiority(margin, psi, effect=effect)
    assert 0.8 <= power_of_noninferiority(n, margin, psi, effect=effect) < 0.86
    assert opened(n, margin, psi, effect) > 0.78
    assert cases_for_noninferiority(margin, psi, effect=effect, power=0.9) > n


def test_models_that_never_differ_still_need_cases():
    """Without a discordant case Tango's lower limit is -z^2 / (n + z^2)."""
    n = cases_for_noninferiority(0.02, 0.0)
    assert n == np.ceil(1.959964**2 * 0.98 / 0.02)
    assert power_of_noninferiority(n - 1, 0.02, 0.0) == 0
    assert power_of_noninferiority(n, 0.02, 0.0) == 1


def test_bad_input():
    with pytest.raises(InputError, match="`effect` must be above minus the margin"):
        cases_for_noninferiority(0.02, 0.1, effect=-0.02)
    with pytest.raises(InputError, match="`discordance` must be at least the size of the effect"):
        cases_for_noninferiority(0.02, 0.01, effect=0.05)
    with pytest.raises(InputError, match="`margin` must lie strictly"):
        cases_for_noninferiority(2, 0.1)
    with pytest.raises(InputError, match="`level` must"):
        power_of_noninferiority(100, 0.02, 0.1, level=95)


def test_power_counts_every_table_of_few_cases():
    """All tables of 3 cases, those without a case that both models answer alike among them."""
    n, psi = 3, 0.9
    b, c = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij")
    whole = b + c <= n
    chance = sum(
        multinomial.pmf([i, j, n - i - j], n, [psi / 2, psi / 2, 1 - psi])
        for i, j in zip(b[whole], c[whole], strict=True)
        if tango_limits(i, j, n, norm.ppf(0.975))[0] > -0.9
    )
    assert power_of_noninferiority(n, 0.9, psi) == pytest.approx(chance)
