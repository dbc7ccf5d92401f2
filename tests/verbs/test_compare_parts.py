"""What a comparison keeps for its reader."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import referee
from helpers.report_pages import duel_with_ids, gate_example, models, with_ids
from referee.core.verdict import decide
from referee.errors import InputError
from referee.views.report import render


def pair_of(**columns):
    truth = ["x", "y", "x", "y", "x", "y"]
    one = referee.read(
        truth, ["x", "y", "x", "x", "y", "y"], columns.get("a"), positive="y", case_ids=range(6), name="one"
    )
    two = referee.read(
        truth, ["y", "y", "y", "y", "y", "x"], columns.get("b"), positive="y", case_ids=range(6), name="two"
    )
    return one, two


def test_the_four_shares_add_up_and_have_the_interval_of_a_rate():
    duel = duel_with_ids()
    shares = [duel.parts[name] for name in ("both_right", "only_a_right", "only_b_right", "both_wrong")]
    assert sum(share.value for share in shares) == pytest.approx(1)
    for share, count in zip(shares, duel.joint.right_and_wrong, strict=True):
        expected = referee.inference.midp(count, duel.joint.n, level=duel.level)
        assert (share.interval.low, share.interval.high) == (expected.low, expected.high)


def test_cases_in_groups_have_no_interval_of_shares():
    one, two = (referee.read([1, 0] * 20, p, groups=np.arange(40) // 4) for p in ([1, 0] * 20, [1, 1] * 20))
    duel = referee.compare(one, two, rng=0)
    assert "both_right" not in duel.parts
    assert "Brackets" not in render(duel)


def test_disputed_cases_come_by_how_far_the_scores_are_apart():
    scores = {"a": [0.1, 0.9, 0.2, 0.3, 0.8, 0.7], "b": [0.6, 0.8, 0.9, 0.7, 0.95, 0.1]}
    found = referee.compare(*pair_of(**scores), rng=0).parts["disagreements"]
    assert [int(case.id) for case in found.only_a] == [2, 5, 0]
    assert [int(case.id) for case in found.only_b] == [3]
    assert (found.cases, found.scored) == ((3, 1), "y")
    first = found.only_a[0]
    assert (first.truth, first.answers, first.scores) == ("x", ("x", "y"), (0.2, 0.9))


def test_disputed_cases_without_scores_come_by_row():
    found = referee.compare(*pair_of(), rng=0).parts["disagreements"]
    assert [int(case.id) for case in found.only_a] == [0, 2, 5]
    assert found.only_a[0].scores == ()


def test_disputed_cases_follow_the_ids_when_rows_are_in_another_order():
    one, two = with_ids().values()
    order = np.random.default_rng(0).permutation(one.n)
    turned = referee.read(
        two.truth[order] == 1, two.predicted[order] == 1, two.scores[order], positive=True, name=two.name,
        case_ids=two.case_ids[order],
    )  # fmt: skip
    assert referee.compare(one, turned, rng=0).parts["disagreements"] == duel_with_ids().parts["disagreements"]


def test_disputed_cases_of_several_classes_have_the_score_of_the_true_class():
    rng, names = np.random.default_rng(0), list("abc")
    y, parts = rng.integers(0, 3, 60), []
    for name in ("one", "two"):
        p = rng.dirichlet(np.ones(3), 60)
        p[np.arange(60), y] += 0.3
        p /= p.sum(axis=1, keepdims=True)
        answers = np.array(names)[p.argmax(axis=1)]
        parts.append(
            (referee.read(np.array(names)[y], answers, p, labels=names, name=name, case_ids=range(60)), p)
        )
    found = referee.compare(parts[0][0], parts[1][0], rng=0).parts["disagreements"]
    assert found.scored == "the true class"
    for case in found.only_a:
        assert case.scores == tuple(p[int(case.id), y[int(case.id)]] for _, p in parts)
    gaps = [case.scores[0] - case.scores[1] for case in found.only_a]
    assert gaps == sorted(gaps, reverse=True)


def test_at_most_twenty_cases_of_each_side_are_kept_and_shown():
    found = duel_with_ids().parts["disagreements"]
    assert max(found.cases) > 20
    assert len(found.only_a) == min(20, found.cases[0])
    page = render(duel_with_ids())
    assert f"{sum(found.cases)} in all" in page
    assert all(page.count(f">{case.id}<") == 1 for case in (*found.only_a, *found.only_b))


def test_without_ids_no_case_is_named():
    duel = referee.compare(models()["sharp"], models()["blunt"], rng=0)
    assert "disagreements" not in duel.parts
    assert "Cases on which they disagree" not in render(duel)


def test_the_decision_at_a_margin_is_that_of_a_comparison_with_it():
    duel = duel_with_ids()
    for margin in (0.001, 0.02, duel.enough, duel.enough + 1e-9, 0.3):
        again = referee.compare(*with_ids().values(), margin=margin, rng=0)
        assert duel.at_margin(margin) == again.decision
    assert duel.at_margin(duel.enough).verdict != duel.at_margin(duel.enough + 1e-9).verdict
    with pytest.raises(InputError, match="`margin` must"):
        duel.at_margin(0)


def test_no_margin_settles_a_comparison_that_a_second_test_objects_to():
    duel = duel_with_ids()
    stuck = decide(duel.difference.interval, duel.narrow, None, "two tests disagree")
    again = replace(duel, decision=stuck)
    assert again.at_margin(0.9) == stuck
    assert again.enough == np.inf
    assert "If another difference mattered" in render(duel)
    assert "If another difference mattered" not in render(again)


def test_a_gate_at_another_margin_has_the_same_limit():
    gate = gate_example()
    for margin in (0.5 * -gate.limit, 2 * -gate.limit):
        again = referee.gate(*reversed(with_ids().values()), margin=margin, rng=0)
        assert (gate.at_margin(margin).passed, gate.at_margin(margin).limit) == (again.passed, again.limit)
