"""Where fits run does not change a bit: threads, processes, a Dask cluster, a backend that gives only lists."""

from __future__ import annotations

import joblib
import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from referee import InputError, compare_learners, estimate_error
from referee.learners import Bootstrap, CrossValidation, run_learner
from referee.learners.run import Run
from referee.learners.same_bits import one_thread

G = np.random.default_rng(4)
Y = np.repeat(["no", "yes"], [40, 30])
X = G.normal(size=(70, 5)) + 0.7 * (Y == "yes")[:, None]
SPLITS = CrossValidation(5, repeats=2).make(Y, rng=1)
LEARNERS = {
    "forest": RandomForestClassifier(4),
    "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
}


@pytest.fixture(scope="module")
def cluster():
    """One worker process with two threads, so that fits also meet inside a process."""
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=True, dashboard_address=None, silence_logs=50
    )
    client = distributed.Client(cluster)
    yield client
    client.close()
    cluster.close(timeout=30)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_one_job_two_jobs_and_a_dask_cluster_give_the_same_bits(cluster):
    options = {"keep": ["scores", "whole"], "rng": 5}
    for learner in LEARNERS.values():
        one, two, dask = (
            run_learner(learner, X, Y, SPLITS, **options, **how)
            for how in ({}, {"run": Run(2, "loky")}, {"run": Run(2, "dask")})
        )
        assert one.to_dict() == two.to_dict() == dask.to_dict()
        assert all(a.tobytes() == b.tobytes() for a, b in zip(one.scores, dask.scores, strict=True))
    one, dask = (
        estimate_error(LEARNERS["forest"], X, Y, method=("632+", Bootstrap(20)), rng=5, **how).to_dict()
        for how in ({}, {"run": Run(-1, "dask")})
    )
    assert one == dask
    one, dask = (compare_learners(LEARNERS, X, Y, rng=5, **how).to_dict() for how in ({}, {"run": Run(2, "dask")}))
    assert one == dask
    with joblib.parallel_config(backend="dask"):
        found = run_learner(LEARNERS["forest"], X, Y, SPLITS, run=Run(2), **options)
    assert found.to_dict() == run_learner(LEARNERS["forest"], X, Y, SPLITS, **options).to_dict()


def test_a_backend_that_cannot_give_results_one_by_one():
    from joblib._parallel_backends import ThreadingBackend

    class Plain(ThreadingBackend):
        supports_return_generator = False

    joblib.register_parallel_backend("plain", Plain)
    one = run_learner(LEARNERS["forest"], X, Y, SPLITS, rng=5)
    assert run_learner(LEARNERS["forest"], X, Y, SPLITS, rng=5, run=Run(2, "plain")).to_dict() == one.to_dict()


def test_an_unknown_backend():
    with pytest.raises(
        InputError, match="`backend` must be one that joblib can use; got 'nowhere'. Invalid backend"
    ):
        run_learner(LEARNERS["forest"], X, Y, SPLITS, run=Run(2, "nowhere"))


def test_the_limit_of_threads_lasts_until_the_last_fit_has_ended():
    from threadpoolctl import threadpool_info, threadpool_limits

    def blas():
        return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}

    with threadpool_limits(limits=2, user_api="blas"):
        before = blas()
        one, two = one_thread(), one_thread()
        one.__enter__()
        two.__enter__()
        assert blas() == {1}
        one.__exit__(None, None, None)
        assert blas() == {1}
        two.__exit__(None, None, None)
        assert blas() == before
