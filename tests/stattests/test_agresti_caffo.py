import pytest

from referee.stattests import agresti_caffo


def test_effect_is_at_the_centre_and_the_observed_difference_beside_it():
    result = agresti_caffo(80, 100, 70, 100)
    assert result.effect.value == pytest.approx(sum(result.effect.interval) / 2)
    assert result.details["observed"] == pytest.approx(0.1)
