from __future__ import annotations

import itertools
import json

import numpy as np
import pytest
from scipy import stats
from scipy.stats import rankdata

from adapters import HERE
from referee.errors import InputError
from referee.inference import wilcoxon

DEMSAR = json.loads((HERE / "demsar2006.json").read_text())


def enumerated(d, zeros):
    d = np.array([v for v in d if v]) if zeros == "drop" else np.array(d)
    ranks = rankdata(np.abs(d))
    share = ranks[d == 0].sum() / 2 if zeros == "split" else 0.0
    plus = ranks[d > 0].sum() + share
    free = ranks[d != 0]
    sums = [
        share + sum(r for r, s in zip(free, signs, strict=True) if s)
        for signs in itertools.product((0, 1), repeat=len(free))
    ]
    upper, lower = np.mean(np.array(sums) >= plus - 1e-9), np.mean(np.array(sums) <= plus + 1e-9)
    return min(1, 2 * min(upper, lower)), upper, lower


@pytest.mark.parametrize("zeros", ["split", "drop", "pratt"])
@pytest.mark.parametrize("d", [[1, -2, 3, 3, 5, -1, 0], [0, 0, 4, 4, -4, 7, 8, 2], [2, 5, -1], [0, 0, 3]])
def test_exact_with_ties_and_zeros_by_enumeration(d, zeros):
    two, upper, lower = enumerated(d, zeros)
    assert wilcoxon(d, zeros=zeros).p_value == pytest.approx(two)
    assert wilcoxon(d, zeros=zeros, alternative="greater").p_value == pytest.approx(upper)
    assert wilcoxon(d, zeros=zeros, alternative="less").p_value == pytest.approx(lower)


def test_without_ties_it_is_scipys():
    x = np.array([1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30])
    y = np.array([0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29])
    assert wilcoxon(x, y).p_value == pytest.approx(stats.wilcoxon(x, y, method="exact").pvalue)


def test_many_pairs_take_the_normal_form():
    d = np.sin(np.arange(1, 401)) + 0.1
    theirs = stats.wilcoxon(d, method="asymptotic", correction=False)
    result = wilcoxon(d)
    assert result.p_value == pytest.approx(theirs.pvalue)
    assert result.effect.interval.low < result.effect.value < result.effect.interval.high


def test_interval_is_order_statistics_of_walsh_averages():
    """n = 8: P(R+ <= 3) = 5/256 < .025 < P(R+ <= 4), so the limits are the 4th smallest and 4th largest."""
    d = [1.1, -0.3, 2.45, 3.7, 0.9, 5.2, -1.15, 4.05]
    means = np.sort([(a + b) / 2 for i, a in enumerate(d) for b in d[i:]])
    result = wilcoxon(d)
    assert tuple(result.effect.interval) == pytest.approx((means[3], means[-4]))
    assert result.effect.value == pytest.approx(np.median(means))


def test_demsars_first_pair_to_the_printed_ranks():
    table = np.array([row["auc"] for row in DEMSAR["rows"]])
    result = wilcoxon(table[:, 1], table[:, 0])
    assert result.details["r_plus"] == DEMSAR["printed"]["wilcoxon_first_two_R_plus"]
    assert result.details["r_minus"] == DEMSAR["printed"]["wilcoxon_first_two_R_minus"]
    assert result.p_value < 0.05
    assert result.effect.interval.low > 0
    assert "shared equally" in result.warnings[0]


def test_unknown_rule():
    with pytest.raises(InputError, match="`zeros` must be one of 'split', 'drop', 'pratt'"):
        wilcoxon([1, 2], zeros="ignore")


def test_the_statistic_is_the_smaller_sum_or_that_of_the_side():
    d = [15, -7, 5, 20, 0, -9, 17, -12, 5, -10]
    two, more, less = (wilcoxon(d, alternative=side) for side in ("two-sided", "greater", "less"))
    assert (two.statistic_name, two.statistic) == ("W", 22.5)
    assert (more.statistic_name, more.statistic) == (less.statistic_name, less.statistic) == ("R+", 32.5)
    assert two.convention
    assert not more.convention
