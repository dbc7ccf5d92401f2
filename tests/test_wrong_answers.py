"""Answers that were once wrong at some door, each with the answer that is right."""

import inspect
import json
from typing import NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import referee
from helpers.cli_runner import run as run_words
from referee import ConfusionMatrix, InputError, evaluate, read, read_models
from referee.core.verdict import Verdict
from referee.errors import RefereeWarning
from referee.learners.estimators import NestedFolds
from referee.learners.run import QUIET

N = 400


class Shown(NamedTuple):
    """What a command printed."""

    returncode: int
    stdout: str
    stderr: str


def run(*words):
    return Shown(*run_words(*words))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("answers")
    rng = np.random.default_rng(0)
    y = rng.random(N) < 0.5
    base = np.where(rng.random(N) < 0.8, y, ~y).astype(int)
    for name, said in (("base", base), ("inverted", 1 - base)):
        columns = {"case": np.arange(N), "y": y, "yhat": said}
        pd.DataFrame(columns).to_csv(place / f"{name}.csv", index=False)
        pq.write_table(pa.table(columns), place / f"{name}.parquet")
    words = {"y": np.where(y, "yes", "no"), "logit": np.where(base, "yes", "no"), "tree": np.where(y, "yes", "no")}
    scores = {"p": np.clip(rng.normal(0.3 + 0.4 * y, 0.2), 0, 1).round(4), "q": rng.random(N).round(4)}
    pd.DataFrame({**words, **scores}).to_csv(place / "preds.csv", index=False)
    rows = [f"d{i},{0.3 + 0.013 * i**1.5:.4f},{0.6 + 0.01 * i:.4f}" for i in range(8)]
    (place / "losses.csv").write_text("set,good,bad\n" + "\n".join(rows) + "\n")
    return place


@pytest.mark.parametrize("metric", ["log_loss", "brier_score"])
def test_rank_puts_the_smaller_loss_first(folder, metric):
    out = run("rank", "--table", str(folder / "losses.csv"), "--metric", metric, "--json")
    assert json.loads(out.stdout)["table"]["better"] == "lower"
    assert referee.rank(folder / "losses.csv", metric=metric, rng=0).order == ("good", "bad")


def test_rank_refuses_a_name_that_it_does_not_know(folder):
    out = run("rank", "--table", str(folder / "losses.csv"), "--metric", "no_such_metric")
    assert out.returncode == 2
    assert "must be the name of a metric" in out.stderr
    assert referee.rank(folder / "losses.csv", metric="no_such_metric", better="lower", rng=0).order[0] == "good"


@pytest.mark.parametrize("end", ["csv", "parquet"])
def test_a_gate_reads_booleans_alike_in_every_file(folder, end):
    files = [str(folder / f"{name}.{end}") for name in ("base", "inverted")]
    options = ["--id", "case", "--truth", "y", "--pred", "yhat", "--margin", "0.1"]
    out = run("gate", *files, *options)
    assert out.returncode == 1
    assert out.stdout.startswith("NO PASS, shown worse")
    compared = run("compare", *files, *options[:-2], "--margin", "0.1", "--json")
    assert json.loads(compared.stdout)["decision"]["verdict"] == "better"


def test_predictions_that_share_no_label_with_the_truth_are_refused(tmp_path):
    file = tmp_path / "p.csv"
    file.write_text("y,yhat\nyes,1\nno,0\nyes,1\n")
    out = run("evaluate", str(file), "--truth", "y", "--pred", "yhat")
    assert out.returncode == 2
    assert "must share a label with `y`" in out.stderr
    counted = run("evaluate", str(file), "--truth", "y", "--pred", "yhat", "--counts-only")
    assert (counted.returncode, "must share a label" in counted.stderr) == (2, True)
    with pytest.raises(InputError, match="must share a label with `y_true`"):
        evaluate(["x", "y"], ["a", "b"])
    assert evaluate([1, 1], [0, 0], rng=0)["accuracy"].value == 0


