from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy import stats

from adapters import HERE
from referee.errors import InputError
from referee.inference import critical_difference, friedman, friedman_ranks, rank_learners

DEMSAR = json.loads((HERE / "demsar2006.json").read_text())
AUC = np.array([row["auc"] for row in DEMSAR["rows"]])


def test_demsars_example_to_the_printed_digits():
    """The paper ranks two AUCs that are equal after rounding 2 and 3, and does not correct for ties."""
    ranks = rank_learners(AUC).ranks
    printed = [row.get("printed_ranks") for row in DEMSAR["rows"]]
    ranks = np.array([given or own for given, own in zip(printed, ranks.tolist(), strict=True)])
    result = friedman_ranks(ranks, correct_ties=False)
    assert np.round(ranks.mean(axis=0), 3).tolist() == DEMSAR["printed"]["average_ranks"]
    assert round(result.details["chi2"], 2) == DEMSAR["printed"]["friedman_chi2"]
    assert round(result.statistic, 2) == DEMSAR["printed"]["iman_davenport_F"]
    assert round(critical_difference(4, 14), 2) == DEMSAR["printed"]["nemenyi_cd_0.05"]
    assert round(critical_difference(4, 14, 0.90), 2) == DEMSAR["printed"]["nemenyi_cd_0.10"]


def test_demsars_example_with_the_tie_as_printed():
    assert np.round(rank_learners(AUC).average, 3).tolist() == [3.143, 2.0, 2.929, 1.929]
    assert friedman(AUC, correct_ties=False).details["chi2"] == pytest.approx(9.857, abs=5e-4)
    assert friedman(AUC).details["chi2"] == pytest.approx(10.952, abs=5e-4)
    assert friedman(AUC).details["chi2"] == pytest.approx(stats.friedmanchisquare(*AUC.T).statistic)


def test_all_tied():
    result = friedman(np.full((4, 3), 0.5))
    assert result.p_value == 1
    assert result.warnings == ("p is 1 because all learners tie on every dataset.",)


def test_perfect_agreement_has_no_p_of_zero():
    result = friedman([[3, 2, 1]] * 6)
    assert result.statistic == math.inf
    assert result.p_value == pytest.approx(math.exp(-6))
    assert "F is infinite" in result.warnings[0]


def test_direction_of_scores():
    assert rank_learners(AUC, better="lower").average == pytest.approx(5 - rank_learners(AUC).average)
    assert friedman(AUC).p_value == pytest.approx(friedman(-AUC, better="lower").p_value)


def test_two_learners_are_sent_to_another_test():
    with pytest.raises(
        InputError, match=r"at least 3 learners; got 2. For two learners use the Wilcoxon signed-rank"
    ):
        friedman([[1, 2], [3, 4], [2, 1]])


def test_one_dataset_is_refused():
    with pytest.raises(InputError, match="`scores` must hold at least 2 datasets; got 1"):
        friedman([[1, 2, 3]])


def test_missing_scores_are_named_or_their_dataset_dropped():
    table = AUC.copy()
    table[3, 1] = np.nan
    names = [row["dataset"] for row in DEMSAR["rows"]]
    with pytest.raises(InputError, match=r"got nan for learner 'C4.5\+m' on dataset 'cmc'"):
        friedman(table, datasets=names, learners=DEMSAR["columns"])
    dropped = friedman(table, missing="drop")
    assert dropped.details["n"] == 13
    assert dropped.p_value == friedman(np.delete(AUC, 3, axis=0)).p_value
    with pytest.raises(InputError, match="`learners` must name all 4; got 2 names"):
        friedman(AUC, learners=["a", "b"])
