from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, stats

from referee.errors import InputError
from referee.inference import binomial_curve, normal_area, normal_curve


def test_the_bars_of_a_binomial_have_its_chances():
    curve = binomial_curve(40, 0.3)
    assert np.allclose(curve.y[::2], stats.binom.pmf(range(41), 40, 0.3))
    assert curve.y[::2].tolist() == curve.y[1::2].tolist()
    assert (curve.x[0], curve.x[-1]) == (-0.5, 40.5)


def test_the_bell_is_the_normal_density():
    curve = normal_curve(12, sd=2.9)
    assert np.allclose(curve.y, stats.norm.pdf(curve.x, 12, 2.9))


@pytest.mark.parametrize(("sided", "z"), [("two", 1.2816), ("one", 0.8416)])
def test_the_area_has_the_share_of_the_level(sided, z):
    area = normal_area(0.8, sided=sided)
    assert round(float(area.x[-1]), 4) == z
    share = integrate.trapezoid(area.y, area.x)
    assert abs(share - 0.8) < 1e-3


def test_what_cannot_be_is_refused():
    for call in (
        lambda: binomial_curve(0, 0.5),
        lambda: binomial_curve(5, 2),
        lambda: normal_curve(0, sd=0),
        lambda: normal_area(1.0),
    ):
        with pytest.raises(InputError):
            call()
