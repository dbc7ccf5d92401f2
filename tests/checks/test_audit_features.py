"""R130 to R134: features and labels of the training cases."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.audit_data import cases, found, material, one
from referee.checks.audit import REGISTRY, InapplicableError

X, Y = cases(500, seed=21)
CODES = ["R130", "R131", "R132", "R133"]


@pytest.mark.parametrize("code", CODES)
def test_clean_cases_raise_nothing(code):
    assert found(code, material((X, Y))) == []


@pytest.mark.parametrize("code", ["R130", "R132", "R133"])
def test_few_cases_are_too_few(code):
    with pytest.raises(InapplicableError, match="needs at least two classes"):
        REGISTRY[code](material((X[:12], Y[:12])))


def test_r130_a_leaking_feature():
    leak = X.copy()
    leak[:, 4] = Y + 0.01 * np.random.default_rng(0).normal(size=500)
    finding = one("R130", material((leak, Y)))
    assert finding.severity == "serious"
    assert "x4 100%" in finding.evidence
    nearly = leak.copy()
    nearly[:8, 4] = 1 - Y[:8]
    assert found("R130", material((nearly, Y))) == ["warning"]


def test_r130_a_category_that_is_the_class_and_an_id_that_is_not():
    table = {"code": np.where(Y == 1, "a7", "b2"), "id": np.array([f"case {i}" for i in range(500)]), "y": Y}
    finding = one("R130", material(table, target="y"))
    assert "code 100%" in finding.evidence
    assert "id" not in finding.evidence.replace("aside", "")


def test_r131_gaps_that_tell_the_class():
    rng = np.random.default_rng(3)
    random, telling = X.copy(), X.copy()
    random[rng.random(500) < 0.2, 1] = np.nan
    telling[(rng.random(500) < 0.2) & (Y == 1), 1] = np.nan
    assert found("R131", material((random, Y))) == []
    finding = one("R131", material((telling, Y)))
    assert finding.severity == "warning"
    assert finding.evidence.startswith("x1 is missing in")
    assert "0% of 0" in finding.evidence


def test_r132_labels_that_belong_to_other_rows():
    rng = np.random.default_rng(4)
    assert found("R132", material((X, rng.permutation(Y)))) == ["warning"]


def test_r132_sees_what_no_feature_shows_alone():
    rng = np.random.default_rng(5)
    corner = rng.normal(size=(600, 2))
    y = (corner[:, 0] * corner[:, 1] > 0).astype(int)
    assert found("R132", material((corner, y))) == []


def test_r133_flipped_labels():
    clean, y = cases(600, seed=6, shift=5.0)
    assert found("R133", material((clean, y))) == []
    wrong = y.copy()
    flipped = [5, 90, 200, 333, 410, 480, 500, 590]
    wrong[flipped] = 1 - wrong[flipped]
    finding = one("R133", material((clean, wrong)))
    assert finding.severity == "warning"
    rows = finding.evidence.split("rows ")[1].removesuffix(", counted from 1").split(" and ")[0]
    assert {int(row) - 1 for row in rows.split(", ")} <= set(flipped)


def repeated(y):
    ids = np.repeat(np.arange(250), 2)
    return material((X, y), roles={"ids": {"train": ids}})


def test_r134_repeated_measurements():
    agreeing = np.repeat(Y[::2], 2)
    assert found("R134", repeated(agreeing)) == []
    unlike = agreeing.copy()
    unlike[[0, 10]] = 1 - unlike[[0, 10]]
    assert one("R134", repeated(unlike)).evidence == "2 cases of 250 that were measured more than once"
    with pytest.raises(InapplicableError, match="no case was measured twice"):
        REGISTRY["R134"](material((X, Y), roles={"ids": {"train": np.arange(500)}}))
