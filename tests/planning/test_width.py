from __future__ import annotations

import pytest

from referee.errors import InputError
from referee.inference.proportion import proportion_interval
from referee.planning import cases_for_width


@pytest.mark.parametrize("method", ["midp", "wilson", "wald", "clopper_pearson"])
@pytest.mark.parametrize(("value", "width"), [(0.8, 0.1), (0.5, 0.02), (0.99, 0.05)])
def test_the_least_number_of_cases(value, width, method):
    n = cases_for_width(value, width, method=method)

    def wide(cases):
        return proportion_interval(value * cases, cases, 0.95, method=method, fractional=True).width

    assert wide(n) <= width < wide(n - 1)


def test_more_for_more_and_bad_input():
    assert cases_for_width(0.8, 0.1, level=0.99) > cases_for_width(0.8, 0.1)
    assert cases_for_width(0.5, 0.1) > cases_for_width(0.8, 0.1)
    for bad in (
        {"value": 1.2, "width": 0.1},
        {"value": 0.5, "width": 0},
        {"value": 0.5, "width": 0.1, "level": 95},
    ):
        with pytest.raises(InputError, match="must lie"):
            cases_for_width(**bad)


def test_one_case_is_enough_for_a_width_of_nearly_1():
    assert cases_for_width(1.0, 0.98) == 1


def test_what_a_million_million_cases_do_not_reach_is_refused():
    with pytest.raises(ValueError, match="`width` must be reachable with fewer than 1e12 cases; got 1e-06"):
        cases_for_width(0.5, 1e-6, method="wilson")
    assert cases_for_width(0.5, 4e-6, method="wilson") > 2e11
