from __future__ import annotations

import pytest

from referee.stattests import mcnemar, tango


def test_score_p_is_mcnemars_without_correction():
    for table in ([[40, 12], [5, 43]], [[15, 6], [0, 9]]):
        assert tango(table).p_value == pytest.approx(mcnemar(table, method="asymptotic").p_value)
        assert tango(table).statistic ** 2 == pytest.approx(mcnemar(table, method="asymptotic").statistic)


def test_where_midp_and_tango_part():
    """b = 6, c = 15: mid-p .0525, while Tango's interval excludes 0 together with its own p."""
    table = [[40, 6], [15, 39]]
    assert mcnemar(table).p_value == pytest.approx(0.0525, abs=5e-5)
    assert tango(table).p_value < 0.05
    assert tango(table).effect.interval.high < 0


def test_margin():
    for level in (0.8, 0.9, 0.95, 0.99):
        result = tango([[60, 9], [8, 23]], difference=-0.05, alternative="greater", level=level)
        assert (result.effect.interval.low > -0.05) == (result.p_value < 1 - level)


def test_no_discordant_case():
    result = tango([[10, 0], [0, 10]])
    assert result.p_value == 1
    assert result.effect.interval.width > 0.3
    assert "same cases" in result.warnings[0]
