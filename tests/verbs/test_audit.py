"""The audit: what runs, what does not, and what it says."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

import referee
from helpers.audit_data import cases, split
from referee.checks.audit import REGISTRY
from referee.errors import InputError

X, Y = cases(400, seed=41, shift=2.0)
TRAIN, TEST = split(X, Y, 250)
MODEL = LogisticRegression().fit(*TRAIN)
SAID = referee.read(TEST[1], MODEL.predict(TEST[0]), MODEL.predict_proba(TEST[0])[:, 1], name="logit")
CODES = set(REGISTRY)


def codes(result, least="warning"):
    order = ("note", "warning", "serious")
    return [f.code for f in result.findings if order.index(f.severity) >= order.index(least)]


def test_clean_data_pass():
    result = referee.audit(TRAIN, TEST, predictions=SAID, rng=1)
    assert codes(result) == []
    assert result.passed
    assert (result.n_train, result.n_test, result.n_features, result.labels) == (250, 150, 5, (0, 1))
    assert result.test_set == SAID.fingerprint


def test_every_check_ran_or_says_why_not():
    result = referee.audit(TRAIN, TEST, rng=1)
    ran, skipped = {code for code, _ in result.ran}, {code for code, *_ in result.skipped}
    assert ran | skipped == CODES
    assert not ran & skipped
    assert {"R101", "R103", "R121", "R130"} <= ran
    why = {code: reason for code, _, reason in result.skipped}
    assert why["R104"] == "needs groups of the training and the test cases"
    assert {f.code for f in result.findings} <= ran


def test_several_mistakes_are_all_found_the_grave_ones_first():
    leaky = np.concatenate([TRAIN[0][:20], TEST[0][20:]]), TEST[1]
    result = referee.audit(
        TRAIN, leaky, groups=(np.arange(250), np.arange(240, 390)), gain=0.01, predictions=SAID, rng=1
    )
    assert codes(result) == ["R101", "R104", "R142", "R146"] or codes(result)[:2] == ["R101", "R104"]
    assert [f.severity for f in result.findings] == sorted(
        (f.severity for f in result.findings), key=("serious", "warning", "note").index
    )
    assert not result.passed
    assert result["R101"][0].severity == "serious"
    assert len(result.serious) == 2


def test_a_seed_makes_it_repeatable():
    one, two = (referee.audit(TRAIN, TEST, predictions=SAID, rng=3).to_dict() for _ in range(2))
    assert one == two


def test_dataframes_with_roles():
    frame = pd.DataFrame(X, columns=list("abcde")).assign(y=Y, who=np.arange(400) // 2, day=np.arange(400))
    result = referee.audit(frame[:251], frame[251:], target="y", groups="who", times="day", rng=1)
    assert codes(result) == ["R104"]
    assert result.n_features == 5


def test_predictions_in_every_form():
    said = MODEL.predict(TEST[0])
    for given in (said, {"a": said, "b": 1 - said}, {"a": SAID}, SAID):
        assert "R001" in {code for code, _ in referee.audit(TRAIN, TEST, predictions=given, rng=1).ran}
    alone = referee.audit(predictions=SAID, rng=1)
    assert "R145" in {code for code, _ in alone.ran}
    assert alone.n_test == 150


def test_standing_remarks_are_carried_with_the_name_of_the_model():
    wrong = np.zeros(150, dtype=int)
    result = referee.audit(TRAIN, TEST, predictions={"never": wrong, "logit": SAID}, rng=1)
    assert [f.evidence[:6] for f in result["R001"]] == ["never:"]


def test_results_are_read():
    a, b = SAID, referee.read(TEST[1], 1 - SAID.predicted, name="b")
    duels = [referee.compare(a, b, rng=0)]
    result = referee.audit(results=[*duels, referee.core.TestResult("t", "none", 0.04)], rng=1)
    ran = {code for code, _ in result.ran}
    assert {"R021", "R116"} <= ran
    assert "R001" not in ran


def test_predictions_of_training_cases_are_noticed():
    own = referee.read(TRAIN[1], MODEL.predict(TRAIN[0]))
    assert "R110" in codes(referee.audit(TRAIN, TEST, predictions=own, rng=1))


def test_the_ledger_counts_looks(tmp_path):
    file = tmp_path / "looks.jsonl"
    first = referee.audit(TRAIN, TEST, predictions=SAID, ledger=file, rng=1)
    again = referee.audit(TRAIN, TEST, predictions=SAID, ledger=file, rng=1)
    assert (first.looks, again.looks) == (1, 1)
    for k in range(2, 10):
        said = SAID.predicted.copy()
        said[:k] = 1 - said[:k]
        last = referee.audit(predictions=referee.read(TEST[1], said), ledger=file, rng=1)
    assert last.looks == 9
    assert [f.severity for f in last["R112"]] == ["warning"]


def test_it_travels_and_shows_itself():
    result = referee.audit(TRAIN, (TRAIN[0][:30], TRAIN[1][:30]), rng=1)
    back = referee.core.Audit.from_dict(json.loads(result.to_json()))
    assert str(back) == str(result)
    text = str(result)
    assert text.startswith("Audit of 250 training cases and 30 test cases, 5 features: 2 serious findings")
    assert "R110 The model is tested on the cases that it was trained on" in text
    assert "needs predicted classes" in text
    assert "R110" in result._repr_html_()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ({}, "`train` must be given, or `test`, `predictions` or `results`; got none of them."),
        ({"train": TRAIN, "groups": 3}, "`groups` must be the name of a column, or a pair of columns; got int."),
        ({"train": TRAIN, "learner": LogisticRegression}, "`learner` must be an object; got the class LogisticRegression."),
        ({"train": TRAIN, "claim": 85}, "`claim` must lie between 0 and 1; got 85. Did you mean 0.85?"),
        ({"train": TRAIN, "gain": 2}, "`gain` must lie strictly between 0 and 1; got 2. Did you mean 0.02?"),
        ({"train": TRAIN, "predictions": [1, 0]}, "`predictions` must come with their true classes; got a column alone."),
        ({"train": TRAIN, "test": TEST, "predictions": [1, 0]}, "`y_pred` must have as many cases as `y_true`"),
        ({"train": TRAIN, "test": TEST, "predictions": referee.read([1, 0], [1, 1])},
         "`predictions` must have the true classes of the 150 test cases, in their order; got 2 cases."),
        ({"train": TRAIN, "test": TEST, "predictions": referee.read(1 - TEST[1], TEST[1])},
         "`predictions` must have the true classes of the 150 test cases, in their order; got 150 other classes."),
        ({"results": [3]}, "`results` must be what evaluate, compare, estimate_error and other verbs answer"),
        ({"train": TRAIN, "test": (X[:9, :3], Y[:9])}, "`test` must have the columns of `train`; got no 'x3', 'x4'."),
    ],
)  # fmt: skip
def test_bad_calls(call, sentence):
    with pytest.raises(InputError) as error:
        referee.audit(**call)
    assert sentence in str(error.value)


def test_an_identifier_is_left_out_unless_it_is_asked_for():
    """With the number of the case among the features no test case could equal a training case."""
    draw = np.random.default_rng(2)
    x = draw.normal(size=(60, 2)).round(2)
    y = ["a", "b"] * 30
    train = {"case_id": list(range(60)), "u": x[:, 0], "v": x[:, 1], "y": y}
    test = {"case_id": list(range(60, 90)), "u": x[:30, 0], "v": x[:30, 1], "y": y[:30]}
    found = referee.audit(train, test, target="y", rng=1)
    assert found["R101"]
    assert [column.name for column in found.columns if not column.used] == ["case_id"]
    assert "left out: 'case_id'" in str(found)
    assert not referee.audit(train, test, target="y", features=["case_id", "u", "v"], rng=1)["R101"]


def test_a_role_is_a_name_or_a_pair_of_columns_and_no_mixture():
    data = (np.arange(12.0)[:, None], [0, 1] * 6)
    for pair in (("who", [1] * 12), ([1] * 12, "who", [1]), (1, 2)):
        with pytest.raises(
            referee.InputError, match="`groups` must be the name of a column, or a pair of columns"
        ):
            referee.audit(data, data, groups=pair, rng=0)
