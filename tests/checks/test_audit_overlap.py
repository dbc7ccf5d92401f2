"""R101 to R105 and R110: what training and test share."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.audit_data import cases, found, material, one, split
from referee.checks.audit import REGISTRY, InapplicableError

X, Y = cases(600)
TRAIN, TEST = split(X, Y, 400)
CLEAN = material(TRAIN, TEST)


def with_copies(count, noise=0.0):
    values = TEST[0].copy()
    values[:count] = TRAIN[0][50 : 50 + count] + noise * np.random.default_rng(1).normal(size=(count, X.shape[1]))
    return (values, TEST[1])


@pytest.mark.parametrize("code", ["R101", "R102", "R103", "R110"])
def test_clean_cases_raise_nothing(code):
    assert found(code, CLEAN) == []


def test_r101_counts_equal_rows():
    finding = one("R101", material(TRAIN, with_copies(7)))
    assert (finding.severity, finding.evidence[:40]) == ("serious", "7 of 200 test cases (3.5%) have the feat")
    assert found("R101", material(TRAIN, with_copies(1))) == ["warning"]


def test_r101_takes_missing_as_equal_to_missing():
    a, b = TRAIN[0].copy(), TEST[0].copy()
    a[:3, 1] = b[:3, 1] = np.nan
    b[:3] = a[:3]
    assert one("R101", material((a, TRAIN[1]), (b, TEST[1]))).evidence.startswith("3 of 200")


def patterns(n, d, seed):
    rng = np.random.default_rng(seed)
    return rng.integers(0, 2, (n, d)).astype(float), rng.integers(0, 2, n)


@pytest.mark.parametrize("d", [1, 2, 6, 9])
def test_r101_few_patterns_must_repeat(d):
    train, test = split(*patterns(600, d, 3), 400)
    assert found("R101", material(train, test)) == ["note"]
    assert found("R110", material(train, test)) == []


def test_r101_copies_show_where_patterns_seldom_repeat():
    train, test = split(*patterns(600, 14, 4), 400)
    assert found("R101", material(train, test)) in ([], ["note"])
    copied = np.concatenate([train[0][:60], test[0][60:]])
    assert found("R101", material(train, (copied, test[1]))) == ["serious"]


def test_r101_rounded_numbers_are_no_small_space():
    rounded = np.round(X, 1)
    train, test = split(rounded, Y, 400)
    assert found("R101", material(train, test)) == []
    copied = np.concatenate([train[0][:3], test[0][3:]])
    assert found("R101", material(train, (copied, test[1]))) == ["serious"]


def test_r102_equal_rows_of_another_class():
    values, _ = with_copies(5)
    y = TEST[1].copy()
    y[:5] = TRAIN[1][50:55]
    assert found("R102", material(TRAIN, (values, y))) == []
    y[:2] = 1 - y[:2]
    finding = one("R102", material(TRAIN, (values, y)))
    assert finding.severity == "warning"
    assert finding.evidence.startswith("2 of 5 repeated test cases; test row 1 (index 0)")


def test_r103_near_copies():
    assert one("R103", material(TRAIN, with_copies(9, 1e-5))).evidence.startswith("9 of 200 test cases (4.5%)")
    assert found("R103", material(TRAIN, with_copies(1, 1e-5))) == ["warning"]
    assert found("R103", material(TRAIN, with_copies(9))) == []


def test_r103_categories_and_gaps_must_agree():
    values, y = with_copies(6, 1e-5)
    colour = {"train": ["red"] * 400, "test": ["red"] * 3 + ["blue"] * 197}
    tables = {}
    for name, (x, classes) in {"train": TRAIN, "test": (values, y)}.items():
        tables[name] = {f"a{j}": x[:, j] for j in range(5)} | {"colour": np.array(colour[name]), "y": classes}
    assert one("R103", material(tables["train"], tables["test"], target="y")).evidence.startswith("3 of 200")


def test_r103_needs_numbers_that_do_not_repeat():
    train, test = split(*patterns(600, 6, 3), 400)
    with pytest.raises(InapplicableError, match="repeat exactly too often"):
        REGISTRY["R103"](material(train, test))


def grouped(train, test, role):
    return material(TRAIN, TEST, roles={role: {"train": train, "test": test}})


def test_r104_shared_groups():
    assert found("R104", grouped(np.arange(400), np.arange(400, 600), "groups")) == []
    finding = one("R104", grouped(np.arange(400), np.arange(395, 595), "groups"))
    assert (finding.severity, finding.evidence) == (
        "serious",
        "5 groups of 200 in the test set, with 5 of 200 cases",
    )
    assert found("R104", grouped([f"p{i}" for i in range(400)], ["p7"] * 200, "groups")) == ["serious"]


@pytest.mark.parametrize("kind", [int, "M8[D]", lambda days: [f"2026-{d:04d}" for d in days]])
def test_r105_time_order(kind):
    def times(start, n):
        days = np.arange(start, start + n)
        return kind(days) if callable(kind) and kind is not int else days.astype(kind)

    assert found("R105", grouped(times(0, 400), times(399, 200), "times")) == []
    finding = one("R105", grouped(times(0, 400), times(390, 200), "times"))
    assert finding.severity == "serious"
    assert finding.evidence.startswith("9 of 400 training cases are later")


def test_r110_the_test_set_is_the_training_set():
    assert found("R110", material(TRAIN, (TRAIN[0][:200], TRAIN[1][:200]))) == ["serious"]
    assert found("R110", material(TRAIN, with_copies(150))) == []


def test_r110_predictions_of_training_cases():
    m = material(TRAIN, TRAIN, predictions={"m": TRAIN[1]}, of="train")
    assert found("R110", m) == ["serious"]
    alone = material(TRAIN, TRAIN, predictions={"m": TRAIN[1]}, of="train")
    object.__setattr__(alone, "test", None)
    assert found("R110", alone) == ["warning"]


def test_r110_needs_something_to_test_on():
    with pytest.raises(InapplicableError, match="needs test cases or predictions"):
        REGISTRY["R110"](material(TRAIN))
