from __future__ import annotations

import pytest

from referee.errors import InputError
from referee.inference import agresti_caffo, wald_difference, wald_difference_rates


def test_example_4_5_and_erratum_e1():
    """The two-sided level is 87.3%; the printed 93.6% is the one-sided one."""
    result = wald_difference_rates(0.25, 5000, 0.15, 30)
    assert result.details["level_two_sided"] == pytest.approx(0.8733, abs=5e-5)
    assert result.details["level_one_sided"] == pytest.approx(0.9366, abs=5e-5)
    assert not result.significant()
    assert any("4.5 cases, which cannot be" in warning for warning in result.warnings)
    assert any("fewer than the 5" in warning for warning in result.warnings)


def test_defect_3_of_the_peers_swapping_keeps_p():
    one, two = wald_difference_rates(0.25, 5000, 0.15, 30), wald_difference_rates(0.15, 30, 0.25, 5000)
    assert one.p_value == two.p_value == pytest.approx(0.1267, abs=5e-5)


def test_level_is_where_the_interval_touches_zero():
    result = wald_difference_rates(0.25, 5000, 0.15, 30)
    touching = wald_difference_rates(0.25, 5000, 0.15, 30, level=result.details["level_two_sided"])
    assert touching.effect.interval.low == pytest.approx(0, abs=1e-12)
    bound = wald_difference_rates(
        0.25, 5000, 0.15, 30, level=result.details["level_one_sided"], alternative="greater"
    )
    assert bound.effect.interval.low == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(("errors", "p"), [(4, 0.061), (5, 0.223)])
def test_erratum_a3(errors, p):
    assert wald_difference(1250, 5000, errors, 30).p_value == pytest.approx(p, abs=5e-4)


def test_no_variance():
    assert wald_difference(10, 10, 0, 10).inapplicable
    assert wald_difference(10, 10, 7, 7).p_value == 1


def test_example_4_5():
    ci = wald_difference_rates(0.25, 5000, 0.15, 30).effect.interval
    assert (ci.low + ci.high) / 2 == pytest.approx(0.1)
    assert ci.width / 2 == pytest.approx(0.128, abs=5e-4)


def test_is_not_cut():
    assert wald_difference(9, 10, 2, 10).effect.interval.high > 1


def test_rates_are_shares():
    with pytest.raises(InputError, match=r"`rate1` must lie between 0 and 1; got 25. Did you mean 0.25\?"):
        wald_difference_rates(25, 5000, 0.15, 30)


def test_effect_is_at_the_centre_and_the_observed_difference_beside_it():
    result = agresti_caffo(80, 100, 70, 100)
    assert result.effect.value == pytest.approx(sum(result.effect.interval) / 2)
    assert result.details["observed"] == pytest.approx(0.1)


def test_is_wald_after_four_cases_are_added():
    adjusted, plain = agresti_caffo(7, 20, 3, 15), wald_difference(8, 22, 4, 17)
    assert tuple(adjusted.effect.interval) == tuple(plain.effect.interval)


def test_has_width_where_wald_has_none():
    assert wald_difference(10, 10, 0, 10).effect.interval is None
    assert agresti_caffo(10, 10, 0, 10).effect.interval.width > 0.2
