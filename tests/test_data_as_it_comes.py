"""Text, booleans, dates, gaps and an identifier at every door where a learner meets features, files and frames alike."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import referee
from helpers.cli_runner import run
from referee.learners import CrossValidation
from referee.studies import Dataset, Experiment

N = 80
draw = np.random.default_rng(5)
Y = np.array(["no", "yes"] * (N // 2))
FRAME = pd.DataFrame(
    {
        "customer_id": draw.permutation(N) + 1000,
        "pay": np.where(np.arange(N) % 9 == 0, np.nan, draw.normal(size=N) + (Y == "yes")).round(3),
        "job": np.where(
            Y == "yes", draw.choice(["clerk", "smith"], N), draw.choice(["smith", "none of these"], N)
        ),
        "member": draw.random(N) < 0.5,
        "since": pd.Timestamp("2020-01-01") + pd.to_timedelta(draw.integers(0, 900, N), "D"),
    }
)
SAID = (
    "left out: 'customer_id' (its name and values are those of an identifier)",
    "one-hot coded: job (3)",
    "missing numbers become the median, or stay for learners that take them: pay (9)",
    "true and false are 1 and 0: member",
    "dates are years since 2000: since",
)
LEARNERS = {"bayes": GaussianNB(), "logistic": make_pipeline(StandardScaler(), LogisticRegression())}
PATHS = "sklearn.naive_bayes.GaussianNB,sklearn.tree.DecisionTreeClassifier(max_depth=2)"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("mixed") / "cases.csv"
    FRAME.assign(y=Y).to_csv(path, index=False)
    return path


def told(text):
    flat = " ".join(str(text).split())
    return [words for words in SAID if words not in flat]


def test_estimate_says_what_is_done_and_frames_are_alike():
    skills = [referee.estimate_error(GaussianNB(), X, Y, rng=1) for X in (FRAME, pl.from_pandas(FRAME))]
    assert told(skills[0]) == []
    assert skills[0].estimate.value == skills[1].estimate.value < 0.4


def test_leave_one_out_by_algebra_does_not_see_the_identifier():
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    numbers = FRAME[["customer_id"]].assign(u=draw.normal(size=N), v=draw.normal(size=N))
    shortcut = referee.estimate_error(LinearDiscriminantAnalysis(), numbers, Y, method="loo", rng=1)
    bare = referee.estimate_error(
        LinearDiscriminantAnalysis(), numbers[["u", "v"]].to_numpy(), Y, method="loo", rng=1
    )
    assert shortcut.estimate.value == bare.estimate.value


def test_compare_learners():
    duels = referee.compare_learners(LEARNERS, FRAME, Y, rng=1)
    assert told(duels) == told(duels.duels[0]) == []


def test_a_study(tmp_path):
    study = Experiment(LEARNERS, {"mixed": (FRAME, Y)}, splits=CrossValidation(3), rng=1)
    assert study.run(tmp_path / "s.db").complete


@pytest.mark.slow
def test_audit_and_validate():
    assert told(referee.audit((FRAME, Y), learner=GaussianNB(), rng=1)) == []
    found = referee.validate(GaussianNB(), FRAME, Y, runs=10, rng=1)
    assert told(found) == []


def test_columns_that_are_asked_for():
    data = Dataset("", FRAME, Y, use=["customer_id", "pay"])
    assert data.features.names == ("customer_id", "pay")
    assert "left out" not in str(referee.estimate_error(GaussianNB(), data, rng=1))


@pytest.mark.parametrize(
    "args",
    [
        ("estimate", "--learner", "sklearn.naive_bayes.GaussianNB"),
        ("compare", "--learners", PATHS),
        pytest.param(
            ("validate", "--learner", "sklearn.naive_bayes.GaussianNB", "--runs", "10"), marks=pytest.mark.slow
        ),
        ("audit", "--learner", "sklearn.naive_bayes.GaussianNB"),
    ],
    ids=lambda args: args[0],
)
def test_commands(file, args):
    code, out, _ = run(args[0], file, "--target", "y", *args[1:])
    assert code in (0, 1)
    assert told(out) == []


def test_a_file_and_a_frame_give_the_same_number(file):
    _, out, _ = run("estimate", file, "--target", "y", "--learner", "sklearn.naive_bayes.GaussianNB", "--json")
    of_frame = referee.estimate_error(GaussianNB(), FRAME, Y, rng=0)
    assert json.loads(out)["estimate"]["value"] == of_frame.estimate.value


def test_a_mapping_of_columns_is_a_table():
    y, columns = [0, 1] * 30, {"size": [float(i % 7) for i in range(60)], "job": ["a", "b", "b"] * 20}
    made = [
        referee.estimate_error(GaussianNB(), X, y, method="5-CV", rng=0).estimate.value
        for X in (columns, pd.DataFrame(columns))
    ]
    assert made[0] == made[1]
    with pytest.raises(referee.InputError, match=r"`X` must have as many rows as `y` \(60\); got 59"):
        referee.estimate_error(GaussianNB(), columns | {"job": ["a"] * 59}, y, method="5-CV", rng=0)
