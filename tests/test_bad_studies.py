"""Bad learners, interrupted studies and bad places to write: rows of tests/reference/bad_inputs.json."""

from __future__ import annotations

import ast
import csv
import importlib
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sklearn")

from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import referee
from helpers.cli_runner import run
from helpers.study_learners import Kills
from helpers.study_traps import FailsOn, Global, Short, SomeNaN, Stays, Unseen, leaky, sound
from referee import learners
from referee.core.results import Results
from referee.core.splits import Splits
from referee.core.study_results import StudyResults
from referee.learners import CrossValidation
from referee.studies import export_predictions

DRAW = np.random.default_rng(0)
X, Y = DRAW.normal(size=(40, 2)), np.arange(40) % 2
FOLDS = CrossValidation(4).make(Y, rng=0)

# Rows whose test needs a store, processes or much data, and stands with those.
ELSEWHERE = {
    "bad58": "test_faults.test_memory_grows_with_the_rows_and_not_faster",
    "bad65": "studies.test_workers.test_a_killed_worker_costs_a_retry_and_a_lasting_killer_has_failed",
    "bad66": "studies.test_store.test_killed_at_fifty_moments_and_resumed",
    "bad67": "studies.test_store.test_what_has_changed_under_its_name_is_refused",
    "bad68": "studies.test_store.test_a_full_disk_is_said_and_costs_nothing_that_was_kept",
    "bad69": "studies.test_store.test_a_folder_that_cannot_be_written_is_said_before_anything_runs",
    "bad70": "studies.test_store.test_two_processes_share_a_store_and_no_run_is_done_twice",
}


def ran(learner, **options):
    return learners.run_learner(learner, X, Y, FOLDS, rng=0, **options)


def test_bad61_the_other_folds_are_kept_and_the_failure_is_named():
    results = ran(FailsOn(X[FOLDS.tests[2][0], 0]))
    assert results.finished == (2,)
    assert results.failures == tuple((i, "ValueError: boom") for i in (0, 1, 3))
    assert not results.complete
    skill = referee.estimate_error(FailsOn(X[FOLDS.tests[2][0], 0]), X, Y, method=FOLDS, rng=0)
    finding = next(f for f in skill.findings if f.code == "R033")
    assert finding.severity == "serious"
    assert finding.title == "3 fits of 4 gave no predictions"
    assert finding.evidence.startswith("split 0: ValueError: boom")


def test_bad62_predictions_that_are_missing():
    first = [int(test[2]) for test in FOLDS.tests]
    assert ran(SomeNaN()).failures == tuple(
        (i, f"predict gave NaN for 1 of 10 cases, the first at row {row}") for i, row in enumerate(first)
    )


def test_bad63_too_few_predictions_and_unknown_labels():
    assert ran(Short()).failures[0] == (0, "predict gave an array of shape (9,) for 10 cases")
    assert ran(Unseen()).failures[0] == (0, "predict gave 9, which is no label of `y`")


@pytest.mark.filterwarnings("ignore")
def test_bad64_a_learner_that_cannot_travel():
    with pytest.raises(referee.InputError) as caught:
        ran(Stays(), run=referee.Run(2, "loky"))
    assert str(caught.value) == (
        "`learner` must be something that can be pickled, to travel to other processes; "
        "got Stays (TypeError: it stays here). "
        "Define functions and classes at the top of a module, or say n_jobs=1."
    )
    assert ran(Stays()).complete


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_bad65_a_worker_of_an_estimate_is_killed(tmp_path):
    results = ran(Kills(str(tmp_path), 99), run=referee.Run(n_jobs=2, backend="loky"))
    assert {i for i, _ in results.failures} == set(range(4)) - set(results.finished)
    assert results.failures
    assert all(why.startswith("a worker process was killed") for _, why in results.failures)


def test_bad68_a_full_disk_leaves_the_old_result(tmp_path):
    """A device that is always full; and a write that fails half way."""
    result = referee.evaluate([1, 0, 1], [1, 0, 0], rng=0)
    with pytest.raises(referee.FileError) as caught:
        result.to_json("/dev/full")
    assert str(caught.value) == (
        "`path` must be a file that can be written; got '/dev/full'. No space left on device."
    )


PLACES = ["missing/page.html", "file.txt/page.html", "folder", "a\0b.html", "x" * 300 + ".html", "/proc/page.html"]


@pytest.mark.parametrize("place", PLACES)
def test_bad69_a_place_that_cannot_be_written_is_said_before_the_run(tmp_path, monkeypatch, place):
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
        with pytest.raises(referee.FileError, match="`path` must be "):
            write(place)
    assert sorted(f.name for f in tmp_path.iterdir()) == ["d.csv", "file.txt", "folder"]


