"""The store: what it keeps, what it refuses, and what a crash costs."""

from __future__ import annotations

import os
import sqlite3
import threading
import time

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

import referee
from helpers.killed_study import killed_and_resumed
from helpers.study_learners import First, Slow, change, rows, run_slowly, study
from referee.learners import CrossValidation, run_learner
from referee.studies import read_study, store_format
from referee.studies.store import Outcome, Store, Task
from referee.studies.store_format import APPLICATION, CLAIMED, DONE, FORMAT, WAITING

DONE_ONCE = "r.id, r.finished, r.seconds, r.attempts"


@pytest.mark.slow
def test_killed_at_fifty_moments_and_resumed(tmp_path, children):
    made = killed_and_resumed(tmp_path, children, kills=50, repeats=100, seed=5)
    assert (made.lost_at_random, made.lost_in_write) == (0, 0), "a finished run was lost or run again"
    assert made.idle == 0, "every kill met a study at work"
    assert 10 < made.finished < made.folds
    assert made.different == 0
    assert not made.damaged


class Busy:
    """A connection that is refused some times, as SQLite refuses all but one of those that make a store at once."""

    def __init__(self, code: int, times: int) -> None:
        self.code, self.times = code, times

    def execute(self, statement: str) -> None:
        self.times -= 1
        if self.times >= 0:
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = self.code
            raise error


def test_processes_that_make_one_store_at_once_wait_for_each_other(tmp_path, monkeypatch):
    with Store(tmp_path / "s.db") as store:
        for code, times in ((sqlite3.SQLITE_BUSY, 3), (sqlite3.SQLITE_BUSY_RECOVERY, 2)):
            busy = Busy(code, times)
            monkeypatch.setattr(store, "_db", busy)
            store._write_ahead()
            assert busy.times == -1
        for code, patience in ((sqlite3.SQLITE_READONLY, 60.0), (sqlite3.SQLITE_BUSY, -1.0)):
            monkeypatch.setattr(store, "_db", Busy(code, 1))
            monkeypatch.setattr(store_format, "PATIENCE", patience)
            with pytest.raises(sqlite3.OperationalError):
                store._write_ahead()
        monkeypatch.undo()


@pytest.mark.slow
@pytest.mark.parametrize("writers", [2, 3])
def test_two_processes_share_a_store_and_no_run_is_done_twice(tmp_path, children, writers):
    whole, path = tmp_path / "whole.db", tmp_path / "shared.db"
    size = {"folds": 10, "repeats": 3}
    study(**size).run(whole)
    pair = [children.Process(target=run_slowly, args=(path, 0.02), kwargs=size) for _ in range(writers)]
    for child in pair:
        child.start()
    for child in pair:
        child.join()
    assert [child.exitcode for child in pair] == [0] * writers
    assert rows(path) == rows(whole)
    db = sqlite3.connect(path)
    assert db.execute("SELECT max(attempts) FROM runs").fetchone() == (1,)
    assert db.execute("SELECT count(*) FROM owners").fetchone() == (writers,)


def test_kept_results_are_those_of_run_learner_to_the_last_bit(tmp_path):
    done = study().run(tmp_path / "s.db")
    X, y = load_iris(return_X_y=True)
    cell = done.of("iris", "tree")
    alone = run_learner(study().learners["tree"], X, y, cell.splits, keep=["scores"], rng=cell.seed)
    assert cell.data == alone.data
    assert all(np.array_equal(a, b) for a, b in zip(cell.predicted, alone.predicted, strict=True))
    assert all(np.array_equal(a, b) for a, b in zip(cell.scores, alone.scores, strict=True))
    assert done.of("iris", "first").scores == ()


def test_a_second_run_runs_nothing_and_reads_the_same(tmp_path):
    path = tmp_path / "s.db"
    first = study().run(path)
    before = rows(path, DONE_ONCE)
    again = study(rng=None).run(path)
    assert rows(path, DONE_ONCE) == before
    assert again.to_dict() == first.to_dict() == read_study(path).to_dict()
    assert again.seed == 7, "without rng the seed is that of the store"


def test_a_study_may_grow(tmp_path):
    path = tmp_path / "s.db"
    small = study(learners={"slow": Slow()}).run(path)
    before = rows(path, DONE_ONCE)
    grown = study().run(path)
    assert set(before) <= set(rows(path, DONE_ONCE))
    assert grown.of("iris", "slow").to_dict() == small.of("iris", "slow").to_dict()
    assert read_study(path).learners == ("slow", "majority", "prior-random", "naive Bayes", "tree", "first")
    assert len(study(learners={"slow": Slow()}, baselines=False).run(path).learners) == 1


