"""`rank`: what scores of learners on many datasets show."""

from __future__ import annotations

import json
import math
import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import referee
from adapters import HERE, data
from referee import InputError, ScoreTable, Verdict, _format, inference, rank
from referee.verbs.rank_tests import TESTS

DEMSAR = json.loads((HERE / "demsar2006.json").read_text())
PRINTED = DEMSAR["printed"]
PEERS = json.loads((Path(__file__).parent / "rank_peers.json").read_text())


def demsar(*, as_ranked_in_print: bool = False) -> ScoreTable:
    """Table 6; where the paper ranks scores that are equal in print, they are moved apart below the printed digits."""
    rows = []
    for row in DEMSAR["rows"]:
        order = row.get("printed_ranks", [0] * 4)
        nudge = [-1e-6 * place for place in order] if as_ranked_in_print else [0] * 4
        rows.append([score + step for score, step in zip(row["auc"], nudge, strict=True)])
    return ScoreTable("roc_auc", "higher", [row["dataset"] for row in DEMSAR["rows"]], DEMSAR["columns"], rows)


def table(rows, better="higher", metric="score") -> ScoreTable:
    values = np.array(rows, dtype=float)
    return ScoreTable(
        metric,
        better,
        [f"d{i}" for i in range(len(values))],
        list("abcdefghijklmnop"[: values.shape[1]]),
        values,
    )


def drawn(n, k, seed=0, step=0.0):
    return table(np.random.default_rng(seed).normal(0.8, 0.05, (n, k)) + step * np.arange(k))


MANY = table(PEERS["many"]["scores"])


class TestDemsar:
    def test_average_ranks_friedman_and_critical_differences_as_printed(self):
        result = rank(demsar(as_ranked_in_print=True), test="nemenyi")
        ranks = [round(result.average_ranks[name], 3) for name in DEMSAR["columns"]]
        assert ranks == PRINTED["average_ranks"]
        assert round(result.overall.details["chi2_uncorrected"], 2) == PRINTED["friedman_chi2"]
        assert round(result.overall.details["f_uncorrected"], 2) == PRINTED["iman_davenport_F"]
        assert round(result.critical_difference, 2) == PRINTED["nemenyi_cd_0.05"]
        wide = rank(demsar(as_ranked_in_print=True), test="nemenyi", level=0.9)
        assert round(wide.critical_difference, 2) == PRINTED["nemenyi_cd_0.10"]

    def test_nemenyi_at_ten_percent_has_the_groups_of_the_figure(self):
        """At 0.05 no pair differs; at 0.10 C4.5 differs from both that tune m, and C4.5+cf from none."""
        assert rank(demsar(as_ranked_in_print=True), test="nemenyi").groups == (
            ("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"),
        )
        assert rank(demsar(as_ranked_in_print=True), test="nemenyi", level=0.9).groups == (
            ("C4.5+m+cf", "C4.5+m", "C4.5+cf"),
            ("C4.5+cf", "C4.5"),
        )

    def test_two_learners_by_signed_ranks_and_by_sign(self):
        result = rank(demsar(), learners=["C4.5+m", "C4.5"], rng=0)
        details = result.overall.details
        assert details["r_plus"] == PRINTED["wilcoxon_first_two_R_plus"]
        assert details["r_minus"] == PRINTED["wilcoxon_first_two_R_minus"]
        match = result.matches[0]
        assert (match.wins, match.ties, match.losses) == (10, 2, 2)

    def test_against_the_control_by_z_of_average_ranks(self):
        """z = 2.416, 2.342 and 0.512 with the standard error 0.488."""
        raw = inference.rank_z(
            demsar(as_ranked_in_print=True).values, baseline="C4.5", learners=DEMSAR["columns"], adjust=None
        )
        p = [round(raw.p(name, "C4.5"), 3) for name in ("C4.5+m+cf", "C4.5+m", "C4.5+cf")]
        assert p == [0.016, 0.019, 0.608]
        dunn = rank(demsar(as_ranked_in_print=True), baseline="C4.5", test="bonferroni-dunn", level=0.9)
        assert round(dunn.critical_difference, 2) == 1.04
        assert {m.a for m in dunn.matches if m.adjusted_p < 0.1} == {"C4.5+m+cf", "C4.5+m"}
        holm = rank(demsar(as_ranked_in_print=True), baseline="C4.5", test="holm")
        assert {m.a for m in holm.matches if m.adjusted_p < 0.05} == {"C4.5+m+cf", "C4.5+m"}
        assert rank(demsar(as_ranked_in_print=True), baseline="C4.5", test="bonferroni-dunn").groups == (
            ("C4.5+m", "C4.5+cf", "C4.5"),
        )


