"""Where runs are done: the same bits everywhere, and what a bad learner costs."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

import referee
from referee.experiments import read_study
from referee.experiments.workers import Processes
from study_learners import First, GivesNaN, Hangs, Kills, Raises, RaisesWhile, Slow, rows, study

IRIS = {"iris": load_iris(return_X_y=True)}


def small(**learners):
    return study(learners=learners, datasets=IRIS, baselines=False)


def test_processes_give_the_same_bits_as_one(tmp_path):
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    size = {"folds": 5, "repeats": 3}
    study(**size).run(one)
    study(**size).run(two, n_jobs=2)
    assert rows(one) == rows(two)


def test_a_learner_that_raises_or_gives_nonsense_is_a_kept_failure_and_the_rest_goes_on(tmp_path):
    path = tmp_path / "s.db"
    done = small(raises=Raises(), nan=GivesNaN(), bayes=GaussianNB()).run(path)
    assert len(done.failures) == 6
    assert done.failures[0] == ("iris", "raises", 0, "ValueError: no such luck")
    assert done.failures[3] == ("iris", "nan", 0, "predict gave NaN for 50 of 50 cases")
    assert done.of("iris", "bayes").complete
    assert not done.complete
    assert done.mean("accuracy", "iris", "nan") != done.mean("accuracy", "iris", "nan")
    shown = str(done)
    assert "6 runs failed and are left out of the means:" in shown
    assert "! iris, raises, split 0: ValueError: no such luck" in shown
    assert "and 1 more: see .failures" in shown
    assert read_study(path).failures == done.failures


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


def test_a_run_past_its_time_is_ended_and_the_others_keep_their_work(tmp_path):
    whole, path = tmp_path / "whole.db", tmp_path / "s.db"
    small(bayes=GaussianNB(), first=First()).run(whole)
    learners = {"bayes": GaussianNB(), "hangs": Hangs(), "first": First()}
    asked = study(learners=learners, datasets=IRIS, baselines=False, time_limit=0.3)
    for jobs in (1, 2):
        path = tmp_path / f"{jobs}.db"
        done = asked.run(path, n_jobs=jobs)
        assert [why for *_, why in done.failures] == ["TimeLimit: it took longer than 0.3 s"] * 3
        assert [row for row in rows(path) if row[1] != "hangs"] == rows(whole)


def test_a_killed_worker_costs_a_retry_not_a_result(tmp_path):
    folder, whole, path = tmp_path / "kills", tmp_path / "whole.db", tmp_path / "s.db"
    folder.mkdir()
    done = small(kills=Kills(str(folder), 2), bayes=GaussianNB()).run(path, n_jobs=2)
    assert done.complete
    assert len(list(folder.iterdir())) == 2
    small(kills=Kills(str(folder), 2), bayes=GaussianNB()).run(whole)
    assert rows(path) == rows(whole)


def test_a_run_that_goes_on_killing_its_worker_has_failed(tmp_path):
    folder = tmp_path / "kills"
    folder.mkdir()
    one = study(
        learners={"kills": Kills(str(folder), 99), "bayes": GaussianNB()}, datasets=IRIS, baselines=False, folds=2
    )
    done = one.run(tmp_path / "s.db", n_jobs=2)
    said = "WorkerEnded: its worker process ended 3 times (signal 9)"
    assert done.failures == (("iris", "kills", 0, said), ("iris", "kills", 1, said))
    assert done.of("iris", "bayes").complete


def test_a_worker_killed_from_outside(tmp_path, monkeypatch):
    whole, path = tmp_path / "whole.db", tmp_path / "s.db"
    size = {"folds": 10, "repeats": 4, "slow_only": True}
    study(**size).run(whole)
    monkeypatch.setenv("REFEREE_TEST_SLEEP", "0.03")
    killed = []
    heard = Processes._heard

    def kill_some(self, worker, message):
        if message and message[0] == "done" and message[1] in (10, 20, 30):
            victim = next(other for other in self._workers if other.tasks)
            os.kill(victim.child.pid, signal.SIGKILL)
            killed.append(victim.child.pid)
        return heard(self, worker, message)

    monkeypatch.setattr(Processes, "_heard", kill_some)
    assert study(**size).run(path, n_jobs=2).complete
    assert len(killed) == 3
    assert rows(path) == rows(whole)


def test_what_a_learner_prints_does_not_disturb(tmp_path):
    code = """
import referee, study_learners, sys
from sklearn.naive_bayes import GaussianNB
class Talks(GaussianNB):
    def fit(self, X, y):
        print("talk"); sys.__stdout__.flush()
        assert sys.stdin.read() == ""
        return super().fit(X, y)
done = study_learners.study(learners={"talks": Talks()}, baselines=False).run(sys.argv[1], n_jobs=2)
print(done.complete)
"""
    command = [sys.executable, "-c", code, str(tmp_path / "s.db")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)
    assert done.stdout == "True\n", done.stderr


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


def test_workers_end_with_their_parent(tmp_path):
    code = f"""
import study_learners, os
study_learners.study(learners={{"hangs": study_learners.Hangs()}}, baselines=False).run({str(tmp_path / "s.db")!r}, n_jobs=2)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen([sys.executable, "-c", code], env=environment)
    try:
        found = []
        while len(found) < 2:
            time.sleep(0.1)
            assert parent.poll() is None
            text = subprocess.run(
                ["ps", "-o", "pid=", "--ppid", str(parent.pid)], capture_output=True, text=True
            ).stdout
            found = [int(word) for word in text.split()]
    finally:
        parent.kill()
        parent.wait()
    until = time.monotonic() + 20
    while any(_lives(pid) for pid in found):
        assert time.monotonic() < until, "a worker outlived its parent"
        time.sleep(0.1)


def _lives(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().split()[2] != "Z"
    except FileNotFoundError:
        return False


def test_progress_says_all_that_is_asked(tmp_path, capsys):
    from referee.experiments.store import Outcome, Task
    from referee.experiments.watch import Watch

    watch = Watch(10, done=2, shown=True, value=lambda outcome: 0.9 if outcome.task.learner == "a" else 0.5)
    watch.step(Outcome(Task(3, "iris", "a", 0), 0.1), running=2)
    watch.step(Outcome(Task(4, "iris", "b", 0), 0.1), running=2)
    watch.step(Outcome(Task(5, "iris", "b", 1), 0.1, error="no"), running=1)
    assert watch.line.startswith("5 of 10 runs, 1 running, 1 failed, ")
    assert watch.line.endswith(" left, best so far on iris: a 0.900")
    watch._drawn = 0
    watch.draw()
    watch.close()
    out, err = capsys.readouterr()
    assert out == ""
    assert "best so far on iris: a 0.900" in err.replace("\n", "")
    study().run(tmp_path / "s.db", progress=True)
    assert capsys.readouterr().out == ""
    study().run(tmp_path / "t.db")
    assert capsys.readouterr() == ("", "")


def test_a_lasting_failure_to_start_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(
        referee.RefereeError, match="Worker processes end as they start .exit code 1.; run with n_jobs=1"
    ):
        small(slow=Slow()).run(tmp_path / "s.db", n_jobs=2)
