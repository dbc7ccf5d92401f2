"""R040 to R045 fire where a careful colleague would speak, and are silent elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from referee import InputError, ScoreTable, rank
from referee.checks import floor_ceiling, regression_to_mean


def table(values, metric="accuracy", better="higher", learners=None):
    values = np.array(values, dtype=float)
    names = learners or list("abcdefgh"[: values.shape[1]])
    return ScoreTable(metric, better, [f"d{i}" for i in range(len(values))], names, values)


def drawn(n, k=3, step=0.05, seed=0):
    return table(np.random.default_rng(seed).uniform(0.5, 0.7, (n, k)) + step * np.arange(k))


def found(result, code):
    return [f for f in result.findings if f.code == code]


def test_a_clear_and_large_study_has_no_finding():
    assert rank(drawn(30, step=0.1)).findings == ()


class TestFloorAndCeiling:
    def test_ceiling(self):
        full = [[0.995, 1.0, 0.999]] * 3 + [[0.7, 0.8, 0.6]] * 5
        (finding,) = floor_ceiling(table(full))
        assert finding.severity == "warning"
        assert "on 3 of 8 datasets: 'd0', 'd1', 'd2'" in finding.evidence
        assert floor_ceiling(table(full[2:]))[0].severity == "note"
        assert floor_ceiling(table(full[3:])) == []

    def test_one_learner_below_is_room(self):
        assert floor_ceiling(table([[1.0, 1.0, 0.98], [0.5, 0.6, 0.7]])) == []

    def test_percentages_and_errors(self):
        assert "within 1 of" in floor_ceiling(table([[99.5, 100], [70, 80]]))[0].evidence
        assert floor_ceiling(table([[0.001, 0.0], [0.3, 0.2]], "error_rate", "lower"))[0].code == "R040"
        assert floor_ceiling(table([[250.0, 3000.0], [1.0, 2.0]], "seconds", "lower")) == []

    def test_floor_is_the_rule_that_learns_nothing(self):
        values = [[0.61, 0.605, 0.60], [0.8, 0.7, 0.6], [0.9, 0.95, 0.5]]
        names = ["svm", "tree", "majority"]
        (finding,) = floor_ceiling(table(values, learners=names), ["majority"])
        assert (
            "floor: no learner is more than 0.01 above the rules that learn nothing on 1 of 3" in finding.evidence
        )
        assert floor_ceiling(table(values, learners=names)) == []

    def test_floor_by_chance(self):
        values = [[0.51, 0.49], [0.8, 0.7], [0.7, 0.75], [0.8, 0.82], [0.7, 0.7]]
        assert "above chance on 1 of 5" in floor_ceiling(table(values, "roc_auc"))[0].evidence

    def test_missing_scores(self):
        assert floor_ceiling(table([[np.nan, np.nan], [1.0, np.nan], [0.5, 0.6]]))[0].evidence.endswith("'d1'")


class TestRegressionToTheMean:
    OLD = table([[0.62, 0.7], [0.58, 0.66], [0.71, 0.72], [0.64, 0.7]], learners=["old", "new"])

    def test_asked_by_name(self):
        (finding,) = regression_to_mean(self.OLD, "old")
        assert (finding.code, finding.severity) == ("R041", "warning")
        assert finding.title == "The datasets were picked by the score of old"
        assert regression_to_mean(self.OLD, None) == []

    def test_the_move_is_shown(self):
        first = {f"d{i}": score for i, score in enumerate([0.5, 0.52, 0.55, 0.51])}
        (finding,) = found(rank(self.OLD, picked_by="old", picked_scores=first, rng=0), "R041")
        assert "0.520 on average when the datasets were picked and 0.637 now" in finding.evidence

    def test_the_same_scores_used_again_are_serious(self):
        again = dict(zip(self.OLD.datasets, self.OLD.column("old").tolist(), strict=True))
        (finding,) = regression_to_mean(self.OLD, "old", again)
        assert finding.severity == "serious"

    def test_it_happens_in_a_world_without_any_difference(self):
        """Two equal learners; datasets picked where the old one did badly make the new one look better."""
        rng = np.random.default_rng(3)
        hard = rng.normal(0.8, 0.03, 400)
        first, again, new = (hard + rng.normal(0, 0.03, 400) for _ in range(3))
        picked = np.argsort(first)[:40]
        assert (new[picked] - first[picked]).mean() > 0.02
        assert abs((new[picked] - again[picked]).mean()) < 0.02

    def test_bad_inputs(self):
        with pytest.raises(InputError, match="`picked_by` must be one of the learners; got 'x'"):
            regression_to_mean(self.OLD, "x")
        with pytest.raises(
            InputError, match="`picked_scores` must have the names of datasets of the table; got 'q'"
        ):
            regression_to_mean(self.OLD, "old", {"q": 0.5})


class TestFewDatasets:
    @pytest.mark.parametrize(("n", "serious"), [(3, True), (5, True), (6, False), (9, False)])
    def test_two_learners(self, n, serious):
        (finding,) = found(rank(drawn(n, 2), rng=0), "R042")
        assert (finding.severity == "serious") == serious
        # the claim itself: with 5 datasets no outcome can be significant, with 6 one can
        best = rank(table(np.c_[np.arange(n) + 2.0, np.arange(n) + 1.0 - 0.01 * np.arange(n)] / 20), rng=0)
        assert (best.overall.p_value >= 0.05) == serious

    def test_many_learners(self):
        (finding,) = found(rank(drawn(6, 4)), "R042")
        assert finding.severity == "serious"
        assert "adjusted for 6 pairs" in finding.evidence
        assert "at least 8 datasets" in finding.advice
        assert found(rank(drawn(12, 4)), "R042") == []

    def test_a_critical_difference_out_of_reach(self):
        (finding,) = found(rank(drawn(2, 4), test="nemenyi"), "R042")
        assert finding.severity == "serious"
        assert "is more than the ranks of 4 learners can differ" in finding.evidence
        for test in ("holm", "finner", "shaffer"):
            (finding,) = found(rank(drawn(2, 4), test=test), "R042")
            assert finding.severity == "serious"
            best = rank(table([[0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.4]]), test=test)
            assert np.nanmin(np.array(best.pairwise.p_values)) >= 0.05


def test_r043_close_winner():
    (finding,) = found(rank(drawn(30, 3, step=0.005)), "R043")
    assert finding.title == "The winner is not distinguished from the next"
    assert found(rank(drawn(30, 3, step=0.1)), "R043") == []
    assert found(rank(drawn(30, 3, step=0.1), baseline="a"), "R043") == []


def test_r045_unadjusted():
    (finding,) = found(rank(drawn(20, 4), test="wilcoxon"), "R045")
    assert finding.severity == "serious"
    assert "6 independent comparisons" in finding.evidence
    assert "26%" in finding.evidence
    for test in ("wilcoxon-holm", "nemenyi", "holm", "shaffer", "finner"):
        assert found(rank(drawn(20, 4), test=test), "R045") == []
    assert found(rank(drawn(20, 2), rng=0), "R045") == []


def test_r026_holm_is_sharper_than_simultaneous_intervals():
    hits = [found(rank(drawn(12, 4, step=0.04, seed=seed)), "R026") for seed in range(8)]
    assert any(hits)
    for seed in range(8):
        result = rank(drawn(12, 4, step=0.04, seed=seed))
        apart = [m for m in result.matches if m.adjusted_p < 0.05 and 0 in m.difference.interval]
        assert bool(apart) == bool(found(result, "R026"))


def test_grave_ones_come_first():
    severities = [f.severity for f in rank(drawn(4, 4, step=0.001), picked_by="a", test="wilcoxon-holm").findings]
    assert severities == sorted(severities, key=["serious", "warning", "note"].index)
    assert severities[0] == "serious"