class TestPeers:
    @pytest.mark.parametrize("name", PEERS)
    def test_scikit_posthocs(self, name):
        scores = table(PEERS[name]["scores"])
        for test, peer in (("nemenyi", "nemenyi"), ("holm", "siegel_holm")):
            p = np.array(rank(scores, test=test).pairwise.p_values)
            assert p == pytest.approx(np.array(PEERS[name][peer]), abs=1e-9)

    def test_friedman_with_reversed_orders_speaks_for_all(self):
        """The sentence has the p that keeps its level; the page has that of F too, and says how both tests err."""
        result = rank(MANY, rng=3)
        own = inference.friedman_reversed(MANY.oriented, rng=3)
        assert result.overall.p_value == own.p_value != own.details["p_f"]
        assert _format.p_equals(own.p_value) in result.sentence
        text = " ".join(str(result).split())
        assert f"by F {_format.p_equals(own.details['p_f'])}" in text
        assert all(test.errs in text for test in (result.overall, *result.beside))

    def test_scipy(self):
        result = rank(MANY)
        peer = stats.friedmanchisquare(*MANY.values.T)
        assert result.overall.details["chi2"] == pytest.approx(peer.statistic)
        untied = drawn(12, 4, seed=3)
        for match in rank(untied).matches:
            peer = stats.wilcoxon(untied.column(match.a), untied.column(match.b))
            assert match.test.p_value == pytest.approx(peer.pvalue)

    def test_scikit_posthocs_wilcoxon_where_it_is_exact(self):
        """With ties SciPy falls back to a normal form; ours stays exact, and both agree within its error."""
        p = np.array(PEERS["many"]["wilcoxon"])
        for match in rank(MANY).matches:
            i, j = ("abcde".index(name) for name in (match.a, match.b))
            assert match.test.p_value == pytest.approx(p[i, j], abs=0.02)

    @pytest.mark.parametrize("name", PEERS)
    def test_baycomp(self, name):
        scores = table(PEERS[name]["scores"])
        for rope, (left, *middle, right) in PEERS[name]["signed_rank"].items():
            ends = [scores.learners[0], scores.learners[-1]]
            found = rank(scores, learners=ends, rope=float(rope), rng=1).beside[-1].details
            assert found["p_a_better"] == pytest.approx(left, abs=0.008)
            assert found["p_b_better"] == pytest.approx(right, abs=0.008)
            assert found["p_rope"] == pytest.approx(sum(middle), abs=0.008)


