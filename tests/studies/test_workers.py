"""Where runs are done: the same bits everywhere, and what a bad learner costs."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

import referee
from helpers.study_learners import (
    First,
    GivesNaN,
    Hangs,
    Kills,
    Raises,
    RaisesWhile,
    Slow,
    Talks,
    rows,
    run_hanging,
    study,
)
from referee.studies import read_study
from referee.studies.processes import start_worker
from referee.studies.workers import Processes

IRIS = {"iris": load_iris(return_X_y=True)}


def small(**learners):
    return study(learners=learners, datasets=IRIS, baselines=False)


@pytest.mark.slow
def test_processes_give_the_same_bits_as_one_and_learners_may_print(tmp_path, capfd):
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    size = {"folds": 5, "repeats": 3, "learners": {**study().learners, "talks": Talks()}}
    study(**size).run(one)
    assert capfd.readouterr().out.count("talk") == 30
    study(**size).run(two, n_jobs=2)
    assert "talk" not in capfd.readouterr().out, "in workers the standard output is ours"
    assert rows(one) == rows(two)


def test_processes_give_each_learner_its_own_table_of_the_same_data(tmp_path):
    X = np.array([["a", 1.0], ["b", 2.0], ["c", 3.0]] * 10, dtype=object)
    coded = make_pipeline(OneHotEncoder(handle_unknown="ignore"), DecisionTreeClassifier(random_state=0))
    learners, data = {"numbers": GaussianNB(), "texts": coded}, {"toy": (X, [0, 1, 1] * 10)}
    for n_jobs in (1, 2):
        study(learners=learners, datasets=data, baselines=False).run(tmp_path / f"{n_jobs}.db", n_jobs=n_jobs)
    assert rows(tmp_path / "1.db") == rows(tmp_path / "2.db")
    assert not read_study(tmp_path / "2.db").failures


def test_a_learner_that_raises_or_gives_nonsense_is_a_kept_failure_and_the_rest_goes_on(tmp_path):
    path = tmp_path / "s.db"
    done = small(raises=Raises(), nan=GivesNaN(), bayes=GaussianNB()).run(path)
    assert len(done.failures) == 6
    assert done.failures[0] == ("iris", "raises", 0, "ValueError: no such luck")
    assert done.failures[3] == (
        "iris",
        "nan",
        0,
        "predict gave NaN for 50 of 50 cases, the first at row 1 (index 0)",
    )
    assert done.of("iris", "bayes").complete
    assert not done.complete
    assert done.mean("accuracy", "iris", "nan") != done.mean("accuracy", "iris", "nan")
    shown = str(done)
    assert "6 runs failed and are left out of the means:" in shown
    assert "! iris, raises, split 0: ValueError: no such luck" in shown
    assert "and 1 more: see .failures" in shown
    assert read_study(path).failures == done.failures


def test_a_worker_starts_for_a_learner_of_a_module_without_a_package():
    process, pipe = start_worker(["numpy", "mine"])
    assert process.is_alive()
    process.kill()
    process.join()
    pipe.close()


def test_failures_are_run_again_when_asked(tmp_path):
    path, marker = tmp_path / "s.db", tmp_path / "marker"
    marker.touch()
    asked = small(later=RaisesWhile(str(marker)), bayes=GaussianNB())
    assert len(asked.run(path).failures) == 3
    marker.unlink()
    before = [row for row in rows(path, "l.name, r.id, r.finished") if row[0] == "bayes"]
    assert len(asked.run(path).failures) == 3, "not run again unless asked"
    assert asked.run(path, retry=True).complete
    assert before == [row for row in rows(path, "l.name, r.id, r.finished") if row[0] == "bayes"]


@pytest.mark.slow
def test_a_run_past_its_time_is_ended_and_the_others_keep_their_work(tmp_path):
    whole, path = tmp_path / "whole.db", tmp_path / "s.db"
    small(bayes=GaussianNB(), first=First()).run(whole)
    learners = {"bayes": GaussianNB(), "hangs": Hangs(), "first": First()}
    asked = study(learners=learners, datasets=IRIS, baselines=False, time_limit=0.3)
    done = asked.run(path)
    assert [why for *_, why in done.failures] == ["TimeLimit: it took longer than 0.3 s"] * 3
    assert [row for row in rows(path) if row[1] != "hangs"] == rows(whole)


def test_a_killed_worker_costs_a_retry_and_a_lasting_killer_has_failed(tmp_path):
    some, all_, whole, path = (tmp_path / name for name in ("some", "all", "whole.db", "s.db"))
    some.mkdir()
    all_.mkdir()
    asked = small(kills=Kills(str(some), 2), always=Kills(str(all_), 99), bayes=GaussianNB())
    done = asked.run(path, n_jobs=2)
    said = "WorkerEnded: its worker process ended 3 times (signal 9)"
    assert done.failures == tuple(("iris", "always", i, said) for i in range(3))
    assert (len(list(some.iterdir())), len(list(all_.iterdir()))) == (2, 9)
    small(kills=Kills(str(some), 2), bayes=GaussianNB()).run(whole)
    assert [row for row in rows(path) if row[1] != "always"] == rows(whole)


@pytest.mark.slow
def test_a_worker_killed_from_outside(tmp_path, monkeypatch):
    whole, path = tmp_path / "whole.db", tmp_path / "s.db"
    size = {"folds": 10, "repeats": 4, "slow_only": True}
    study(**size).run(whole)
    monkeypatch.setenv("REFEREE_TEST_SLEEP", "0.03")
    killed = []
    heard = Processes._hear

    def kill_some(self, worker, message):
        if message and message[0] == "done" and message[1] in (10, 30):
            victim = next(other for other in self._workers if other.tasks)
            os.kill(victim.process.pid, signal.SIGKILL)
            killed.append(victim.process.pid)
        return heard(self, worker, message)

    monkeypatch.setattr(Processes, "_hear", kill_some)
    assert study(**size).run(path, n_jobs=2).failures == ()
    assert len(killed) == 2
    assert rows(path) == rows(whole)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_is_finished(tmp_path, monkeypatch, jobs):
    path = tmp_path / "s.db"
    monkeypatch.setenv("REFEREE_TEST_SLEEP", "0.05")

    def press():
        while not path.exists() or not sum(row[0] == 2 for row in _states(path)):
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    done = study(folds=10, repeats=10, slow_only=True).run(path, n_jobs=jobs)
    assert done.interrupted
    finished = len(done.cells[0].finished)
    assert 0 < finished < 100
    assert done.missing == (("iris", "slow", 100 - finished),)
    assert "runs not done yet" in str(done)
    assert sorted({row[0] for row in _states(path)}) == [0, 2], "no claim is left"
    monkeypatch.setenv("REFEREE_TEST_SLEEP", "0")
    assert study(folds=10, repeats=10, slow_only=True).run(path).complete


def _states(path):
    try:
        return rows(path, "r.state")
    except sqlite3.OperationalError:
        return []


@pytest.mark.slow
def test_workers_end_with_their_parent(tmp_path, children):
    parent = children.Process(target=run_hanging, args=(tmp_path / "s.db", str(tmp_path)))
    parent.start()
    try:
        while not (found := [int(path.name) for path in tmp_path.iterdir() if path.name.isdecimal()]):
            time.sleep(0.05)
            assert parent.is_alive()
    finally:
        os.kill(parent.pid, signal.SIGKILL)
        parent.join()
    until = time.monotonic() + 20
    while any(_lives(pid) for pid in found):
        assert time.monotonic() < until, "a worker outlived its parent"
        time.sleep(0.1)


SCRIPT = """
import sys
import referee
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
print("begins")
class Mine(GaussianNB):
    pass
