"""What every test of two things promises: identical is p = 1, swapping flips, the interval is the dual of p."""

from __future__ import annotations

import inspect
import math
import re
from functools import partial

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from referee import inference
from referee._references import works
from referee.core import TestResult
from referee.errors import InputError
from referee.inference import tables

SAMPLES = {  # two independent samples, and the null value of the effect
    "t_pooled": (inference.t_pooled, 0.0),
    "t_welch": (inference.t_welch, 0.0),
    "levene": (inference.levene, 0.0),
    "mann_whitney": (inference.mann_whitney, 0.0),
    "brunner_munzel": (inference.brunner_munzel, 0.5),
    "f": (inference.f, 1.0),
}
PAIRS = {
    "t_paired": inference.t_paired,
    "t_disjoint_sets": inference.t_disjoint_sets,
    "corrected_t": partial(inference.corrected_t, test_train_ratio=0.5),
    "sign": inference.sign,
    "wilcoxon": inference.wilcoxon,
    "wilcoxon_drop": partial(inference.wilcoxon, zeros="drop"),
    "wilcoxon_pratt": partial(inference.wilcoxon, zeros="pratt"),
}
COUNTS = {
    "wald_difference": (inference.wald_difference, 0.0),
    "pooled_z": (inference.pooled_z, 0.0),
    "miettinen_nurminen": (inference.miettinen_nurminen, 0.0),
    "agresti_caffo": (inference.agresti_caffo, 0.0),
    "newcombe": (inference.newcombe, 0.0),
    "fisher": (lambda a, m, b, n, **o: inference.fisher([[a, m - a], [b, n - b]], **o), 1.0),
}
PAIRED_TABLES = {
    "tango": inference.tango,
    "midp": inference.mcnemar,
    "exact": partial(inference.mcnemar, method="exact"),
    "asymptotic": partial(inference.mcnemar, method="asymptotic"),
    "corrected": partial(inference.mcnemar, method="corrected"),
}
ALTERNATIVES = st.sampled_from(["two-sided", "greater", "less"])
LEVELS = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99])
VALUES = st.one_of(st.integers(-5, 5).map(float), st.integers(-300, 300).map(lambda v: v / 100))
COLUMN = st.lists(VALUES, min_size=3, max_size=9)
TABLE = st.tuples(*[st.integers(0, 12)] * 4).filter(any).map(lambda c: [[c[0], c[1]], [c[2], c[3]]])


@st.composite
def two_counts(draw):
    n1, n2 = draw(st.integers(1, 25)), draw(st.integers(1, 25))
    return draw(st.integers(0, n1)), n1, draw(st.integers(0, n2)), n2


@st.composite
def pairs(draw):
    x = draw(COLUMN)
    return x, draw(st.lists(VALUES, min_size=len(x), max_size=len(x)))


def oriented(value: float, null: float) -> float:
    """The effect as a distance from its null value; a ratio on the scale of logarithms."""
    if null != 1.0:
        return value - null
    return -math.inf if value == 0 else math.log(value)


def assert_dual(result: TestResult, null: float, level: float) -> None:
    """The interval leaves the null value out exactly when p < 1 - level."""
    if result.inapplicable is not None:
        assert math.isnan(result.p_value)
        assert result.inapplicable
        return
    assert 0 <= result.p_value <= 1
    if result.effect.interval is None:
        assert result.effect.note or result.effect.undefined
        return
    assume(abs(result.p_value - (1 - level)) > 1e-9)
    interval = result.effect.interval
    assert interval.level == level
    assert (null not in interval) == (result.p_value < 1 - level), (result.p_value, tuple(interval))