def test_bad71_a_learner_with_a_generator_of_its_own():
    data = {"x": X[:, 0], "y": Y}
    found = [f for f in referee.audit(data, target="y", learner=Global(), rng=0).findings if f.code == "R117"]
    assert found[0].title == "The learner cannot be repeated: it gives other predictions with the same seed"
    assert "differ between two fits with the same seed" in found[0].evidence
    audit = referee.audit(data, target="y", learner=GaussianNB(), rng=0)
    assert "R117" not in {f.code for f in audit.findings}
    assert "R117" in {code for code, _ in audit.ran}


def test_bad72_selection_before_cross_validation():
    noise = {f"x{i}": DRAW.normal(size=60) for i in range(200)}
    data = {**noise, "y": np.arange(60) % 2}
    found = {f.code: f for f in referee.audit(data, target="y", learner=leaky, rng=0).findings}
    assert found["R114"].severity == "serious"
    assert "R114" not in {f.code for f in referee.audit(data, target="y", learner=sound, rng=0).findings}


def test_bad73_records_in_both_sets():
    train = {"x": X[:, 0], "z": X[:, 1], "y": Y}
    test = {name: values[:5] for name, values in train.items()}
    found = {f.code: f for f in referee.audit(train, test, target="y", rng=0).findings}
    assert found["R101"].evidence.startswith("5 of 5 test cases (100%) have the features of a training case")


def test_bad74_choosing_the_best_is_told_from_its_estimate():
    pure = DRAW.normal(size=(60, 3))
    learners = {f"bayes {i}": GaussianNB(var_smoothing=10.0**-i) for i in range(1, 8)} | {
        "most": DummyClassifier()
    }
    chosen = referee.learners.select_learner(learners, pure, np.arange(60) % 2, metric="accuracy", rng=0)
    assert "and so optimistic" in chosen.apparent.note
    assert chosen.optimism > 0
    assert chosen.estimate.value < chosen.apparent.value


@pytest.mark.parametrize("name", ["../../x", "/etc/x", "a/b", "CON", "a\0b", "x" * 400])
def test_bad75_names_of_models_are_no_paths(tmp_path, monkeypatch, name):
    inner = tmp_path / "in" / "ner"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    result = referee.evaluate(referee.read([1, 0, 1], [1, 0, 0], name=name), rng=0)
    referee.report(result, "page.html")
    result.to_json("result.json")
    study = referee.Experiment({name: GaussianNB()}, {name: (X, Y)}, splits=CrossValidation(2), rng=0).run("s.db")
    export_predictions(study, "p.csv")
    assert sorted(f.name for f in inner.iterdir()) == ["p.csv", "page.html", "result.json", "s.db"]
    assert [f.name for f in tmp_path.iterdir()] == ["in"]


@pytest.mark.parametrize("sign", ["=cmd|'/c calc'!A1", "+1+x", "-x", "@SUM(A1)", "\t=1", "\r=1"])
def test_bad77_formulas_in_a_table(tmp_path, sign):
    cell = Results(sign, (sign, "b"), [0, 1], Splits("2-fold", 2, ([0], [1])), ([0], [1]))
    study = StudyResults("s", (sign,), (sign,), (cell,), ("accuracy",), (((1.0,),),))
    with export_predictions(study, tmp_path / "p.csv").open(newline="") as file:
        row = next(csv.DictReader(file))
    assert [row[name] for name in ("dataset", "learner", "truth", "prediction")] == ["'" + sign] * 4


def rows_of(module):
    """The rows that a module tests: by the names of its tests, and by its tables of sentences."""
    named = {name[5:10] for name in vars(module) if name.startswith("test_bad")}
    return named | {entry[0] for entry in getattr(module, "REFUSED", [])}


def test_every_row_has_its_test():
    """All 81, none that is no row, and each pointer leads to a test."""
    from test_bad_inputs import KNOWN

    modules = ["test_bad_inputs", "test_bad_scores", "test_bad_files", __name__]
    found = set().union(*(rows_of(importlib.import_module(name)) for name in modules)) | set(ELSEWHERE)
    assert sorted(found) == sorted(KNOWN)
    assert sorted(found) == [f"bad{i:02d}" for i in range(1, 82)]
    for place in ELSEWHERE.values():
        assert exists(place), place


def exists(place):
    """Whether a test of that name stands in the module, read and not imported."""
    module, name = place.rsplit(".", 1)
    file = Path(__file__).parent / (module.replace(".", "/") + ".py")
    return any(
        isinstance(node, ast.FunctionDef) and node.name == name for node in ast.walk(ast.parse(file.read_text()))
    )
