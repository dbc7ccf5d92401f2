import pytest

from referee.stattests import chi2, pooled_z


def test_square_is_the_plain_chi_square():
    assert pooled_z(9, 10, 2, 10).statistic ** 2 == pytest.approx(chi2([[9, 1], [2, 8]]).statistic)
    assert pooled_z(9, 10, 2, 10).p_value == pytest.approx(chi2([[9, 1], [2, 8]]).p_value)


def test_one_sided():
    assert pooled_z(9, 10, 2, 10, alternative="greater").p_value * 2 == pytest.approx(
        pooled_z(9, 10, 2, 10).p_value
    )
    assert pooled_z(9, 10, 2, 10, alternative="less").p_value > 0.99


def test_unequal_sizes():
    result = pooled_z(9, 10, 4, 20)
    assert result.effect.n == 30
    assert result.details["pooled"] == pytest.approx(13 / 30)
    assert result.statistic**2 == pytest.approx(chi2([[9, 1], [4, 16]]).statistic)
    assert result.effect.value == pytest.approx(0.7)
