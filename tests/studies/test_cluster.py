"""A study on a Dask cluster: the same bits, a killed worker, an address that does not answer."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections import deque

import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

import referee
from helpers.study_learners import Hangs, rows, study
from referee.studies.on_cluster import Cluster
from referee.studies.store import Task

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore")

IRIS = {"iris": load_iris(return_X_y=True)}


@pytest.fixture(scope="module")
def cluster():
    made = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1", silence_logs=50
    )
    yield made
    made.close()


@pytest.mark.slow
def test_equal_bits_by_address_and_by_client(cluster, tmp_path):
    here, there, again = (tmp_path / name for name in ("here.db", "there.db", "again.db"))
    study().run(here)
    done = study().run(there, cluster=cluster.scheduler_address)
    assert done.complete
    assert rows(there) == rows(here)
    with distributed.Client(cluster, set_as_default=False) as client:
        study(datasets=IRIS).run(again, cluster=client)
        assert client.status == "running", "a client that was given stays open"
    assert rows(again) == [row for row in rows(here) if row[0] == "iris"]


@pytest.mark.slow
def test_a_killed_worker_costs_a_retry(cluster, tmp_path):
    size = {"folds": 10, "repeats": 8, "slow_only": True}
    study(**size).run(tmp_path / "here.db")
    with distributed.Client(cluster, set_as_default=False) as client:
        client.run(os.environ.__setitem__, "REFEREE_TEST_SLEEP", "0.03")
        (victim, _) = client.run(os.getpid).values()
    path = tmp_path / "there.db"

    def kill():
        while not path.exists() or not _done(path):
            time.sleep(0.02)
        os.kill(victim, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    done = study(**size).run(path, cluster=cluster.scheduler_address)
    thread.join()
    assert done.failures == ()
    assert rows(path) == rows(tmp_path / "here.db")


def _done(path):
    import sqlite3

    try:
        return sum(row[0] == 2 for row in rows(path, "r.state"))
    except sqlite3.OperationalError:
        return 0


@pytest.mark.slow
def test_a_time_limit_on_a_cluster(cluster, tmp_path):
    learners = {"bayes": GaussianNB(), "hangs": Hangs()}
    asked = study(learners=learners, datasets=IRIS, baselines=False, time_limit=0.5, folds=2)
    done = asked.run(tmp_path / "s.db", cluster=cluster.scheduler_address)
    assert [why for *_, why in done.failures] == ["TimeLimit: it took longer than 0.5 s"] * 2
    assert done.of("iris", "bayes").complete


@pytest.mark.slow
def test_an_address_that_does_not_answer_is_said_within_ten_seconds(tmp_path, monkeypatch):
    monkeypatch.setattr("referee.studies.on_cluster.ANSWER", 2)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        for address in (f"tcp://127.0.0.1:{deaf.getsockname()[1]}", "tcp://127.0.0.1:9", "nonsense://"):
            start = time.monotonic()
            with pytest.raises(
                referee.InputError, match="`cluster` must be the address of a Dask scheduler that answers"
            ):
                study().run(tmp_path / "s.db", cluster=address)
            assert time.monotonic() - start < 7


def test_a_chunk_holds_runs_of_one_learner_on_one_dataset(monkeypatch):
    pool, sent = object.__new__(Cluster), []
    pool._tasks = deque(Task(i, "iris", "ab"[i // 3], i % 3) for i in range(6))
    pool._out, pool.width, pool._mean = {}, 1, 1e-6
    monkeypatch.setattr(pool, "_submit", lambda chunk: sent.append([task.id for task in chunk]))
    pool._feed()
    assert sent == [[0, 1, 2], [3, 4, 5]]
