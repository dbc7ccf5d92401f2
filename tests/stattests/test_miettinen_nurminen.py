from __future__ import annotations

import pytest

from referee.errors import InputError
from referee.stattests import agresti_caffo, fisher, miettinen_nurminen, newcombe, pooled_z


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