class TestTwo:
    def test_the_tests_beside_are_those_of_the_toolbox(self):
        result = rank(MANY, learners=["d", "a"], margin=0.01, rng=5)
        x, y = MANY.column("d"), MANY.column("a")
        assert result.test == "wilcoxon"
        assert result.overall == inference.wilcoxon(x, y)
        names = [test.name for test in result.beside]
        assert names == [
            "paired t test",
            "paired randomization test",
            "paired bootstrap test, null by shifting",
            "sign test",
            "Bayesian sign test",
            "Bayesian signed-rank test",
        ]
        assert result.beside[0] == inference.t_paired(x, y)
        assert result.beside[1] == inference.paired_randomization(x, y)
        assert result.beside[3] == inference.sign(x, y)
        assert result.beside[4].details["rope"] == 0.01
        assert rank(MANY, learners=["d", "a"], margin=0.01, rope=0.03, rng=5).beside[4].details["rope"] == 0.03

    def test_interval_and_p_are_duals_and_lead_the_verdict(self):
        result = rank(MANY, learners=["d", "a"], rng=0)
        (match,) = result.matches
        assert (0 in match.difference.interval) == (match.test.p_value >= 0.05)
        assert match.verdict is Verdict.BETTER
        assert result.sentence.startswith("d is better than a on 14 datasets: score differs by ")
        assert result["a", "d"].verdict is Verdict.WORSE
        assert result["a", "d"].wins == match.losses

    def test_undecided_is_never_equal_without_a_margin(self):
        same = rank(table([[0.8, 0.81], [0.7, 0.7], [0.9, 0.89], [0.6, 0.605], [0.75, 0.745], [0.5, 0.5]]), rng=0)
        assert same.matches[0].verdict is Verdict.UNDECIDED
        assert "State a margin" in same.sentence
        assert "equal" not in same.sentence

    def test_equivalent_within_a_margin(self):
        rng = np.random.default_rng(0)
        a = rng.normal(0.8, 0.05, 20)
        result = rank(table(np.c_[a, a + rng.normal(0, 0.002, 20)]), margin=0.01, rng=0)
        assert result.matches[0].verdict is Verdict.EQUIVALENT
        assert "are equivalent within 0.01 on 20 datasets" in result.sentence
        assert re.search(r"differs by \S+ \[\S+, \S+\] \(90% interval\)\.", result.sentence)
        there, back = result.matches[0]._narrow, result.matches[0].swap()._narrow
        assert (back.low, back.high) == (-there.high, -there.low)

    def test_better_by_less_than_the_margin(self):
        a = np.linspace(0.6, 0.9, 12)
        result = rank(table(np.c_[a + np.linspace(0.001, 0.002, 12), a]), margin=0.05, rng=0)
        assert result.matches[0].decision.negligible
        assert "by less than the margin" in result.sentence

    def test_identical_learners(self):
        result = rank(table(np.c_[np.arange(8.0), np.arange(8.0)]), rng=0)
        assert result.overall.p_value == 1
        assert result.matches[0].verdict is Verdict.UNDECIDED
        assert result.groups == (("a", "b"),)

    def test_a_second_test_that_disagrees_leaves_it_undecided(self):
        """Ten small wins and one loss as large as all of them: signed ranks reject, means do not."""
        gaps = np.r_[np.linspace(0.010, 0.019, 10), -0.2]
        result = rank(table(np.c_[0.7 + gaps, np.full(11, 0.7)]), level=0.9, rng=0)
        assert result.overall.p_value < 0.1
        assert result.matches[0].verdict is Verdict.UNDECIDED
        assert "two tests disagree: Wilcoxon signed-rank test (exact) has p = " in result.sentence

    def test_needed_datasets_are_for_the_margin(self):
        result = rank(MANY, learners=["a", "e"], margin=0.005, rng=0)
        assert result.matches[0].verdict is Verdict.UNDECIDED
        assert result.needed_datasets > 14
        assert f"About {result.needed_datasets:,} datasets like these would show" in result.sentence

    def test_the_rule_for_zeros_is_said(self):
        text = str(rank(demsar(), learners=["C4.5", "C4.5+m"], rng=0))
        assert "2 of 14 differences are 0: their ranks are shared equally between the signs." in text

    def test_swapping_the_learners_flips_the_sign_and_keeps_p(self):
        one, two = (rank(MANY, learners=names, rng=0) for names in (["a", "b"], ["b", "a"]))
        assert one.overall.p_value == two.overall.p_value
        assert one.matches[0].difference.value == pytest.approx(-two.matches[0].difference.value)
        assert one.matches[0].delta.value == -two.matches[0].delta.value


