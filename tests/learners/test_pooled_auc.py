"""Scores of all test parts in one ranking: only where each case was tested once."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from referee import InputError
from referee.learners import CrossValidation, run_learner
from referee.learners.data import LearnerCases
from referee.learners.estimators import pooled_auc

Y = np.arange(20) % 2
X = np.random.default_rng(0).normal(size=(20, 2)) + Y[:, None]


def ran(repeats):
    return run_learner(
        GaussianNB(),
        LearnerCases(X, Y, 1),
        None,
        CrossValidation(5, repeats).make(Y, rng=1),
        keep=["scores"],
        rng=1,
    )


def test_all_parts_make_one_ranking():
    results = ran(1)
    scores = np.empty(20)
    for i in results.finished:
        scores[results.splits.tests[i]] = results.test_scores(i)
    above = scores[Y == 1][:, None] - scores[Y == 0]
    assert pooled_auc(results).value == pytest.approx(((above > 0) + 0.5 * (above == 0)).mean())


@pytest.mark.parametrize("repeats", [2, 3])
def test_cases_tested_more_than_once_are_refused(repeats):
    with pytest.raises(InputError, match="`results` must be of splits that test every case once; got"):
        pooled_auc(ran(repeats))