def assert_mirrored(one: TestResult, two: TestResult, null: float) -> None:
    """Swapped arguments flip the sign and keep the two-sided p."""
    assert (one.inapplicable is None) == (two.inapplicable is None)
    if one.inapplicable is None:
        assert two.p_value == pytest.approx(one.p_value, rel=1e-9, abs=1e-300)
    if one.effect.defined:
        assert oriented(two.effect.value, null) == pytest.approx(-oriented(one.effect.value, null), abs=1e-9)
    if one.effect.interval is not None:
        ends = sorted(oriented(end, null) for end in one.effect.interval)
        back = sorted(-oriented(end, null) for end in two.effect.interval)
        assert back == pytest.approx(ends, abs=1e-8)


def assert_no_difference(result: TestResult) -> None:
    assert result.p_value == pytest.approx(1, abs=1e-12) or (math.isnan(result.p_value) and result.inapplicable)


@pytest.mark.parametrize("name", SAMPLES)
class TestSamples:
    @pytest.mark.slow
    @settings(max_examples=60, deadline=None)
    @given(x=COLUMN, y=COLUMN, alternative=ALTERNATIVES, level=LEVELS)
    def test_interval_is_the_dual_of_p(self, name, x, y, alternative, level):
        test, null = SAMPLES[name]
        assert_dual(test(x, y, alternative=alternative, level=level), null, level)

    @settings(max_examples=40, deadline=None)
    @given(x=COLUMN, y=COLUMN)
    def test_swapping_flips(self, name, x, y):
        test, null = SAMPLES[name]
        assert_mirrored(test(x, y), test(y, x), null)

    @settings(max_examples=20, deadline=None)
    @given(x=COLUMN)
    def test_identical(self, name, x):
        assert_no_difference(SAMPLES[name][0](x, x))


@pytest.mark.parametrize("name", PAIRS)
class TestPairs:
    @pytest.mark.slow
    @settings(max_examples=60, deadline=None)
    @given(xy=pairs(), alternative=ALTERNATIVES, level=LEVELS)
    @example(xy=([1.0, 2.0, 3.0, 4.0, 5.0, 0.0, 0.0], [0.0] * 7), alternative="two-sided", level=0.9)
    def test_interval_is_the_dual_of_p(self, name, xy, alternative, level):
        assert_dual(PAIRS[name](*xy, alternative=alternative, level=level), 0.0, level)

    @settings(max_examples=40, deadline=None)
    @given(xy=pairs())
    def test_swapping_flips(self, name, xy):
        assert_mirrored(PAIRS[name](*xy), PAIRS[name](*xy[::-1]), 0.0)

    @settings(max_examples=20, deadline=None)
    @given(x=COLUMN)
    def test_identical(self, name, x):
        assert PAIRS[name](x, x).p_value == 1

    def test_noise_of_rounding_is_no_difference(self, name):
        x, y = [0.1 + 0.2, 0.7 + 0.1, 0.3], [0.3, 0.8, 0.1 + 0.2]
        assert x != y
        assert PAIRS[name](x, y).p_value == 1

    def test_unequal_lengths_are_refused(self, name):
        with pytest.raises(InputError, match=r"must pair with .* got 3 and 2 values"):
            PAIRS[name]([1.0, 2.0, 3.0], [1.0, 2.0])


@pytest.mark.parametrize("name", COUNTS)
class TestCounts:
    @pytest.mark.slow
    @settings(max_examples=80, deadline=None)
    @given(counts=two_counts(), alternative=ALTERNATIVES, level=LEVELS)
    @example(counts=(1250, 5000, 4, 30), alternative="two-sided", level=0.95)
    @example(counts=(10, 10, 0, 10), alternative="two-sided", level=0.95)
    def test_interval_is_the_dual_of_p(self, name, counts, alternative, level):
        test, null = COUNTS[name]
        assert_dual(test(*counts, alternative=alternative, level=level), null, level)

    @pytest.mark.slow
    @settings(max_examples=40, deadline=None)
    @given(counts=two_counts())
    def test_swapping_flips(self, name, counts):
        a, m, b, n = counts
        test, null = COUNTS[name]
        assert_mirrored(test(a, m, b, n), test(b, n, a, m), null)

    @settings(max_examples=20, deadline=None)
    @given(n=st.integers(1, 40), share=st.floats(0, 1))
    def test_identical(self, name, n, share):
        assert_no_difference(COUNTS[name][0](round(share * n), n, round(share * n), n))


