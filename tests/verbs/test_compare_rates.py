"""Two accuracies with their numbers of cases, as papers print them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from referee import inference
from referee.verbs.compare_rates import compare_rates


def test_example_4_5():
    got = compare_rates(0.85, 30, 0.75, 5000)
    assert got.difference.value == pytest.approx(0.1)
    assert got.difference.interval.width / 2 == pytest.approx(0.12833648956, abs=1e-8)
    assert got.test.p_value == pytest.approx(0.12670952219691714, rel=1e-9)
    assert got.verdict is referee.Verdict.UNDECIDED
    assert "d = 0.100 ± 0.128 at 95%, not significant" in got.sentence
    assert "turns significant at 87.3% two-sided, 93.7% one-sided" in got.sentence
    assert "25.5 of 30 cases cannot be" in got.sentence
    assert [test.p_value for test in got.beside] == [
        inference.miettinen_nurminen(x, 30, 3750, 5000).p_value for x in (25, 26)
    ]


def test_it_is_significant_at_87_percent_and_not_at_88():
    assert compare_rates(0.85, 30, 0.75, 5000, level=0.87).test.significant(0.87)
    assert not compare_rates(0.85, 30, 0.75, 5000, level=0.88).test.significant(0.88)
    assert (
        compare_rates(0.85, 30, 0.75, 5000, level=0.87).verdict is referee.Verdict.UNDECIDED
    )  # the counts object


def test_whole_counts_are_led_by_the_score_test():
    got = compare_rates(0.8, 100, 0.6, 100)
    assert got.test.p_value == inference.miettinen_nurminen(80, 100, 60, 100).p_value
    assert got.difference.interval.method == "Miettinen-Nurminen"
    assert [test.name for test in got.beside] == ["Wald test of two proportions"]
    assert got.verdict is referee.Verdict.BETTER
    assert "cannot be" not in got.sentence
    assert compare_rates(0.6, 100, 0.8, 100).verdict is referee.Verdict.WORSE


@pytest.mark.parametrize(("rate", "n", "count"), [(0.833, 30, 25), (0.8333, 30, 25), (0.0, 7, 0), (1, 7, 7)])
def test_a_rounded_rate_is_the_count_it_was_rounded_from(rate, n, count):
    got = compare_rates(rate, n, 0.5, 10)
    assert got.test.name == f"score test of {count} of {n} and 5 of 10"
    said = f"{rate:g} of {n} cases is taken as {count} of them." in got.sentence
    assert said == (rate not in (0, 1))


def test_equivalent_within_a_margin():
    got = compare_rates(0.8, 20000, 0.8, 20000, margin=0.02)
    assert got.verdict is referee.Verdict.EQUIVALENT
    assert "equal rates are significant at no level. A and B are equivalent within 0.02." in got.sentence


def test_two_sure_rates():
    got = compare_rates(1, 30, 0, 50)
    assert got.verdict is referee.Verdict.BETTER
    assert "over 99.9% two-sided" in got.sentence
    assert got.beside[0].inapplicable


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 12), st.integers(0, 9))
def test_swapping_flips_the_sign_and_keeps_p(x, y):
    one, two = compare_rates(x / 12, 12, y / 9, 9), compare_rates(y / 9, 9, x / 12, 12)
    assert one.test.p_value == pytest.approx(two.test.p_value, abs=1e-9)
    assert one.difference.value == pytest.approx(-two.difference.value)
    outside = not one.difference.interval.low <= 0 <= one.difference.interval.high
    assert outside == one.test.significant()
    assert not math.isnan(one.test.p_value)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((85, 30, 0.75, 5000), "`a` must lie between 0 and 1; got 85. Did you mean 0.85?"),
        ((0.85, 0, 0.75, 5000), "`n_a` must be at least 1; got 0."),
        ((0.85, 30, 0.75, float("nan")), "`n_b` must be a finite number; got nan."),
    ],
)
def test_bad_input(args, sentence):
    with pytest.raises(referee.InputError) as caught:
        compare_rates(*args)
    assert str(caught.value) == sentence


def test_a_level_and_a_margin_that_cannot_be():
    with pytest.raises(referee.InputError, match="`level` must be above 0.5 to compare"):
        compare_rates(0.85, 30, 0.75, 50, level=0.4)
    with pytest.raises(referee.InputError, match="`margin` must lie strictly between 0 and 1"):
        compare_rates(0.85, 30, 0.75, 50, margin=-0.1)