class TestMany:
    @pytest.mark.parametrize(
        "test", [name for name, kind in TESTS.items() if kind.pairs and not kind.needs_splits]
    )
    def test_bars_agree_with_the_test(self, test):
        for seed in range(4):
            result = rank(drawn(12, 6, seed=seed, step=0.02), test=test)
            groups = [set(group) for group in result.groups]
            for a, b in combinations(result.order, 2):
                joined = any({a, b} <= group for group in groups)
                assert joined == (result.pairwise.p(a, b) >= 0.05)

    @pytest.mark.parametrize("test", [n for n, kind in TESTS.items() if kind.baseline and not kind.needs_splits])
    def test_against_a_control(self, test):
        result = rank(drawn(14, 5, step=0.03), baseline="a", test=test)
        assert [m.b for m in result.matches] == ["a"] * 4
        assert len(result.groups) <= 1
        for name in "bcde":
            joined = any(name in group for group in result.groups)
            assert joined == (result.pairwise.p(name, "a") >= 0.05)
        assert math.isnan(result.pairwise.p("b", "c"))

    def test_wilcoxon_holm_is_the_default_and_looks_at_pairs_alone(self):
        result = rank(MANY)
        assert result.test == "wilcoxon-holm"
        raw = [m.test.p_value for m in result.matches]
        assert [m.adjusted_p for m in result.matches] == pytest.approx(inference.adjust(raw).adjusted)
        fewer = rank(MANY, learners=["a", "b", "c"])
        assert fewer["a", "b"].test.p_value == result["a", "b"].test.p_value

    def test_intervals_are_simultaneous(self):
        for match in rank(MANY).matches:
            assert match.difference.interval.level == pytest.approx(1 - 0.05 / 10)
        for match in rank(MANY, baseline="a").matches:
            assert match.difference.interval.level == pytest.approx(1 - 0.05 / 4)

    def test_a_rank_test_that_contradicts_the_interval_leaves_a_pair_undecided(self):
        found = [m for m in rank(MANY, test="nemenyi").matches if "two tests disagree" in m.decision.reason]
        assert all(m.verdict is Verdict.UNDECIDED for m in found)
        for match in rank(MANY, test="nemenyi").matches:
            if match.verdict in (Verdict.BETTER, Verdict.WORSE):
                assert match.adjusted_p < 0.05
                assert 0 not in match.difference.interval

    def test_lower_is_better(self):
        errors = ScoreTable("error_rate", "lower", MANY.datasets, MANY.learners, 1 - MANY.values)
        up, down = rank(MANY), rank(errors)
        assert up.order == down.order
        assert up.pairwise.p_values == down.pairwise.p_values
        for a, b in zip(up.matches, down.matches, strict=True):
            assert a.difference.value == pytest.approx(b.difference.value)
        named = {name: dict(zip(MANY.datasets, 1 - MANY.column(name), strict=True)) for name in MANY.learners}
        assert rank(named, metric="error_rate").order == up.order
        assert rank(named, better="lower").order == up.order
        assert rank(named).order == up.order[::-1]

    def test_the_sentence_names_those_not_distinguished(self):
        result = rank(MANY)
        assert result.sentence.startswith(
            "d ranks first by score on 14 datasets (average rank 1.79 of 5) but is not"
        )
        clear = rank(drawn(20, 3, step=0.2))
        assert "c ranks first" in clear.sentence
        assert "is distinguished from every other learner" in clear.sentence
        tied = rank(table([[3, 2, 1], [2, 3, 1], [3, 2, 1], [2, 3, 1]]))
        assert tied.sentence.startswith("a and b share the first place")

    def test_the_sentence_names_the_other_pairs_that_are_distinguished(self):
        rng = np.random.default_rng(3)
        level = rng.normal(0.8, 0.05, (30, 1))
        last = level - 0.05 + rng.normal(0, 0.005, (30, 1))
        near = level + rng.normal(0, 0.001, (30, 2))
        tied = rank(table(np.c_[level, level, last]))
        assert tied.sentence.startswith("a and b share the first place")
        assert tied.sentence.endswith(" a and b are distinguished from c, and ahead.")
        first = level + np.where(np.arange(30) % 10 < 7, 0.1, -0.2)[:, None]
        result = rank(table(np.c_[first, near, last]))
        assert "a ranks first" in result.sentence
        assert "but is not distinguished from" in result.sentence
        others = "b and c" if result.average_ranks["b"] < result.average_ranks["c"] else "c and b"
        assert f" Of the others {others} are distinguished from d, and ahead." in result.sentence
        many = rank(drawn(40, 6, step=0.2)).sentence
        assert many.endswith(" 10 other pairs are distinguished: the table has them.")

    def test_the_sentence_names_those_that_are_equivalent_within_the_margin(self):
        rng = np.random.default_rng(2)
        level = rng.normal(0.8, 0.05, (30, 1))
        values = np.c_[level + rng.normal(0, 0.001, (30, 2)), level - 0.1 + rng.normal(0, 0.001, (30, 1))]
        first, second, _ = rank(table(values), margin=0.01).order
        assert f" Equivalent to {first} within 0.01: {second}." in rank(table(values), margin=0.01).sentence
        assert " Equivalent to a within 0.01: b." in rank(table(values), margin=0.01, baseline="a").sentence
        assert "quivalent" not in rank(table(values)).sentence

    def test_two_datasets_and_constant_differences(self):
        assert rank(table([[1, 2, 3], [2, 3, 4]])).groups == (("c", "b", "a"),)
        steady = rank(table([[0.9, 0.8], [0.8, 0.7], [0.7, 0.6], [0.6, 0.5], [0.5, 0.4], [0.4, 0.3]]), rng=0)
        assert steady.overall.p_value == 0.03125
        assert steady.matches[0].verdict is Verdict.UNDECIDED
        assert "all 6 differences are 0.1" in str(steady)

    def test_all_learners_tie_everywhere(self):
        result = rank(table(np.full((4, 3), 0.5)))
        assert result.overall.p_value == 1
        assert result.groups == (("a", "b", "c"),)
        assert "p is 1 because all learners tie on every dataset." in str(result)

    def test_rounding_noise_is_a_tie(self):
        noisy = table([[0.1 + 0.2, 0.3, 0.1], [0.3, 0.1 + 0.2, 0.1], [0.7, 0.1 + 0.6, 0.2]])
        assert rank(noisy).average_ranks["a"] == 1.5
        assert noisy.best("d0") == ("a", "b")

    @settings(max_examples=25, deadline=None)
    @given(st.data())
    def test_the_order_of_rows_and_columns_does_not_matter(self, draw):
        values = np.array(
            draw.draw(st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=5, max_size=9))
        )
        names, rows = list("abcd"), [f"d{i}" for i in range(len(values))]
        columns = draw.draw(st.permutations(range(4)))
        order = draw.draw(st.permutations(range(len(values))))
        one = rank(ScoreTable("score", "higher", rows, names, values))
        moved = values[order][:, columns]
        two = rank(ScoreTable("score", "higher", [rows[i] for i in order], [names[j] for j in columns], moved))
        assert one.overall.p_value == pytest.approx(two.overall.p_value)
        for a, b in combinations(names, 2):
            assert one.pairwise.p(a, b) == pytest.approx(two.pairwise.p(a, b))
            assert one[a, b].verdict == two[a, b].verdict
        assert one.average_ranks == pytest.approx(two.average_ranks)

    def test_default_holds_its_level_when_learners_are_alike(self):
        """V11: at most .055 false alarms in the family; 300 tables, two standard errors allowed."""
        rng = np.random.default_rng(11)
        alarms = 0
        for _ in range(300):
            scores = rng.normal(size=(10, 1)) + 0.1 * rng.standard_t(2, size=(10, 4))
            p = [inference.wilcoxon(scores[:, i], scores[:, j]).p_value for i, j in combinations(range(4), 2)]
            alarms += min(inference.adjust(p).adjusted) < 0.05
        assert alarms / 300 <= 0.055 + 2 * (0.05 * 0.95 / 300) ** 0.5


