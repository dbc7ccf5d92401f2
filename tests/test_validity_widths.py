"""The widths of defaults beside other methods: who is asked, what counts, and which method the default is held against."""

from __future__ import annotations

import numpy as np
import pytest

from tools.validity.widths import DEFAULT, KINDS, Found, Method, main, measure_world, rows_of, summarise


def method(name, measure="accuracy"):
    return Method(measure, name, lambda: (0.0, 1.0))


OURS, NARROW, SHORT, WIDE = map(method, (DEFAULT, "narrow", "short", "wide"))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.title)
def test_every_method_is_asked_about_the_same_samples(kind):
    found = measure_world(kind, np.random.default_rng(5), 3)
    assert {method.measure for method in found} == {method.measure for method in kind.methods}
    for method, shown in found.items():
        assert 0 <= shown.covered <= shown.asked <= 3
        if method.name == DEFAULT:
            assert shown.width == 1


def test_the_narrowest_method_that_keeps_the_floor_in_every_world_is_the_measure():
    one = {OURS: Found(400, 385, 1.0), NARROW: Found(400, 372, 0.8), SHORT: Found(400, 370, 0.5)}
    two = {OURS: Found(400, 380, 1.0), NARROW: Found(400, 350, 0.9), SHORT: Found(400, 300, 0.5)}
    (row,) = rows_of(summarise([one, two]))
    # 350 of 400 are .875, within two Monte Carlo errors of .90; 300 are not
    assert row == ["accuracy", "0.950", "narrow 0.875, 0.85", "1.18", "no", "short 0.75"]
    two[NARROW] = Found(400, 340, 0.9)
    (row,) = rows_of(summarise([one, two]))
    assert row[2:] == ["none", "1.00", "yes", "narrow 0.85, short 0.75"]


def test_a_wider_method_leaves_the_default_the_narrowest():
    (row,) = rows_of(summarise([{OURS: Found(400, 380, 1.0), WIDE: Found(400, 390, 1.2)}]))
    assert row[3:5] == ["1.00", "yes"]


def test_differences_of_lift_are_reported_and_not_bounded():
    known = {
        method(DEFAULT, "lift difference"): Found(100, 99, 1.0),
        method("t", "lift difference"): Found(100, 95, 0.4),
    }
    assert rows_of(summarise([known]))[0][3:5] == ["2.50", "not bounded"]


def test_the_command_prints_the_table_and_the_command_that_makes_it_again(capsys, monkeypatch):
    monkeypatch.setattr("tools.validity.widths.KINDS", KINDS[:1])
    main(["--worlds", "1", "--runs", "4", "--seed", "2"])
    shown = capsys.readouterr().out
    assert "| balanced_accuracy |" in shown
    assert "--worlds 1 --runs 4 --seed 2" in shown
