"""Odd learners, studies, stores and places to write: what can be kept is kept, and what cannot is said."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import referee
from helpers.cli_runner import run
from helpers.study_learners import Kills, study
from helpers.study_traps import FailsOn, Global, Short, SomeNaN, Stays, Unseen, leaky, sound
from odd_inputs.table import Table
from referee import learners
from referee.learners import CrossValidation

DRAW = np.random.default_rng(0)
X, Y = DRAW.normal(size=(40, 2)), np.arange(40) % 2
FOLDS = CrossValidation(4).make(Y, rng=0)
TABLE = Table("run_learner")


def ran(learner, **options):
    return learners.run_learner(learner, X, Y, FOLDS, rng=0, **options)


@TABLE.answers(case="bad61")
def the_other_folds_are_kept_and_the_failure_is_named():
    results = ran(FailsOn(X[FOLDS.tests[2][0], 0]))
    assert results.finished == (2,)
    assert results.failures == tuple((i, "ValueError: boom") for i in (0, 1, 3))
    assert not results.complete
    skill = referee.estimate_error(FailsOn(X[FOLDS.tests[2][0], 0]), X, Y, method=FOLDS, rng=0)
    finding = next(f for f in skill.findings if f.code == "R033")
    assert finding.severity == "serious"
    assert finding.title == "3 fits of 4 gave no predictions"
    assert finding.evidence.startswith("split 0: ValueError: boom")


@TABLE.answers(case="bad62")
def predictions_that_are_missing():
    first = [int(test[2]) for test in FOLDS.tests]
    assert ran(SomeNaN()).failures == tuple(
        (i, f"predict gave NaN for 1 of 10 cases, the first at row {row + 1} (index {row})")
        for i, row in enumerate(first)
    )


@TABLE.answers(case="bad63")
def too_few_predictions_and_unknown_labels():
    assert ran(Short()).failures[0] == (0, "predict gave an array of shape (9,) for 10 cases")
    assert ran(Unseen()).failures[0] == (0, "predict gave 9, which is no label of `y`")


@TABLE.answers(case="bad64")
def a_learner_that_cannot_travel():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(referee.InputError) as caught:
            ran(Stays(), run=referee.Run(2, "loky"))
    assert str(caught.value) == (
        "`learner` must be something that can be pickled, to travel to other processes; "
        "got Stays (TypeError: it stays here). "
        "Define functions and classes at the top of a module, or say n_jobs=1."
    )
    assert ran(Stays()).complete


@TABLE.answers(case="bad65", slow=True)
def a_worker_of_an_estimate_is_killed(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = ran(Kills(str(tmp_path), 99), run=referee.Run(n_jobs=2, backend="loky"))
    assert {i for i, _ in results.failures} == set(range(4)) - set(results.finished)
    assert results.failures
    assert all(why.startswith("a worker process was killed") for _, why in results.failures)


@TABLE.answers(case="bad71", door="audit")
def a_learner_with_a_generator_of_its_own():
    data = {"x": X[:, 0], "y": Y}
    found = [f for f in referee.audit(data, target="y", learner=Global(), rng=0).findings if f.code == "R117"]
    assert found[0].title == "The learner cannot be repeated: it gives other predictions with the same seed"
    assert "differ between two fits with the same seed" in found[0].evidence
    audit = referee.audit(data, target="y", learner=GaussianNB(), rng=0)
    assert "R117" not in {f.code for f in audit.findings}
    assert "R117" in {code for code, _ in audit.ran}


@TABLE.answers(case="bad72", door="audit")
def selection_before_cross_validation():
    noise = {f"x{i}": DRAW.normal(size=60) for i in range(200)}
    data = {**noise, "y": np.arange(60) % 2}
    found = {f.code: f for f in referee.audit(data, target="y", learner=leaky, rng=0).findings}
    assert found["R114"].severity == "serious"
    assert "R114" not in {f.code for f in referee.audit(data, target="y", learner=sound, rng=0).findings}


@TABLE.answers(case="bad73", door="audit")
def records_in_both_sets():
    train = {"x": X[:, 0], "z": X[:, 1], "y": Y}
    test = {name: values[:5] for name, values in train.items()}
    found = {f.code: f for f in referee.audit(train, test, target="y", rng=0).findings}
    assert found["R101"].evidence.startswith("5 of 5 test cases (100%) have the features of a training case")


@TABLE.answers(case="bad74", door="select_learner")
def choosing_the_best_is_told_from_its_estimate():
    pure = DRAW.normal(size=(60, 3))
    learners = {f"bayes {i}": GaussianNB(var_smoothing=10.0**-i) for i in range(1, 8)} | {
        "most": DummyClassifier()
    }
    chosen = referee.learners.select_learner(learners, pure, np.arange(60) % 2, metric="accuracy", rng=0)
    assert "and so optimistic" in chosen.apparent.note
    assert chosen.optimism > 0
    assert chosen.estimate.value < chosen.apparent.value


@TABLE.answers(case="bad68", door="to_json")
def a_full_disk_leaves_the_old_result(tmp_path):
    """A device that is always full; and a write that fails half way."""
    result = referee.evaluate([1, 0, 1], [1, 0, 0], rng=0)
    with pytest.raises(referee.errors.FileError) as caught:
        result.to_json("/dev/full")
    assert str(caught.value) == (
        "`path` must be a file that can be written; got '/dev/full'. No space left on device."
    )


PLACES = ["missing/page.html", "file.txt/page.html", "folder", "a\0b.html", "x" * 300 + ".html", "/proc/page.html"]


@TABLE.answers(case="bad69", door="estimate, report, to_json", each=PLACES)
def a_place_that_cannot_be_written_is_said_before_the_run(place, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.txt").touch()
    (tmp_path / "d.csv").write_text("a,y\n" + "1,0\n2,1\n" * 20)
    monkeypatch.setattr("referee.verbs.estimate.estimate_error", lambda *a, **k: pytest.fail("it ran"))
    if "\0" not in place:  # which no shell can pass
        code, out, err = run("estimate", "d.csv", "--target", "y", "--learner", "no.such.Learner", "--html", place)
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1
        assert "html" in err
    result = referee.evaluate([1, 0, 1], [1, 0, 0], rng=0)
    for write in (result.to_json, lambda path: referee.report(result, path)):
        with pytest.raises(referee.errors.FileError, match="`path` must be "):
            write(place)
    assert sorted(f.name for f in tmp_path.iterdir()) == ["d.csv", "file.txt", "folder"]


STUDIES = {
    "nested without end": ("a = " + "[" * 5000 + "]" * 5000, "must be a TOML file; got one nested too deep."),
    "splits without end": (
        '[plan]\nkind = "repeated k-fold"\nrepeats = 1000000000\n[[dataset]]\nbundled = "iris"\n'
        '[[learner]]\nclass = "sklearn.naive_bayes.GaussianNB"\n',
        "`splits` must fit into 50% of the memory that is free",
    ),
}


@TABLE.answers("a study without end is refused", door="referee experiment", each=STUDIES)
def a_study_without_end_is_refused(name, tmp_path):
    text, sentence = STUDIES[name]
    (tmp_path / "study.toml").write_text(text)
    code, out, err = run("experiment", tmp_path / "study.toml", "--dry-run")
    assert (code, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


@TABLE.answers("one broken store of several is named", door="referee rank")
def one_broken_store_of_several_is_named(tmp_path):
    paths = [tmp_path / f"{i}.db" for i in range(3)]
    study(slow_only=True).run(paths[0])
    for path in paths[1:]:
        path.write_bytes(paths[0].read_bytes())
    paths[1].write_bytes(paths[0].read_bytes()[:5000])
    code, out, err = run("rank", *paths)
    assert (code, out) == (2, "")
    assert str(paths[1]) in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("row", TABLE.params)
def test_answer(row, tmp_path, monkeypatch):
    row.check(tmp_path, monkeypatch)
