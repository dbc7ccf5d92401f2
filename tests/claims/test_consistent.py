from __future__ import annotations

import itertools
import math
from decimal import ROUND_DOWN, ROUND_HALF_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import InputError
from referee.claims import consistent_matrices
from referee.claims.measures import CURVED, RANGED, RATIOS
from referee.metrics.registry import get

MEASURES = [*RATIOS, *CURVED]


def tables(n, positives=None):
    for p in range(n + 1) if positives is None else [positives]:
        for tp in range(p + 1):
            for tn in range(n - p + 1):
                yield tp, p - tp, n - p - tn, tn


def exact(name, cells):
    """A ratio as a fraction, or None where it is undefined."""
    above, below = (sum(w * c for w, c in zip(weights, cells, strict=True)) for weights in RATIOS[name])
    return Fraction(above, below) if below else None


def value(name, cells):
    tp, fn, fp, tn = cells
    return float(get(name).formula(np.array([[tn, fp], [fn, tp]])))


def prints_as(name, cells, text, rounding="half"):
    """Whether a table gives the printed text, by Python's own decimal arithmetic."""
    unit = Decimal(1).scaleb(Decimal(text).as_tuple().exponent)
    if name in RATIOS:
        found = exact(name, cells)
        if found is None:
            return False
        decimal = Decimal(found.numerator) / Decimal(found.denominator)
    else:
        found = value(name, cells)
        if math.isnan(found) or 0 in (cells[0] + cells[1], cells[2] + cells[3]):
            return False
        decimal = Decimal(found).quantize(Decimal("1e-12"))
    modes = {"half": (ROUND_HALF_UP, ROUND_HALF_DOWN), "truncate": (ROUND_DOWN,)}
    modes["any"] = (*modes["half"], ROUND_DOWN, ROUND_UP)
    return any(decimal.quantize(unit, mode) == Decimal(text) for mode in modes[rounding])


def brute(n, positives, numbers, rounding="half"):
    return {
        cells
        for cells in tables(n, positives)
        if all(prints_as(name, cells, text, rounding) for name, text in numbers.items())
    }


@st.composite
def claims(draw):
    """A table, some of its measures as they would be printed, and whether the positives are told."""
    cells = tuple(draw(st.lists(st.integers(0, 6), min_size=4, max_size=4)))
    n = sum(cells)
    names = draw(st.lists(st.sampled_from(MEASURES), min_size=1, max_size=3, unique=True))
    digits = draw(st.integers(1, 3))
    numbers = {}
    for name in names:
        found = value(name, cells) if n else math.nan
        if not math.isnan(found) and min(cells[0] + cells[1], cells[2] + cells[3]) > 0:
            numbers[name] = f"{found:.{digits}f}".replace("-0.000", "0.000")
    return n, draw(st.sampled_from([None, cells[0] + cells[1]])), numbers, cells


@settings(max_examples=150, deadline=None)
@given(claims(), st.sampled_from(["half", "truncate", "any"]))
def test_the_tables_are_those_of_brute_force(claim, rounding):
    n, positives, numbers, cells = claim
    if not numbers:
        return
    found = consistent_matrices(n=n, positives=positives, rounding=rounding, most=10**6, **numbers)
    expected = brute(n, positives, numbers, rounding)
    assert set(found.matrices) == expected
    assert found.count == len(expected)
    assert found.complete
    if rounding == "half":
        assert cells in expected
    if not expected:
        assert found.contradiction
        assert found.because


@settings(max_examples=40, deadline=None)
@given(claims())
def test_the_ranges_are_those_of_the_tables(claim):
    n, positives, numbers, _ = claim
    if not numbers:
        return
    found = consistent_matrices(n=n, positives=positives, most=10**6, **numbers)
    for name in RANGED:
        seen = [v for v in (value(name, cells) for cells in found.matrices) if not math.isnan(v)]
        assert (name in found.ranges) == bool(seen)
        if seen:
            assert found.ranges[name] == pytest.approx((min(seen), max(seen)))


