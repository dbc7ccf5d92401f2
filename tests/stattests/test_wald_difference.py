from __future__ import annotations

import pytest

from referee.stattests import wald_difference, wald_difference_rates


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
