"""Searches for the zero of a function: a bracketing one, and one for functions that are nearly lines."""

import math

import numpy as np
import pytest

from referee.inference._solve import near_root, root

RISING = {
    "nearly a line": lambda x: x + x**3 / 30 - 1,
    "bent": lambda x: math.copysign(abs(x) ** 0.5, x) - 0.3,
    "flat ends": lambda x: math.tanh(5 * x - 2),
    "a step": lambda x: -1.0 if x < 0.7 else 1.0,
    "infinite beyond": lambda x: x - 0.4 if x < 0.9 else math.inf,
}


@pytest.mark.parametrize("name", RISING)
@pytest.mark.parametrize("start", [-1.9, 0.0, 0.8, 1.9])
@pytest.mark.parametrize("step", [0.01, 1.0, 50.0])
def test_the_quick_search_finds_what_the_bracketing_one_finds(name, start, step):
    function = RISING[name]
    assert near_root(function, start, step, -2.0, 2.0) == pytest.approx(root(function, -2.0, 2.0), abs=1e-9)


@pytest.mark.parametrize(("function", "answer"), [(lambda x: x + 5, -2.0), (lambda x: x - 5, 2.0)])
def test_without_a_zero_the_nearer_end_is_the_answer(function, answer):
    assert near_root(function, 0.5, 1.0, -2.0, 2.0) == answer == root(function, -2.0, 2.0)


def test_few_values_of_a_function_that_is_nearly_a_line_are_asked_for():
    asked = []

    def function(x):
        asked.append(x)
        return x + 0.01 * x * x - 2

    assert near_root(function, 1.5, 1.0, -10.0, 10.0) == pytest.approx(50 * (math.sqrt(1.08) - 1), abs=1e-12)
    assert len(asked) <= 6


def test_a_step_that_is_lost_in_rounding_ends_too():
    assert near_root(lambda x: -1.0 if x < 0.5 else 1.0, 0.0, 0.0, 0.0, 1.0) == pytest.approx(0.5, abs=1e-9)
    assert np.isfinite(near_root(lambda x: math.inf, 1.0, 1.0, 0.0, 8.0))