@pytest.mark.parametrize("name", PAIRED_TABLES)
class TestPairedTables:
    @pytest.mark.slow
    @settings(max_examples=100, deadline=None)
    @given(table=TABLE, alternative=ALTERNATIVES, level=LEVELS)
    @example(table=[[40, 6], [15, 39]], alternative="two-sided", level=0.95)
    @example(table=[[0, 0], [0, 10]], alternative="greater", level=0.95)
    def test_interval_is_the_dual_of_p(self, name, table, alternative, level):
        assert_dual(PAIRED_TABLES[name](table, alternative=alternative, level=level), 0.0, level)

    @settings(max_examples=40, deadline=None)
    @given(table=TABLE)
    def test_swapping_flips(self, name, table):
        test = PAIRED_TABLES[name]
        assert_mirrored(test(table), test(np.transpose(table)), 0.0)

    @pytest.mark.parametrize("table", [[[5, 0], [0, 5]], [[10, 0], [0, 0]], [[100, 25], [25, 50]]])
    def test_equal_models(self, name, table):
        assert PAIRED_TABLES[name](table).p_value == 1


@pytest.mark.parametrize("name", ["mcnemar", "tango", "mann_whitney", "t_paired", "fisher", "chi2"])
def test_level_as_percentage_is_refused(name):
    test = getattr(inference, name)
    arguments = {"mann_whitney": ([1, 2], [3, 4]), "t_paired": ([1, 2], [3, 5])}.get(name, ([[3, 1], [2, 5]],))
    with pytest.raises(
        InputError, match=r"`level` must lie strictly between 0 and 1; got 95. Did you mean 0.95\?"
    ):
        test(*arguments, level=95)


@pytest.mark.parametrize("name", ["t", "sign", "wilcoxon", "t_paired"])
def test_misspelt_alternative_is_refused(name):
    with pytest.raises(
        InputError, match="`alternative` must be one of 'two-sided', 'greater', 'less'; got 'bigger'"
    ):
        getattr(inference, name)([1.0, 2.0, 4.0], alternative="bigger")


WITHOUT_REFERENCE = {
    "rank_learners",
    "threshold_table",
    "width_by_n",
    "replicates",
}
WITHOUT_REFERENCE |= {"auc_interval", "proportion_interval"}
WITHOUT_REFERENCE |= {"fbeta_interval", "jaccard_interval", "fpr_band"}
"""Tables, engines, and functions that choose a method by its name."""


def test_every_public_function_names_a_known_reference():
    functions = {f"inference.{name}": getattr(inference, name) for name in inference.__all__}
    own = (f for f in vars(tables).values() if getattr(f, "__module__", "") == tables.__name__)
    functions |= {f"tables.{function.__name__}": function for function in own}
    for name, function in functions.items():
        if not inspect.isfunction(function) or name.startswith("tables._"):
            continue
        text = " ".join((function.__doc__ or "").split())
        found = re.search(r"References?: (.*?)(?: >>>|$)", text)
        assert found or name.removeprefix("inference.") in WITHOUT_REFERENCE, name
        for key in found.group(1).strip().rstrip(".").split(", ") if found else ():
            assert key in works(), f"{name}: {key}"


def test_every_result_says_its_null_and_how_it_errs():
    results = [test([1.0, 2.0, 4.0], [1.5, 2.0, 7.0]) for test, _ in SAMPLES.values()]
    results += [test([1.0, 2.0, 4.0], [1.5, 2.0, 7.0]) for test in PAIRS.values()]
    results += [test(3, 9, 5, 10) for test, _ in COUNTS.values()]
    results += [test([[3, 2], [5, 4]]) for test in PAIRED_TABLES.values()]
    for result in results:
        assert result.name
        assert result.null
        assert result.errs.endswith(".")
        assert TestResult.from_dict(result.to_dict()) == result
