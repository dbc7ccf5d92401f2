"""Processes that are started by spawn, as on macOS and Windows: the same bits, and the same cost of a bad learner."""

from __future__ import annotations

import os
import subprocess
import sys
import types

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

import referee
from helpers.study_learners import First, Hangs, Kills, rows, study
from referee.learners import CrossValidation
from referee.studies import processes

IRIS = {"iris": load_iris(return_X_y=True)}


@pytest.fixture
def spawns(monkeypatch):
    """Workers of a study are spawned, as where a fork is not safe."""
    elsewhere = types.ModuleType("sys")
    vars(elsewhere).update(vars(sys) | {"platform": "darwin"})
    monkeypatch.setattr(processes, "sys", elsewhere)
    started = []
    context = processes.multiprocessing.get_context
    monkeypatch.setattr(
        processes.multiprocessing, "get_context", lambda kind=None: started.append(kind) or context(kind)
    )
    yield
    assert set(started) == {"spawn"}


def same_bits(folder):
    asked = {"learners": {"bayes": GaussianNB()}, "datasets": IRIS, "baselines": False}
    study(**asked).run(folder / "one.db")
    study(**asked).run(folder / "two.db", n_jobs=2)
    assert rows(folder / "one.db") == rows(folder / "two.db")


def killed(folder):
    (folder / "deaths").mkdir()
    learners = {"kills": Kills(str(folder / "deaths"), times=1), "first": First()}
    done = study(learners=learners, datasets=IRIS, baselines=False).run(folder / "s.db", n_jobs=2)
    assert done.complete
    assert len(list((folder / "deaths").iterdir())) == 1


def hanging(folder):
    learners = {"hangs": Hangs(), "first": First()}
    done = study(learners=learners, datasets=IRIS, baselines=False, time_limit=1.0).run(folder / "s.db", n_jobs=2)
    assert {learner for _, learner, _, _ in done.failures} == {"hangs"}
    assert done.of("iris", "first").complete


def text_in_frames(folder):
    pandas = pytest.importorskip("pandas")
    y = np.array(["a", "b"] * 30)
    pay = np.random.default_rng(0).normal(size=60) + (y == "b")
    frame = pandas.DataFrame({"job": ["x", "y", None] * 20, "pay": pay})
    asked = referee.Experiment({"bayes": GaussianNB()}, {"d": (frame, y)}, splits=CrossValidation(3), rng=1)
    assert asked.run(folder / "1.db").means == asked.run(folder / "2.db", n_jobs=2).means


STUDIES = {f.__name__: f for f in (same_bits, killed, hanging, text_in_frames)}


@pytest.mark.slow
@pytest.mark.usefixtures("spawns")
@pytest.mark.parametrize("name", STUDIES)
def test_studies(tmp_path, name):
    STUDIES[name](tmp_path)


ESTIMATE = """
import sys
import numpy as np
import pandas as pd
import referee
from referee.learners.run import Run
from sklearn.naive_bayes import GaussianNB

if __name__ == "__main__":
    y = np.array(["a", "b"] * 30)
    pay = np.random.default_rng(0).normal(size=60) + (y == "b")
    X = pd.DataFrame({"job": ["x", "y", None] * 20, "pay": pay})
    pair = {"a": GaussianNB(), "b": GaussianNB()}
    ways = {
        "estimate": lambda how: referee.estimate_error(GaussianNB(), X, y, method="holdout", rng=1, **how).estimate,
        "compare": lambda how: str(referee.compare_learners(pair, X, y, rng=1, **how)),
    }
    way = ways[sys.argv[1]]
    print(way({}) == way({"run": Run(n_jobs=2, backend=sys.argv[2])}))
"""


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["multiprocessing", "loky"])
@pytest.mark.parametrize("way", ["estimate", "compare"])
def test_estimates_and_comparisons(tmp_path, way, backend):
    pytest.importorskip("pandas")
    script = tmp_path / "spread.py"
    script.write_text(ESTIMATE)
    env = os.environ | {"JOBLIB_START_METHOD": "spawn"}
    found = subprocess.run(
        [sys.executable, script, way, backend], env=env, capture_output=True, text=True, timeout=300
    )
    assert found.stdout == "True\n", found.stderr