@pytest.mark.parametrize(("n", "positives"), [(9, None), (14, 5)])
def test_two_numbers_at_random_are_judged_as_by_brute_force(n, positives):
    rng = np.random.default_rng(3)
    for _ in range(60):
        names = rng.choice(MEASURES, 2, replace=False)
        numbers = {str(name): f"{rng.random():.1f}" for name in names}
        found = consistent_matrices(n=n, positives=positives, most=10**6, **numbers)
        assert set(found.matrices) == brute(n, positives, numbers)


@pytest.mark.slow
@pytest.mark.parametrize("rounding", ["half", "truncate", "any"])
def test_a_minimal_contradiction_is_one_and_is_minimal(rounding):
    rng = np.random.default_rng(11)
    seen = 0
    for _ in range(40):
        names = [
            str(name)
            for name in rng.choice(["accuracy", "sensitivity", "specificity", "precision", "f1", "mcc"], 4, False)
        ]
        numbers = {name: f"{rng.random():.2f}" for name in names}
        found = consistent_matrices(n=25, positives=9, rounding=rounding, **numbers)
        if found.possible:
            continue
        seen += 1
        chosen = [name for name in found.contradiction if name != "positives"]
        known = 9 if "positives" in found.contradiction else None
        assert not brute(25, known, {name: numbers[name] for name in chosen}, rounding)
        for fewer in itertools.combinations(chosen, len(chosen) - 1):
            assert brute(25, known, {name: numbers[name] for name in fewer}, rounding)
    assert seen > 10


def test_85_percent_of_30_cannot_be():
    found = consistent_matrices(n=30, accuracy="85%")
    assert (found.count, found.contradiction) == (0, ("accuracy",))
    assert "25 of 30 (0.833) and 26 of 30 (0.867)" in found.because
    assert consistent_matrices(n=20, accuracy="85%").possible


def test_the_digits_of_the_print_count():
    assert consistent_matrices(n=7, accuracy="0.57", positives=3).possible
    assert not consistent_matrices(n=7, accuracy="0.570", positives=3).possible
    assert not consistent_matrices(n=7, accuracy=0.57, positives=3, digits=3).possible
    assert consistent_matrices(n=7, accuracy=4 / 7, positives=3).count == 4
    assert consistent_matrices(n=7, accuracy="0.5714285", rounding="truncate").possible
    assert not consistent_matrices(n=7, accuracy="0.5714285", tolerance=1e-9).possible


def test_which_numbers_contradict_each_other():
    found = consistent_matrices(n=1432, positives=530, accuracy="0.92", sensitivity="0.22", specificity="0.86")
    assert found.contradiction == ("accuracy", "sensitivity", "positives")
    assert found.because.startswith("sensitivity 0.22, 530 positives with n = 1,432 allow accuracy from 0.08")
    found = consistent_matrices(n=1000, accuracy="0.95", sensitivity="0.90", specificity="0.80")
    assert found.contradiction == ("accuracy", "sensitivity", "specificity")
    assert "not 0.95" in found.because


PEER = [
    (100, 200, {"accuracy": 0.9567, "sensitivity": 0.8545, "specificity": 0.9734}, 1e-4, False),
    (530, 902, {"accuracy": 0.62, "sensitivity": 0.22, "specificity": 0.86, "f1": 0.3}, 1e-2, True),
    (530, 902, {"accuracy": 0.92, "sensitivity": 0.22, "specificity": 0.86, "f1": 0.3}, 1e-2, False),
]


@pytest.mark.parametrize(("p", "n", "numbers", "tolerance", "possible"), PEER)
def test_published_examples_of_mlscorecheck(p, n, numbers, tolerance, possible):
    """The examples of mlscorecheck 1.0.3 for one test set, without its Fowlkes-Mallows index."""
    assert consistent_matrices(n=p + n, positives=p, tolerance=tolerance, **numbers).possible is possible


def test_an_auc_bounds_the_operating_point():
    free = consistent_matrices(n=100, positives=40, accuracy="0.90")
    bound = consistent_matrices(n=100, positives=40, accuracy="0.90", auc="0.75")
    assert 0 < bound.count < free.count
    for tp, _, _, tn in bound.matrices:
        sn, sp = tp / 40, tn / 60
        assert sn * sp <= 0.755 + 1e-9
        assert 1 - (1 - sn) * (1 - sp) >= 0.745 - 1e-9
    assert "threshold on the scores" in bound.note
    impossible = consistent_matrices(n=100, positives=40, sensitivity="0.95", specificity="0.95", auc="0.80")
    assert impossible.contradiction == ("sensitivity", "specificity", "auc")


