"""How many cases: one verb for all questions."""

from __future__ import annotations

import pytest

import referee
from referee import planning


def refused(*args, **numbers):
    with pytest.raises(referee.InputError) as caught:
        referee.plan(*args, **numbers)
    return str(caught.value)


def test_each_question_is_answered_by_its_formula():
    assert referee.plan("paired", effect=0.05, discordance=0.2).cases == planning.cases_for_paired(0.05, 0.2)
    n = planning.cases_for_independent(0.9, 0.8, ratio=3)
    assert referee.plan("independent", a=0.9, b=0.8, ratio=3).cases == 4 * n
    positives = planning.positives_for_auc(0.9, 0.8, ratio=4, correlation=0.3, power=0.9)
    assert referee.plan("auc", a=0.9, b=0.8, ratio=4, correlation=0.3, power=0.9).cases == 5 * positives
    expected = planning.cases_for_noninferiority(0.02, 0.05, effect=0.01, level=0.9)
    assert referee.plan("noninferiority", margin=0.02, discordance=0.05, effect=0.01, level=0.9).cases == expected


@pytest.mark.parametrize(("effect", "n", "said"), [(0.01, 60, "5%"), (0.05, 300, "49%"), (0.05, 40, "9%")])
def test_a_chance_is_said_in_whole_percent(effect, n, said):
    plan = referee.plan("paired", effect=effect, discordance=0.2, n=n)
    assert f"with a chance of {said} " in plan.sentence, plan


def test_power():
    assert referee.plan("paired", effect=0.05, discordance=0.2, n=300).power == planning.power_of_paired(
        300, 0.05, 0.2
    )
    got = referee.plan("independent", a=0.9, b=0.8, ratio=3, n=400).power
    assert got == planning.power_of_independent(100, 300, 0.9, 0.8)
    assert referee.plan("auc", a=0.9, b=0.8, ratio=4, n=500).power == planning.power_of_auc(100, 0.9, 0.8, ratio=4)


def test_width_either_way():
    got = referee.plan("width", value=0.8, width=0.1, method="wilson")
    assert (got.answer, got.cases) == ("cases", planning.cases_for_width(0.8, 0.1, method="wilson"))
    back = referee.plan("width", value=0.8, n=got.cases, method="wilson")
    assert back.answer == "width"
    assert back.width <= 0.1


def test_the_sentence_says_what_the_answer_rests_on():
    got = referee.plan("noninferiority", margin=0.02, discordance=0.06)
    assert got.sentence == (
        "1,250 cases show that accuracy is not lower by 0.02 or more on the same cases, when the difference is 0 and "
        "just one model is right on 6% of them, with a chance of 80% (95% level)."
    )
    assert str(got).startswith("Cases needed\n  1,250 cases show")


def test_bad_input():
    questions = "'width', 'paired', 'independent', 'auc', 'noninferiority'"
    assert refused("pair") == f"`question` must be one of {questions}; got 'pair'."
    assert refused("paired", effect=0.1) == "`discordance` must be given for 'paired'; got None."
    assert refused("paired", effect=0.1, discordance=0.2, margin=0.1) == (
        "`margin` must not be given for 'paired'; got 0.1. It takes effect, discordance."
    )
    assert refused("width", value=0.8) == "`width` must be given, or n; got neither."
    assert refused("width", value=0.8, n=10, width=0.1) == "`width` must be given, or n; got both."
    assert refused("width", value=0.8, n=10, power=0.8) == "`power` must not be given for 'width'; got 0.8."
    assert refused("auc", a="x", b=0.8) == "`a` must be a finite number; got 'x'."
    assert refused("auc", a=0.9, b=0.8, ratio=float("nan")) == "`ratio` must be a finite number; got nan."
    assert refused("auc", a=0.9, b=0.8, level=95).startswith("`level` must lie strictly between 0 and 1; got 95.")


def test_a_chance_that_is_nearly_sure_is_said_in_words():
    plan = referee.plan("paired", effect=0.1, discordance=0.2, n=2000)
    assert "with a chance of more than 99.99% (95% level)" in plan.sentence
