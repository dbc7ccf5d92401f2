"""What the demo asks of two models."""

from __future__ import annotations

import pytest

from referee.verbs.demo import _duel


@pytest.mark.parametrize(
    ("order", "margin", "question"),
    [
        (("a", "b"), None, "b is right on 66.7% of the cases, a on 33.3%. Is it better?"),
        (("b", "a"), None, "b is right on 66.7% of the cases, a on 33.3%. Is it better?"),
        (("a", "b"), 0.1, "a is right on 33.3%, b on 66.7%. Is it as good, give or take 10 points?"),
    ],
)
def test_the_model_that_looks_better_is_named_first_unless_they_may_be_as_good(tmp_path, order, margin, question):
    told = {True: "eight", False: "other"}
    rows = [f"{i},eight,{told[i % 3 == 0]},{told[i % 3 > 0]}" for i in range(9)]
    (tmp_path / "p.csv").write_text("\n".join(["case,truth,a,b", *rows]) + "\n")
    step = _duel(tmp_path / "p.csv", *order, margin, 0)
    assert step.question == question
    assert (" --margin 0.1" in step.command) == (margin is not None)