def test_an_auc_of_few_pairs_is_a_multiple_of_half_a_pair():
    assert consistent_matrices(n=4, positives=2, auc="0.625").possible
    assert not consistent_matrices(n=4, positives=2, auc="0.64").possible


def test_many_tables_are_counted_and_the_first_are_listed():
    found = consistent_matrices(n=2000, accuracy="0.91", sensitivity="0.87")
    assert len(found) == 1000
    assert found.count > 100_000
    assert not found.complete
    assert found.only is None


def test_too_many_tables_give_ranges_alone():
    found = consistent_matrices(n=100_000, accuracy="0.9")
    assert found.possible
    assert found.count is None
    assert "too many tables" in found.note
    assert found.ranges["accuracy"] == pytest.approx((0.85, 0.95))


def test_a_tiny_tolerance_is_widened_to_what_is_told_apart():
    assert consistent_matrices(n=3, positives=1, accuracy=1 / 3, tolerance=1e-17).possible
    assert consistent_matrices(n=3, positives=1, accuracy=1 / 3, tolerance=0).possible
    assert not consistent_matrices(n=3, positives=1, accuracy=0.3333, tolerance=0).possible


def test_a_bare_one_is_taken_to_two_decimals():
    found = consistent_matrices(n=50, positives=5, accuracy=1)
    assert found.matrices == ((5, 0, 0, 45),)
    assert consistent_matrices(n=50, positives=5, accuracy="1", digits=0).count > 1
    assert consistent_matrices(n=50, positives=25, plr="2").ranges["positive_likelihood_ratio"][1] > 2.4


def test_with_many_cases_the_positives_are_bounded_first(monkeypatch):
    numbers = {"accuracy": "0.912", "sensitivity": "0.874", "specificity": "0.921", "ppv": "0.701"}
    whole = consistent_matrices(n=5000, **numbers)
    monkeypatch.setattr("referee.claims.columns.MANY", 100)
    assert consistent_matrices(n=5000, **numbers) == whole
    assert not consistent_matrices(n=5000, **{**numbers, "accuracy": "0.97"})


def test_one_table_is_a_confusion_matrix():
    assert consistent_matrices(n=200, positives=100, tpr="0.63", tnr="0.72").only.tp == 63


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"n": 30, "accuracy": 85}, "`accuracy` must lie between 0 and 1; got 85. Did you mean 0.85?"),
        ({"n": 30, "accuracy": "ninety"}, "`accuracy` must be a number such as 0.85 or 85%; got 'ninety'."),
        ({"n": 30, "accuracy": "1e999"}, "be a number such as 0.85"),
        ({"n": 30, "accuracy": math.nan}, "`accuracy` must be a finite number"),
        ({"n": 30, "mcc": "-1.2"}, "`mcc` must lie between -1 and 1; got -1.2."),
        ({"n": 30.5, "accuracy": 0.9}, "`n` must be a whole number; got 30.5"),
        ({"n": 0, "accuracy": 0.9}, "`n` must be at least 1"),
        ({"n": 30, "positives": 31, "accuracy": 0.9}, "`positives` must be at most n = 30; got 31"),
        ({"n": 30, "recall": 0.9, "sensitivity": 0.9}, "It is another word for sensitivity"),
        (
            {"n": 30, "acuracy": 0.9},
            "`measure` must be one that a two-class table fixes; got 'acuracy'. Did you mean",
        ),
        ({"n": 30, "accuracy": 0.9, "rounding": "up"}, "`rounding` must be one of"),
        ({"n": 30, "accuracy": 0.9, "tolerance": -1}, "`tolerance` must be at least 0"),
    ],
)
def test_bad_input_gets_the_sentence(given, sentence):
    with pytest.raises(InputError) as error:
        consistent_matrices(**given)
    assert sentence in str(error.value)