@pytest.mark.parametrize(
    "command",
    [
        ("compare", "--models", "logit,p"),
        ("evaluate", "--pred", "p"),
        ("gate", "--models", "p,q", "--margin", "0.1"),
        ("evaluate", "--pred", "p", "--counts-only"),
    ],
)
def test_a_column_of_scores_is_no_column_of_classes(folder, command):
    verb, *options = command
    out = run(verb, str(folder / "preds.csv"), "--truth", "y", *options)
    assert out.returncode == 2
    assert "class label" in out.stderr
    assert "look like scores" in out.stderr


def three_classes():
    rng = np.random.default_rng(3)
    truth = rng.integers(3, size=150)
    shares = rng.dirichlet([1, 1, 1], 150) + np.eye(3)[truth]
    return np.array(list("abc"))[truth], shares / shares.sum(axis=1, keepdims=True)


def test_columns_of_scores_go_by_name_or_by_sorted_labels_and_are_not_guessed():
    truth, shares = three_classes()
    right = evaluate(truth, y_score=shares, rng=0)["hand_till"].value
    assert right > 0.9
    named = pd.DataFrame(shares, columns=list("abc"))[["c", "a", "b"]]
    assert evaluate(truth, y_score=named, rng=0)["hand_till"].value == pytest.approx(right, abs=1e-12)
    unsorted = pd.Series(pd.Categorical(truth, categories=["c", "a", "b"]))
    with pytest.raises(InputError, match="say which class each column is for"):
        evaluate(unsorted, y_score=shares)
    assert evaluate(unsorted, y_score=named, rng=0)["hand_till"].value == pytest.approx(right, abs=1e-12)
    with pytest.raises(InputError, match="one column named after each"):
        evaluate(truth, y_score=named.rename(columns={"a": "x"}))


def test_scores_that_contradict_the_predicted_classes_are_a_serious_finding():
    truth, shares = three_classes()
    said = np.array(list("abc"))[shares.argmax(axis=1)]
    assert "R009" not in [f.code for f in evaluate(truth, said, shares, rng=0).findings]
    (found,) = [f for f in evaluate(truth, said, shares[:, [1, 2, 0]], rng=0).findings if f.code == "R009"]
    assert found.severity == "serious"


def test_two_columns_of_two_classes_are_the_score_of_the_positive_one():
    rng = np.random.default_rng(1)
    y = rng.integers(2, size=200)
    p = np.clip(rng.normal(0.3 + 0.4 * y, 0.2), 0, 1)
    both, one = (evaluate(y, y_score=s, rng=0) for s in (np.c_[1 - p, p], p))
    for name in ("roc_auc", "average_precision", "brier_score"):
        assert both[name] == one[name]
    assert {"roc", "reliability", "calibration"} <= set(both.parts)


def test_a_file_says_the_same_in_python_and_on_the_command_line(folder):
    columns = {"truth": "y", "pred": "logit", "score": "p", "positive": "yes"}
    mine = evaluate(read(folder / "preds.csv", **columns), rng=0)
    flags = [word for key, value in columns.items() for word in (f"--{key}", value)]
    shown = json.loads(run("evaluate", str(folder / "preds.csv"), *flags, "--json").stdout)
    theirs = mine.to_dict()
    assert shown["parts"].keys() == theirs["parts"].keys()
    assert len(theirs["parts"]) == 10
    for key in ("measures", "findings", "fingerprint", "notes"):
        assert shown[key] == json.loads(json.dumps(theirs[key]))
    assert shown["fingerprint"]