IRIS = load_iris(return_X_y=True)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rng": 8}, "`rng` must be that of the study in .*, 7; got 8. Use another store."),
        ({"name": "other"}, "`name` must be that of the study in .*, 'study'; got 'other'"),
        (
            {"datasets": {"iris": (IRIS[0] + 1e-9, IRIS[1])}},
            "`dataset iris` must hold the data .*; got other data",
        ),
        ({"datasets": {"iris": (IRIS[0], 2 - IRIS[1])}}, "`dataset iris` must hold the data"),
        (
            {"splits": CrossValidation(4)},
            "`dataset iris` must be split as the store has it; got other splits .4-fold",
        ),
        (
            {"learners": {"tree": GaussianNB()}},
            "`learner tree` must be the learner that the store has under its name; got sklearn.naive_bayes.Gauss",
        ),
    ],
)
def test_what_has_changed_under_its_name_is_refused(tmp_path, changes, said):
    path = tmp_path / "s.db"
    study(datasets={"iris": IRIS}).run(path)
    before = rows(path)
    with pytest.raises(referee.InputError, match=said):
        study(**{"datasets": {"iris": IRIS}, **changes}).run(path)
    assert rows(path) == before


def test_a_changed_parameter_is_named(tmp_path):
    path = tmp_path / "s.db"
    one = {"datasets": {"iris": IRIS}, "baselines": False}
    study(learners={"b": GaussianNB()}, **one).run(path)
    with pytest.raises(referee.InputError, match="got var_smoothing=0.1\\) where it was var_smoothing=1e-09\\)"):
        study(learners={"b": GaussianNB(var_smoothing=0.1)}, **one).run(path)


def test_other_versions_are_refused_while_runs_are_left(tmp_path):
    path = tmp_path / "s.db"
    study().run(path)
    change(path, "UPDATE environments SET versions = json_set(versions, '$.numpy', '1.0')")
    study().run(path)
    bigger = study(learners={**study().learners, "more": First()})
    with pytest.raises(
        referee.InputError, match=r"`versions` must be those .*; got numpy .* where it was 1.0. Pass"
    ):
        bigger.run(path)
    done = bigger.run(path, other_versions=True)
    assert done.versions["numpy"] == f"1.0 and {np.__version__}"


@pytest.mark.parametrize(("step", "hint"), [(1, "Update referee"), (-1, "Run the study again")])
def test_a_store_of_another_format_is_refused(tmp_path, step, hint):
    path = tmp_path / "s.db"
    study(slow_only=True).run(path)
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {FORMAT + step}")
    db.close()
    for use in (study(slow_only=True).run, read_study):
        with pytest.raises(
            referee.errors.FileError,
            match=f"must be a store of format {FORMAT}; got .* of format {FORMAT + step}. {hint}",
        ):
            use(path)