study = referee.Experiment({"mine": Mine()}, {"iris": load_iris(return_X_y=True)}, baselines=False, rng=1)
print(study.run(sys.argv[1], n_jobs=2).complete)
"""


@pytest.mark.slow
def test_workers_do_not_run_a_script_again_that_has_no_guard(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    command = [sys.executable, str(tmp_path / "script.py"), str(tmp_path / "s.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.split() == ["begins", "True"]


def _lives(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().split()[2] != "Z"
    except FileNotFoundError:
        return False


def test_progress_says_all_that_is_asked(tmp_path, capsys):
    from referee.studies.run_study import StudyWatch
    from referee.studies.store import Outcome, Task

    watch = StudyWatch(10, done=2, shown=True, value=lambda outcome: 0.9 if outcome.task.learner == "a" else 0.5)
    watch.end_run(Outcome(Task(3, "iris", "a", 0), 0.1), running=2)
    watch.end_run(Outcome(Task(4, "iris", "b", 0), 0.1), running=2)
    watch.end_run(Outcome(Task(5, "iris", "b", 1), 0.1, error="no"), running=1)
    line = watch.line.splitlines()[0]
    assert line.startswith("5 of 10 runs, 1 running, 1 failed, ")
    assert line.endswith(" left")
    watch._last = 0
    watch.draw()
    watch.close()
    out, err = capsys.readouterr()
    assert out == ""
    assert "best so far on iris: a 0.900" in err
    study().run(tmp_path / "s.db", progress=True)
    assert capsys.readouterr().out == ""
    study().run(tmp_path / "t.db")
    assert capsys.readouterr() == ("", "")


def test_a_lasting_failure_to_start_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr("referee.studies.processes.serve", sys.exit)
    with pytest.raises(
        referee.RefereeError, match="Worker processes end as they start .exit code 1.; run with n_jobs=1"
    ):
        small(slow=Slow()).run(tmp_path / "s.db", n_jobs=2)


def test_a_study_taken_up_again_counts_what_ended_and_what_failed():
    from referee.studies.run_study import _watch

    store = SimpleNamespace(states=lambda datasets, learners: (3, 2, 4, 1))  # waiting, claimed, done, failed
    assert _watch(store, study(), (), (), False).line.startswith("5 of 10 runs, 0 running, 1 failed")