def test_a_file_knows_groups(folder):
    frame = pd.read_csv(folder / "preds.csv")
    frame["patient"] = np.arange(N) // 4
    found = evaluate(read(frame, truth="y", pred="logit", groups="patient", positive="yes"), rng=0)
    assert found.sampling == "groups"
    assert "clusters and one unseen" in found["accuracy"].interval.method


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["log_loss", "brier_score", "average_precision"])
def test_learners_are_judged_by_scores(metric):
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    rng = np.random.default_rng(2)
    y = np.arange(90) % 2
    X = rng.normal(size=(90, 2)) + y[:, None]
    skill = referee.estimate_error(
        GaussianNB(), X, y, metric=metric, method=referee.learners.RandomSplits(3), rng=0
    )
    assert skill.metric == metric
    assert np.isfinite(skill.estimate.value)
    tree = DecisionTreeClassifier(max_depth=2, min_samples_leaf=10, random_state=0)
    (duel,) = referee.compare_learners({"bayes": GaussianNB(), "tree": tree}, X, y, metric=metric, rng=0)
    assert duel.metric == metric
    if metric == "log_loss":  # leaves of the tree without a case of a class give it the probability 0
        assert "infinite on" in duel.test.inapplicable
        assert duel.verdict is Verdict.UNDECIDED
    else:
        assert duel.test.p_value <= 1


def test_a_score_without_a_positive_class_is_refused():
    with pytest.raises(InputError, match="name the class that the score is for"):
        evaluate(list("abab"), list("abab"), [0.1, 0.9, 0.2, 0.8])


def test_one_score_outside_0_to_1_is_said():
    rng = np.random.default_rng(4)
    y, s = rng.integers(2, size=100), rng.random(100)
    s[7] = 1.7
    result = evaluate(y, y_score=s, rng=0)
    assert "brier_score" not in result
    assert any("1.7 at row 8 (index 7)" in note and "Brier" in note for note in result.notes)
    assert [f.code for f in result.findings if f.code == "R010"] == ["R010"]


def test_two_models_that_lose_to_the_majority_rule_carry_it():
    truth = [1] * 90 + [0] * 10
    a, b = read_models(truth, preds={"A": [1] * 80 + [0] * 20, "B": [1] * 60 + [0] * 40})
    found = [f.title for f in referee.compare(a, b, rng=0).findings if f.code == "R001"]
    assert found == ["A is not shown to beat the majority rule", "B is worse than the majority rule"]


def test_the_majority_rule_is_asked_at_the_stated_prevalence():
    matrix = ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72)
    result = evaluate(matrix, prevalence=0.347, rng=0)
    (found,) = [f for f in result.findings if f.code == "R001"]
    assert found.evidence.startswith(f"accuracy {result['accuracy'].value:.3f} against 0.653")


def test_a_metric_of_scores_without_scores_says_what_it_needs():
    with pytest.raises(InputError, match=r"`y_score` must be given for roc_auc, which needs a score"):
        evaluate([0, 1], [0, 1], metrics="auc")
    with pytest.raises(InputError, match=r"be the name of a metric; got 'acuracy'. Did you mean 'accuracy'"):
        evaluate([0, 1], [0, 1], metrics="acuracy")


def test_measures_are_found_by_any_writing_of_their_names():
    rng = np.random.default_rng(5)
    y = rng.integers(2, size=60)
    result = evaluate(y, y, rng.random(60), rng=0)
    for name in (
        "F1",
        "MCC",
        "G-mean",
        "balanced accuracy",
        "Recall",
        "AUC",
        "lift",
        "lift_10",
        "Average-Precision",
    ):
        assert result[name].defined, name
        assert referee.metrics.get(name).name == result[name].name


def test_equivalence_quotes_the_interval_that_decided():
    truth = [1] * 200 + [0] * 200
    a, b = read_models(truth, preds={"A": [1] * 190 + [0] * 210, "B": [1] * 189 + [0] * 211})
    duel = referee.compare(a, b, margin=0.012, rng=0)
    assert duel.verdict is Verdict.EQUIVALENT
    assert duel.difference.interval.high > 0.012 > duel.narrow.high
    assert "[-0.004, 0.011] (90% interval)" in duel.sentence
    assert "at 90%, for equivalence" in str(duel)
    assert duel.test.narrow(0.95) == duel.narrow