def test_other_files_are_refused_untouched(tmp_path):
    text, other = tmp_path / "a.csv", tmp_path / "other.db"
    text.write_text("a,b\n" * 300)
    db = sqlite3.connect(other)
    db.execute("CREATE TABLE mine (x)")
    db.commit()
    for path in (text, other):
        before = path.read_bytes()
        for use in (study().run, read_study):
            with pytest.raises(referee.errors.FileError, match="must be a store that referee wrote"):
                use(path)
        assert path.read_bytes() == before
    with pytest.raises(referee.errors.FileError, match="which is no file"):
        read_study(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()


def test_a_folder_that_cannot_be_written_is_said_before_anything_runs(tmp_path):
    with pytest.raises(
        referee.errors.FileError, match="must be a file that can be written; got /proc/study.db .* Name a file"
    ):
        study().run("/proc/study.db")
    with pytest.raises(referee.errors.FileError, match="be a file that can be written"):
        study().run(tmp_path / "missing" / "study.db")


def test_a_full_disk_is_said_and_costs_nothing_that_was_kept(tmp_path, monkeypatch):
    path, whole = tmp_path / "s.db", tmp_path / "whole.db"
    size = {"folds": 10, "repeats": 5, "slow_only": True}
    study(**size).run(whole)
    opened = Store._open

    def on_a_small_disk(self, create):
        opened(self, create)
        self._db.execute(f"PRAGMA max_page_count = {os.path.getsize(whole) // 4096 // 2}")

    monkeypatch.setattr(Store, "_open", on_a_small_disk)
    with pytest.raises(
        referee.errors.FileError, match="must have room on its disk; got .*disk is full.*What was kept before"
    ):
        study(**size).run(path)
    monkeypatch.setattr(Store, "_open", opened)
    kept = [row for row in rows(path) if row[3] == DONE]
    assert kept
    study(**size).run(path)
    assert rows(path) == rows(whole)


def enrolled(path):
    """A store whose runs all wait."""
    from referee.studies.enrolment import enrol

    store = Store(path)
    enrol(store, study(), {"python": "3"})
    return store


ALL = (("iris", "wine"), ("tree", "slow", "first", "majority", "prior-random", "naive Bayes"))


def test_claims_of_the_dead_are_free_at_once_and_those_of_the_living_are_not(tmp_path):
    path = tmp_path / "s.db"
    one, two = enrolled(path), Store(path)
    one.start({})
    two.start({})
    claimed = one.claim(10, *ALL)
    assert len(claimed) == 10
    assert not {task.id for task in two.claim(100, *ALL)} & {task.id for task in claimed}
    two.give_back()
    with one.transaction() as db:
        db.execute("UPDATE owners SET pid = 999999999 WHERE id = ?", (one._owner,))
    assert len(two.claim(100, *ALL)) == 36
    two.give_back()
    with one.transaction() as db:
        db.execute("UPDATE owners SET host = 'elsewhere', pid = 1, beat = ? WHERE id = 1", (time.time() - 60,))
        db.execute(f"UPDATE runs SET state = {CLAIMED}, owner = 1 WHERE id <= 5")
    assert len(two.claim(100, *ALL)) == 31
    two.give_back()
    with one.transaction() as db:
        db.execute("UPDATE owners SET beat = ? WHERE id = 1", (time.time() - 600,))
    assert len(two.claim(100, *ALL)) == 36
    one.close()
    two.close()


def test_a_finished_run_is_never_written_over(tmp_path):
    path = tmp_path / "s.db"
    with enrolled(path) as store:
        store.start({})
        (task,) = store.claim(1, *ALL)
        store.keep(Outcome(task, 1.0, np.zeros(50, int)))
        store.give_back()
        store.keep(Outcome(task, 2.0, np.ones(50, int)))
        store.keep(Outcome(task, 2.0, error="no"))
        store.give_back()
        assert store.rows("SELECT state, seconds FROM runs WHERE id = ?", task.id) == [(DONE, 1.0)]
        assert store.rows(f"SELECT count(*) FROM runs WHERE state = {WAITING}") == [(35,)]


def test_finished_runs_are_committed_within_half_a_second_whatever_the_process_does(tmp_path):
    path = tmp_path / "s.db"
    with enrolled(path) as store:
        store.start({})
        (task,) = store.claim(1, *ALL)
        store.keep(Outcome(task, 1.0, np.zeros(50, int)))
        seen = threading.Event()
        seen.wait(0.5)
        other = sqlite3.connect(path)
        assert other.execute(f"SELECT count(*) FROM runs WHERE state = {DONE}").fetchone() == (1,)


def test_a_damaged_store_is_refused_not_believed(tmp_path):
    path = tmp_path / "s.db"
    study().run(path)

    def changed(query):
        copy = tmp_path / "copy.db"
        copy.write_bytes(path.read_bytes())
        change(copy, query)
        return copy

    with pytest.raises(referee.errors.FileError, match="hold runs of its own splits"):
        read_study(changed("UPDATE runs SET split_print = x'00' WHERE id = 3"))
    with pytest.raises(referee.errors.FileError, match="hold arrays of type"):
        read_study(changed("UPDATE runs SET predicted_type = '|O' WHERE id = 3"))
    with pytest.raises(referee.errors.FileError, match="hold predictions of 50 cases and 3 classes"):
        read_study(changed("UPDATE runs SET predicted = x'00' WHERE id = 3"))
    assert Task(1, "a", "b", 0).split == 0
    assert APPLICATION != 0


FLIPS = {
    "a prediction": "UPDATE runs SET predicted = CAST(x'01' || substr(predicted, 2) AS BLOB) WHERE id = 3",
    "a score": "UPDATE runs SET scores = CAST(x'0000000000000040' || substr(scores, 9) AS BLOB) WHERE scores IS NOT NULL",
    "the time of a run": "UPDATE runs SET seconds = seconds + 1 WHERE id = 3",
    "the split of a run": "UPDATE runs SET split = 99 WHERE id = 3",
    "a state": "UPDATE runs SET state = 3 WHERE id = 3",
    "the truth": "UPDATE datasets SET truth = CAST(x'02' || substr(truth, 2) AS BLOB)",
    "the labels": "UPDATE datasets SET labels = '[2, 1, 0]'",
    "the rows of a split": "UPDATE datasets SET split_rows = CAST(x'05' || substr(split_rows, 2) AS BLOB)",
    "the name of a learner": "UPDATE learners SET name = 'slew' WHERE name = 'slow'",
    "a fact of the study": "UPDATE study SET value = '8' WHERE key = 'seed'",
    "a version": "UPDATE environments SET versions = '{}'",
}


@pytest.mark.parametrize("name", FLIPS)
def test_a_row_that_changed_is_refused_by_its_checksum(tmp_path, name):
    """To read it, and to go on with it: no wrong row is believed."""
    path = tmp_path / "s.db"
    study(slow_only=True).run(path)
    read_study(path)
    change(path, FLIPS[name], summed=False)
    for use in (read_study, study(slow_only=True).run):
        with pytest.raises(
            referee.errors.FileError, match="`store` must hold the rows that referee wrote; got .* changed"
        ):
            use(path)


def test_a_flipped_bit_anywhere_changes_nothing_or_is_refused(tmp_path):
    path, other = tmp_path / "s.db", tmp_path / "flipped.db"
    study(slow_only=True).run(path)
    whole, right, draw = path.read_bytes(), read_study(path).to_dict(), np.random.default_rng(0)
    refused = 0
    for place in draw.integers(len(whole), size=150).tolist():
        flipped = bytearray(whole)
        flipped[place] ^= 1 << int(draw.integers(8))
        other.write_bytes(bytes(flipped))
        try:
            assert read_study(other).to_dict() == right, place
        except referee.RefereeError:
            refused += 1
        for beside in tmp_path.glob("flipped.db-*"):
            beside.unlink()
    assert refused > 0