class TestMissing:
    GAPS = MANY.values.copy()
    GAPS[2, 1] = GAPS[5, 1] = GAPS[5, 3] = np.nan
    TABLE = ScoreTable("score", "higher", MANY.datasets, MANY.learners, GAPS, (("d2", "b", "ran out of memory"),))

    def test_each_pair_uses_what_both_have_and_ranks_what_all_have(self):
        result = rank(self.TABLE)
        assert result.dropped == ("d2", "d5")
        assert result.pairwise.n == result.overall.details["n"] == 12
        assert result["a", "b"].n == 12
        assert result["a", "b"].left_out == ("d2", "d5")
        assert result["d", "a"].n == 13
        assert result["a", "c"].n == 14
        assert result["a", "c"].test.p_value == rank(MANY)["a", "c"].test.p_value
        whole = rank(
            ScoreTable("score", "higher", result.ranked_on, MANY.learners, np.delete(MANY.values, [2, 5], 0))
        )
        assert result.overall.p_value == whole.overall.p_value

    def test_it_is_said(self):
        result = rank(self.TABLE)
        (finding,) = [f for f in result.findings if f.code == "R044"]
        assert finding.title == "3 scores of 70 are missing"
        assert "'b' on 'd2': ran out of memory" in finding.evidence
        assert "leave out 2 datasets ('d2', 'd5')" in finding.advice
        text = str(result)
        assert "Ranks rest on 12 of 14 datasets; left out, for want of a score: 'd2', 'd5'." in text

    def test_refused_when_asked(self):
        with pytest.raises(InputError) as caught:
            rank(self.TABLE, missing="refuse")
        assert str(caught.value) == (
            "`table` must hold a score of every learner on every dataset; got none for learner 'b' on dataset 'd2': "
            "ran out of memory (3 in all). Or missing='drop'."
        )

    def test_a_learner_without_any_score_is_not_ranked(self):
        values = np.c_[MANY.values, np.full(14, np.nan)]
        result = rank(ScoreTable("score", "higher", MANY.datasets, (*MANY.learners, "x"), values))
        assert result.unranked == (("x", "no score"),)
        assert result.order == rank(MANY).order
        assert any(f.title == "1 learner without any score is not ranked" for f in result.findings)

    def test_too_few_whole_datasets(self):
        values = np.full((4, 3), 0.5)
        values[:3, 1] = np.nan
        with pytest.raises(InputError) as caught:
            rank(table(values))
        assert str(caught.value) == (
            "`table` must hold at least 2 datasets with a score of every learner; got 1. "
            "Leave out 'b', which lacks 3 scores."
        )