def test_balanced_accuracy_is_the_macro_average_of_recall():
    result = evaluate(list("aabbb"), list("abbbc"), rng=0)
    one, two = result["recall_macro"], result["balanced_accuracy"]
    assert (one.value, one.interval, one.note) == (two.value, two.interval, two.note)
    assert "1 class left out: 'c'" in one.note


def test_a_metric_that_is_undefined_says_why():
    with pytest.warns(RefereeWarning, match="precision is undefined: no case was predicted positive"):
        assert np.isnan(referee.metrics.precision([0, 1], [0, 0]))


def test_intervals_show_the_signature_that_is_called():
    for name in ("wilson", "wald", "clopper_pearson", "agresti_coull", "jeffreys", "midp"):
        shown = inspect.signature(getattr(referee.inference, name))
        assert "level" in shown.parameters
        assert "Interval" in str(shown.return_annotation)


def test_one_file_holds_base_and_candidate(folder):
    options = [
        "--truth",
        "y",
        "--models",
        "logit,tree",
        "--margin",
        "0.1",
        "--positive",
        "yes",
        "--metric",
        "recall",
    ]
    out = run("gate", str(folder / "preds.csv"), *options)
    assert out.returncode == 0
    positives = int((pd.read_csv(folder / "preds.csv")["y"] == "yes").sum())
    assert f"n = {positives} of 400 cases" in out.stdout


def test_scikit_learns_words_are_taken():
    y, p = [0, 1, 2, 2, 1], [0, 2, 2, 2, 1]
    assert referee.metrics.f1(y, p, average="macro") == pytest.approx(referee.metrics.f1.macro(y, p))
    weighted = referee.metrics.accuracy(y, p, sample_weight=[1, 2, 3, 4, 5])
    assert weighted == referee.metrics.accuracy(y, p, weights=[1, 2, 3, 4, 5]) == pytest.approx(13 / 15)


def test_an_average_may_stand_behind_parameters():
    assert referee.metrics.get("fbeta:beta=2_macro").name == referee.metrics.get("fbeta_macro:beta=2").name
    with pytest.raises(InputError, match=r"use fbeta_macro:2\."):
        evaluate(list("abc"), list("abc"), metrics="fbeta:beta=2")


def test_chi2_says_which_class_it_leaves_out():
    result = referee.inference.chi2([[5, 2, 0], [3, 6, 0], [0, 0, 0]])
    assert any("left out" in warning or "leaves out" in warning for warning in result.warnings)


def test_a_fault_of_our_own_is_not_blamed_on_the_file(monkeypatch):
    from referee.core.estimate import Interval

    saved = Interval(0.1, 0.2, 0.95, "wilson").to_dict()

    def broken(self):
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr(Interval, "__post_init__", broken)
    with pytest.raises(ZeroDivisionError):
        referee.load(saved)


def test_a_review_with_findings_is_not_without_objection():
    result = referee.review(accuracy=0.967, n=1000, positives=20, prevalence=0.005)
    codes = {f.code for f in result.findings if f.severity != "note"}
    if codes:
        assert "no objection" not in str(result).splitlines()[0]


def test_the_fits_of_nested_cross_validation_are_counted():
    from sklearn.naive_bayes import GaussianNB

    class Counting(GaussianNB):
        fitted = 0

        def fit(self, X, y):
            Counting.fitted += 1
            return super().fit(X, y)

    rng = np.random.default_rng(6)
    for n in (40, 110):
        y = np.arange(n) % 2
        X = rng.normal(size=(n, 2)) + y[:, None]
        Counting.fitted = 0
        skill = referee.estimate_error(Counting(), X, y, method=("nested_cv", NestedFolds(5, 2)), rng=0, run=QUIET)
        assert skill.fits == Counting.fitted