class TestInputs:
    SCORES = {"a": {"x": 0.9, "y": 0.8, "z": 0.7}, "b": {"x": 0.8, "y": 0.7, "z": 0.75}}

    def test_frames_files_and_mappings_say_the_same(self, tmp_path):
        import pandas as pd
        import polars as pl

        frame = pd.DataFrame({"dataset": ["x", "y", "z"], **{k: list(v.values()) for k, v in self.SCORES.items()}})
        frame.to_csv(tmp_path / "r.csv", index=False)
        frame.to_parquet(tmp_path / "r.parquet")
        want = rank(self.SCORES, rng=0).to_dict() | {"table": None}
        for given_table in (frame, pl.from_pandas(frame), tmp_path / "r.csv", str(tmp_path / "r.parquet")):
            assert rank(given_table, rng=0).to_dict() | {"table": None} == want

    @pytest.mark.parametrize(
        ("options", "sentence"),
        [
            (
                {"baseline": "x"},
                "`baseline` must be one of the learners; got 'x'. They are 'a', 'b', 'c', 'd', 'e'.",
            ),
            ({"test": "nemenyi", "baseline": "a"}, "`test` must be one for a baseline; got 'nemenyi'. They are"),
            ({"test": "bonferroni-dunn"}, "`baseline` must be named for 'bonferroni-dunn'; got None."),
            ({"test": "tukey"}, "`test` must be one of 'auto', 'wilcoxon-holm'"),
            (
                {"test": "nemenyi", "learners": ["a", "b"]},
                "`test` must be 'auto', 'wilcoxon' or 'random-effects' for two",
            ),
            ({"learners": ["a", "z"]}, "`learner` must be a column of the table; got 'z'."),
            ({"learners": ["a"]}, "`table` must hold at least two learners; got 1 learner."),
            ({"level": 95}, "`level` must lie strictly between 0 and 1; got 95. Did you mean 0.95?"),
            ({"level": 0.4}, "`level` must be above 0.5 to compare; got 0.4."),
            ({"margin": 0}, "`margin` must be greater than 0; got 0."),
            ({"rope": -1, "learners": ["a", "b"]}, "`rope` must be at least 0; got -1."),
            ({"metric": "accuracy", "better": "up"}, "`better` must be one of 'higher', 'lower'; got 'up'."),
            ({"missing": "zero"}, "`missing` must be one of 'drop', 'refuse'; got 'zero'."),
            ({"picked_scores": {"d0": 1}}, "`picked_by` must name the learner that `picked_scores` belong to"),
        ],
    )
    def test_bad_options(self, options, sentence):
        with pytest.raises(InputError) as caught:
            rank(MANY, **options)
        assert str(caught.value).startswith(sentence)

    @pytest.mark.parametrize(
        ("values", "sentence"),
        [
            (
                [[1, 2, 3]],
                "`table` must hold at least two datasets; got 1 dataset. On one dataset compare the splits",
            ),
            ([[1], [2]], "`table` must hold at least two learners; got 1 learner."),
        ],
    )
    def test_small_tables(self, values, sentence):
        with pytest.raises(InputError) as caught:
            rank(table(values))
        assert str(caught.value).startswith(sentence)

    def test_what_is_no_table(self):
        with pytest.raises(
            InputError, match="`table` must be a ScoreTable, the results of a study, a dataframe, or map"
        ):
            rank([1, 2, 3])
        with pytest.raises(InputError, match="'roc_auc'; got 'accuracy'"):
            rank(demsar(), metric="accuracy")
        with pytest.raises(
            InputError, match="be finite, or NaN where a score is missing; got inf for 'b' on 'd0'"
        ):
            table([[1, math.inf], [1, 2]])
        with pytest.raises(InputError, match="`learners` must have different names; got 'a' twice"):
            ScoreTable("score", "higher", ["x"], ["a", "a"], [[1, 2]])
        with pytest.raises(InputError, match=r"`values` must have shape \(1, 2\)"):
            ScoreTable("score", "higher", ["x"], ["a", "b"], [[1, 2, 3]])


def test_peer_data_and_seeds_repeat():
    assert data("data/multi_datasets.json")["scores"] == PEERS["many"]["scores"]
    one, two = (rank(MANY, learners=["a", "b"], rng=3).to_dict() for _ in range(2))
    assert one == two
    assert rank(MANY, learners=["a", "b"]).seed != rank(MANY, learners=["a", "b"]).seed
    assert referee.load(one).to_dict() == one
