"""Comparisons: the interval and p agree on every route, exchanging the models changes signs only, verdicts are earned."""

from __future__ import annotations

import json
import math
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import referee
from referee import ConfusionMatrix, InputError, Verdict, compare, compare_all, read, read_models
from referee.errors import PairingError
from referee.views.verdict_words import origin_words

FLIPPED = {"better": "worse", "worse": "better", "equivalent": "equivalent", "undecided": "undecided"}
OTHER = {"two-sided": "two-sided", "greater": "less", "less": "greater"}


def model(y, p, **options):
    return read(y, p, labels=[0, 1], positive=1, **options)


def world(n=200, a=0.9, b=0.8, seed=0, prevalence=0.5):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < prevalence).astype(int)
    return y, np.where(rng.random(n) < a, y, 1 - y), np.where(rng.random(n) < b, y, 1 - y)


def dual(duel):
    """Interval and p of the headline say the same about 0."""
    interval, p = duel.difference.interval, duel.test.p_value
    if interval is None or math.isnan(p):
        assert duel.verdict is Verdict.UNDECIDED
        return
    assert (0 not in interval) == (p < 1 - duel.level)
    assert interval.width > 0


cases = st.lists(st.tuples(*[st.integers(0, 1)] * 3, st.integers(0, 8)), min_size=2, max_size=40)
label_metrics = st.sampled_from(
    ["accuracy", "error_rate", "sensitivity", "specificity", "false_positive_rate", "f1", "mcc", "precision"]
)
levels = st.sampled_from([0.8, 0.9, 0.95, 0.99])
alternatives = st.sampled_from(["two-sided", "greater", "less"])


class TestEveryRoute:
    @settings(max_examples=120, deadline=None)
    @example([(0, 0, 0, 0), (0, 1, 1, 0)], "f1", 0.8, "two-sided", "ids", None)
    @given(
        cases,
        label_metrics,
        levels,
        alternatives,
        st.sampled_from(["ids", "position", "groups", "weights", "counts", "independent"]),
        st.sampled_from([None, 0.05, 0.3]),
    )
    def test_interval_and_p_agree_and_exchanging_flips(self, rows, metric, level, alternative, route, margin):
        y, a, b, extra = map(np.array, zip(*rows, strict=True))
        extras = {
            "ids": {"case_ids": np.arange(len(y))},
            "groups": {"groups": extra},
            "weights": {"weights": extra + 0.5},
            "counts": {"weights": extra + 1, "weights_are": "counts", "case_ids": np.arange(len(y))},
        }.get(route, {})
        one, two = model(y, a, **extras), model(y, b, **extras)
        words = {
            "metric": metric,
            "level": level,
            "margin": margin,
            "rng": 1,
            "independent": route == "independent",
        }
        duel = compare(one, two, alternative=alternative, **words)
        dual(duel)
        back = compare(two, one, alternative=OTHER[alternative], **words)
        dual(back)
        assert_allclose(back.difference.value, -duel.difference.value, atol=1e-12)
        if alternative == "two-sided":
            assert_allclose(back.test.p_value, duel.test.p_value, rtol=1e-9)
            assert back.verdict == FLIPPED[duel.verdict]
        sign = -1 if metric in ("error_rate", "false_positive_rate") else 1
        assert_allclose(duel.difference.value, sign * (duel.value_a.value - duel.value_b.value), atol=1e-9)
        if (
            duel.test.statistic is not None
            and alternative == "two-sided"
            and not math.isnan(duel.difference.value)
        ):
            assert np.sign(np.round(duel.test.statistic, 9)) == np.sign(np.round(duel.difference.value, 12))
        assert str(duel)

    @settings(max_examples=60, deadline=None)
    @given(cases, st.lists(st.integers(0, 8), min_size=40, max_size=40), levels, alternatives, st.booleans())
    def test_scores_too(self, rows, other, level, alternative, independent):
        y, sa = np.array([r[0] for r in rows]), np.array([r[3] for r in rows])
        sb = np.array(other[: len(y)])
        if y.min() == y.max():
            return
        one, two = (read(y, y_score=s, positive=1) for s in (sa, sb))
        words = {"metric": "roc_auc", "level": level, "margin": 0.1, "rng": 1, "independent": independent}
        duel = compare(one, two, alternative=alternative, **words)
        dual(duel)
        back = compare(two, one, alternative=OTHER[alternative], **words)
        assert_allclose(back.difference.value, -duel.difference.value, atol=1e-12)
        assert_allclose(back.test.p_value, duel.test.p_value, atol=1e-9)
        rescaled = read(y, y_score=np.exp(sb / 3) - 7, positive=1)
        same = compare(one, rescaled, alternative=alternative, **words)
        assert repr(same.test) == repr(duel.test)
        assert same.decision == duel.decision

    @pytest.mark.parametrize("metric", ["accuracy", "error_rate", "sensitivity", "f1", "mcc", "f1_macro"])
    @pytest.mark.parametrize("route", ["paired", "groups", "weights", "independent"])
    def test_identical_models_give_one(self, metric, route):
        y, a, _ = world(60)
        extras = {"groups": {"groups": np.arange(60) % 12}, "weights": {"weights": 1 + np.arange(60) % 3}}.get(
            route, {}
        )
        one, two = model(y, a, name="one", **extras), model(y, a, name="two", **extras)
        duel = compare(one, two, metric=metric, margin=0.001, rng=1, independent=route == "independent")
        assert duel.test.p_value == 1
        assert duel.verdict is Verdict.UNDECIDED
        assert duel.difference.value == 0
        assert all(test.p_value == 1 for test in duel.beside)

    @pytest.mark.parametrize("sizes", [(10, 40), (60, 60)])
    def test_identical_scores_give_one(self, sizes):
        rng = np.random.default_rng(1)
        y = np.repeat([1, 0], sizes)
        s = rng.normal(size=len(y)) + y
        duel = compare(*read_models(y, scores={"a": s, "b": 3 * s + 1}), metric="roc_auc", margin=0.01)
        assert duel.test.p_value == 1
        assert duel.verdict is Verdict.UNDECIDED
        assert duel.difference.interval.width > 0
        perfect = compare(*read_models(y, scores={"a": y + 0.0, "b": y * 2.0}), metric="roc_auc", margin=0.01)
        assert perfect.test.p_value == 1

    @pytest.mark.parametrize("metric", ["accuracy", "f1", "mcc", "roc_auc"])
    def test_agreement_on_many_cases_is_grounds_for_a_wide_margin(self, metric):
        y, a, _ = world(20_000)
        said = a + np.linspace(0, 0.4, len(a)) if metric == "roc_auc" else a
        role = "scores" if metric == "roc_auc" else "preds"
        duel = compare(*read_models(y, **{role: {"a": said, "b": said}}), metric=metric, margin=0.01, rng=1)
        assert duel.verdict is Verdict.EQUIVALENT


class TestValues:
    def test_tango_and_midp_stand_side_by_side(self):
        y = np.ones(100, int)
        a, b = np.ones(100, int), np.ones(100, int)
        b[:6], a[6:21], a[21:60], b[21:60] = 0, 0, 0, 0
        duel = compare(model(y, a), model(y, b))
        assert_allclose([duel.test.p_value, duel.beside[0].p_value], [0.0495, 0.0525], atol=5e-5)
        assert duel.difference.interval.high < 0
        assert duel.verdict is Verdict.UNDECIDED
        assert "two tests disagree" in duel.sentence
        assert "p = 0.0495" in duel.decision.reason

    def test_error_rate_is_accuracy_turned(self):
        y, a, b = world(80)
        right, wrong = (compare(model(y, a), model(y, b), metric=m) for m in ("accuracy", "error_rate"))
        assert right.difference.interval == wrong.difference.interval
        assert right.test.p_value == wrong.test.p_value
        assert right.test.statistic == wrong.test.statistic
        assert [f.evidence for f in right.findings] == [f.evidence for f in wrong.findings]
        assert right.beside[0].effect.value == wrong.beside[0].effect.value

    @pytest.mark.parametrize(("metric", "kind"), [("sensitivity", 1), ("specificity", 0)])
    def test_a_rate_is_tested_on_its_own_class(self, metric, kind):
        y, a, b = world(120, 0.9, 0.75)
        duel = compare(model(y, a), model(y, b), metric=metric)
        own = y == kind
        right, other = a[own] == kind, b[own] == kind
        table = [
            [(right & other).sum(), (right & ~other).sum()],
            [(~right & other).sum(), (~right & ~other).sum()],
        ]
        expected = referee.inference.tango(np.array(table).tolist())
        assert duel.test.p_value == expected.p_value
        assert duel.difference.interval.low == expected.effect.interval.low
        assert duel.n == 120

    def test_no_case_of_the_class_is_undecided_with_its_reason(self):
        duel = compare(model([0, 0, 0], [0, 1, 0]), model([0, 0, 0], [0, 0, 0]), metric="sensitivity")
        assert duel.verdict is Verdict.UNDECIDED
        assert duel.test.inapplicable in duel.sentence
        assert math.isnan(duel.test.p_value)

    def test_bootstrap_against_a_loop_over_cases(self):
        y, a, b = world(150, 0.9, 0.75)
        duel = compare(model(y, a), model(y, b), metric="f1", rng=3)
        rng = np.random.default_rng(0)
        f1 = referee.metrics.f1
        drawn = []
        for _ in range(3000):
            rows = rng.integers(0, 150, 150)
            drawn.append(f1(y[rows], a[rows]) - f1(y[rows], b[rows]))
        assert_allclose(list(duel.difference.interval), np.quantile(drawn, [0.025, 0.975]), atol=0.012)

    def test_independent_proportions_are_miettinen_nurminen(self):
        a = ConfusionMatrix.from_counts(tp=600, fn=650, fp=600, tn=3150)
        b = ConfusionMatrix.from_counts(tp=10, fn=3, fp=1, tn=16)
        duel = compare(a, b, metric="error_rate")
        expected = referee.inference.miettinen_nurminen(1250, 5000, 4, 30)
        assert duel.test.p_value == expected.p_value
        assert_allclose(
            list(duel.difference.interval), [-expected.effect.interval.high, -expected.effect.interval.low]
        )
        assert "different test sets of 5,000 and 30 cases" in origin_words(duel.origin)

    def test_two_areas_are_led_by_a_steadied_variance(self):
        rng = np.random.default_rng(0)
        swap, steadied = "paired permutation test of AUC", "DeLong test, paired, steadied"
        for sizes, leader in (((1, 40), swap), ((99, 100), steadied), ((200, 300), steadied)):
            y = np.repeat([1, 0], sizes)
            scores = {"a": rng.normal(y), "b": rng.normal(y)}
            duel = compare(*read_models(y, scores=scores), metric="roc_auc", rng=1)
            assert duel.test.name == leader
            assert duel.difference.interval is not None
            assert len(duel.beside) == 1

    def test_counts_are_repetition(self):
        y, a, b = world(90, 0.9, 0.8)
        times = np.arange(90) % 3
        counted = {"weights": times, "weights_are": "counts", "case_ids": np.arange(90)}
        for metric in ("accuracy", "f1"):
            short = compare(*(model(y, p, **counted) for p in (a, b)), metric=metric, rng=1)
            long = compare(*(model(y.repeat(times), p.repeat(times)) for p in (a, b)), metric=metric, rng=1)
            assert short.test == long.test
        s, t = y + np.arange(90) % 7 / 5, y + np.arange(90) % 11 / 5
        short = compare(*(read(y, y_score=x, **counted) for x in (s, t)), metric="auc")
        long = compare(*(read(y.repeat(times), y_score=x.repeat(times)) for x in (s, t)), metric="auc")
        assert short.test == long.test
        apart = (model(y, p, weights=times, weights_are="counts") for p in (a, b))
        with pytest.raises(PairingError, match="`b` must be counted together with `a`; got counts made apart"):
            compare(*apart)

    def test_a_scale_of_weights_changes_nothing(self):
        y, a, b = world(90, 0.9, 0.8)
        w = 1.0 + np.arange(90) % 4
        one, two = (compare(*(model(y, p, weights=c * w) for p in (a, b)), metric="f1") for c in (1, 1000))
        assert_allclose(list(one.difference.interval), list(two.difference.interval), rtol=1e-9)
        assert_allclose(one.test.p_value, two.test.p_value, rtol=1e-9)


class TestVerdicts:
    def test_negligible(self):
        y = np.ones(40_000, int)
        a, b = y.copy(), y.copy()
        b[:60], a[60:80] = 0, 0
        duel = compare(model(y, a, name="new"), model(y, b, name="old"), margin=0.01)
        assert duel.verdict is Verdict.BETTER
        assert duel.decision.negligible
        assert "better than old, by less than the margin" in duel.sentence
        assert compare(model(y, b), model(y, a), margin=0.01).decision.negligible

    def test_equivalent_only_with_a_margin(self):
        y, a, _ = world(20_000)
        b = a.copy()
        right = np.flatnonzero(a == y)
        a[right[:20]], b[right[20:40]] = 1 - y[right[:20]], 1 - y[right[20:40]]
        assert compare(model(y, a), model(y, b), margin=0.01).verdict is Verdict.EQUIVALENT
        assert compare(model(y, a), model(y, b)).verdict is Verdict.UNDECIDED

    def test_needed_n_is_for_the_margin_and_right(self):
        """A fresh study of that size, of equally good models, shows equivalence in about 80% of runs."""
        y, a, b = world(400, 0.85, 0.85, seed=2)
        duel = compare(model(y, a), model(y, b), margin=0.04)
        assert duel.verdict is Verdict.UNDECIDED
        assert compare(model(y, a), model(y, b)).needed_n is None
        assert f"{duel.needed_n:,}" in duel.sentence
        half = compare(model(y, a), model(y, b), margin=0.02).needed_n
        assert_allclose(half, 4 * duel.needed_n, rtol=0.01)
        share = np.mean(a != b)
        rng = np.random.default_rng(0)
        shown = 0
        for _ in range(300):
            apart = rng.binomial(duel.needed_n, share)
            only_a = rng.binomial(apart, 0.5)
            table = [[duel.needed_n - apart, only_a], [apart - only_a, 0]]
            narrow = referee.inference.tango(table, level=0.9).effect.interval
            shown += narrow.low > -0.04 and narrow.high < 0.04
        assert 0.70 < shown / 300 < 0.90

    def test_a_better_one_has_no_needed_n(self):
        y, a, b = world(400, 0.95, 0.7)
        assert compare(model(y, a), model(y, b), margin=0.05).needed_n is None

    def test_one_sided(self):
        y, a, b = world(100, 0.9, 0.78, seed=4)
        both, up, down = (
            compare(model(y, a), model(y, b), alternative=x) for x in ("two-sided", "greater", "less")
        )
        assert up.test.p_value < both.test.p_value < down.test.p_value
        assert up.difference.interval.side == "lower"
        assert up.verdict is Verdict.BETTER
        assert down.verdict is Verdict.UNDECIDED
        cheaper = compare(model(y, a), model(y, b), alternative="greater", metric="error_rate")
        assert cheaper.test.p_value == up.test.p_value

    @pytest.mark.parametrize("value", [0, -0.1, 1.0, 7, float("nan"), "0.1"])
    def test_a_margin_lies_within_the_range(self, value):
        y, a, b = world(20)
        with pytest.raises(InputError, match="`margin` must"):
            compare(model(y, a), model(y, b), margin=value)

    def test_a_margin_of_a_wider_metric(self):
        y, a, b = world(20)
        assert compare(model(y, a), model(y, b), metric="mcc", margin=1.5, rng=1).margin == 1.5


class TestFamily:
    y, a, b = world(300, 0.92, 0.85)
    columns: ClassVar = {"a": a, "b": b, "c": np.where(np.arange(300) % 4 == 0, 1 - y, y)}

    def test_all_pairs_have_simultaneous_intervals(self):
        family = compare_all(read_models(self.y, preds=self.columns))
        assert [(d.a, d.b) for d in family] == [("a", "b"), ("a", "c"), ("b", "c")]
        one = compare(model(self.y, self.a), model(self.y, self.b), level=1 - 0.05 / 3)
        assert_allclose(list(family["a", "b"].difference.interval), list(one.difference.interval))
        for duel in family:
            dual(duel)
        assert "3 comparisons by accuracy" in str(family)
        assert family.findings[0].code == "R025"
        assert "Many comparisons" in str(family)

    @pytest.mark.parametrize(
        "procedure", ["holm", "hochberg", "hommel", "benjamini-hochberg", "bonferroni", "shaffer"]
    )
    def test_adjusted_p(self, procedure):
        family = compare_all(read_models(self.y, preds=self.columns), adjust=procedure)
        classes = 3 if procedure == "shaffer" else None
        raw = [d.test.p_value for d in family]
        expected = referee.inference.adjust(raw, adjust=procedure, classes=classes).adjusted
        assert_allclose([d.adjusted_p for d in family], expected)

    def test_baseline(self):
        family = compare_all(read_models(self.y, preds=self.columns), baseline="b")
        assert [(d.a, d.b) for d in family] == [("a", "b"), ("c", "b")]
        assert "each against b" in str(family)
        with pytest.raises(InputError, match="`adjust` must be another than 'shaffer'"):
            compare_all(read_models(self.y, preds=self.columns), baseline="b", adjust="shaffer")
        with pytest.raises(InputError, match="`baseline` must be one of the models"):
            compare_all(read_models(self.y, preds=self.columns), baseline="d")

    def test_a_sharper_adjusted_p_is_said(self):
        y = np.ones(200, int)
        b = np.where(np.arange(200) < 17, 0, 1)
        c = np.where(np.arange(200) < 60, 0, 1)
        a = np.where((np.arange(200) >= 17) & (np.arange(200) < 22), 0, 1)
        columns = {"a": a, "b": b, "c": c, "d": 1 - y}
        family = compare_all(read_models(y, preds=columns, labels=[0, 1], positive=1))
        pair = family["a", "b"]
        assert pair.adjusted_p < 0.05
        assert 0 in pair.difference.interval
        assert pair.verdict is Verdict.UNDECIDED
        assert [f.code for f in family.findings] == ["R025", "R026"]

    def test_bad_families(self):
        with pytest.raises(InputError, match="`models` must be at least two; got 1 model"):
            compare_all({"a": model(self.y, self.a)})
        with pytest.raises(InputError, match="`adjust` must be one of"):
            compare_all(read_models(self.y, preds=self.columns), adjust="bonferoni")
        with pytest.raises(InputError, match="different names as text"):
            compare_all({1: model(self.y, self.a), "1": model(self.y, self.b)})
        with pytest.raises(InputError, match="`models` must map names to answers; got ndarray for 'a'"):
            compare_all({"a": self.a, "b": self.b})


class TestPairing:
    def test_by_id_in_any_order(self):
        y, a, b = world(60)
        ids = np.array([f"case {i}" for i in range(60)])
        order = np.random.default_rng(1).permutation(60)
        shuffled = model(y[order], b[order], case_ids=ids[order])
        duel = compare(model(y, a, case_ids=ids), shuffled, metric="f1", rng=1)
        assert origin_words(duel.origin).endswith("paired by case id")
        plain = compare(model(y, a), model(y, b), metric="f1", rng=1)
        assert origin_words(plain.origin).endswith("paired by position")
        assert plain.test == duel.test

    def test_refusals(self):
        y = [0, 1, 0, 1, 1]
        ids = list("abcde")
        one = model(y, y, case_ids=ids)
        with pytest.raises(
            PairingError, match=r"2 missing: 'a', 'b'; 2 unexpected: 'f', 'g'\. Say independent=True"
        ):
            compare(one, model(y, y, case_ids=list("cdefg")))
        with pytest.raises(PairingError, match="2 missing: 'd', 'e'"):
            compare(one, model(y[:3], y[:3], case_ids=ids[:3]))
        with pytest.raises(PairingError, match="4 cases with another truth: id 'a', 'b', 'c' and 1 more"):
            compare(one, model([1, 0, 1, 0, 1], y, case_ids=ids))
        with pytest.raises(PairingError, match="case ids in `a` only"):
            compare(one, model(y, y))
        with pytest.raises(PairingError, match="another truth: index 0, 1, 2 and 1 more"):
            compare(model(y, y), model([1, 0, 1, 0, 1], y))
        with pytest.raises(PairingError, match="5 cases and 4 cases"):
            compare(model(y, y), model(y[:4], y[:4]))
        with pytest.raises(InputError, match="1 repeated id"):
            model(y, y, case_ids=list("abcda"))
        with pytest.raises(PairingError, match="`groups` must be the same"):
            compare(model(y, y, groups=ids), model(y, y, groups=list("bacde")))

    @pytest.mark.parametrize(
        ("call", "sentence"),
        [
            (
                lambda a, b: compare(a, [1, 0]),
                "`b` must be the answers of a model, or a ConfusionMatrix; got list",
            ),
            (lambda a, b: compare(a, b, metric="acuracy"), "`metric` must be the name of a metric.*'accuracy'"),
            (lambda a, b: compare(a, b, metric="rocauc"), "Did you mean.*'roc_auc'"),
            (lambda a, b: compare(a, b, metric="prevalence"), "`metric` must have a better and a worse end"),
            (lambda a, b: compare(a, b, alternative="larger"), "`alternative` must be one of 'two-sided'"),
            (lambda a, b: compare(a, b, level=95), "`level` must lie strictly between 0 and 1; got 95"),
            (lambda a, b: compare(a, b, level=0.4), "`level` must be above 0.5"),
            (lambda a, b: compare(a, b, metric="total_cost"), "`costs` must be given"),
            (
                lambda a, b: compare(a, b, metric="roc_auc"),
                "must have scores to compare by roc_auc; got predicted classes only",
            ),
            (
                lambda a, b: compare(a.confusion, b.confusion, metric="auc"),
                "`a` must have scores to compare by roc_auc",
            ),
        ],
    )
    def test_bad_input(self, call, sentence):
        y, a, b = world(20)
        with pytest.raises(InputError, match=sentence):
            call(model(y, a), model(y, b))

    def test_metric_words(self):
        y, a, b = world(60)
        one, two = (read(y, y_score=y + np.arange(60) % k, positive=1) for k in (3, 5))
        assert compare(one, two, metric="ROC AUC").metric == "roc_auc"
        assert compare(model(y, a), model(y, b), metric="Recall").metric == "sensitivity"

    def test_clusters_on_different_sets_are_refused(self):
        y, a, b = world(60)
        with pytest.raises(InputError, match="no test for clusters on different test sets"):
            compare(model(y, a, groups=np.arange(60) % 9), model(y, b), independent=True)


class TestFindings:
    def codes(self, duel):
        return [f.code for f in duel.findings]

    def test_cheaper_on_either_mix(self):
        m1 = ConfusionMatrix.from_counts(tp=150, fn=40, fp=60, tn=250)
        m2 = ConfusionMatrix.from_counts(tp=250, fn=45, fp=5, tn=200)
        costs = {"tp": -1, "fn": 100, "fp": 1, "tn": 0}
        duel = compare(m1, m2, metric="total_cost", costs=costs, rng=1)
        assert (duel.value_a.value, duel.value_b.value) == (3910, 4255)
        assert "R020" in self.codes(duel)
        assert duel.findings[0].evidence == "on the mix of A: A 3,910, B 2,745; on the mix of B: A 6,017, B 4,255"

    def test_overlap(self):
        y, a, b = world(60)
        one, two = model(y, a, case_ids=range(60)), model(y, b, case_ids=range(50, 110))
        duel = compare(one, two, independent=True)
        found = next(f for f in duel.findings if f.code == "R024")
        assert found.evidence.startswith("10 of 60 and 60 cases are in both: '50', '51', '52'")
        assert "R024" not in self.codes(compare(one, model(y, b, case_ids=range(100, 160)), independent=True))

    def test_one_case(self):
        y = [1] * 30
        duel = compare(model(y, [1] * 25 + [0] * 5), model(y, [1] * 24 + [0] * 6))
        assert "R022" in self.codes(duel)
        assert "R022" not in self.codes(compare(model(y, [1] * 25 + [0] * 5), model(y, [1] * 23 + [0] * 7)))
        assert "R022" not in self.codes(compare(model(y, y), model(y, y)))

    def test_small_counts(self):
        few = ConfusionMatrix.from_counts(tp=11, fn=1, fp=0, tn=0)
        many = ConfusionMatrix.from_counts(tp=390, fn=10, fp=0, tn=0)
        assert "R023" in self.codes(compare(few, many, metric="sensitivity"))
        many, more = (ConfusionMatrix.from_counts(tp=t, fn=100 - t, fp=0, tn=0) for t in (60, 70))
        assert "R023" not in self.codes(compare(many, more, metric="sensitivity"))

    def test_few_discordant_on_every_label_route(self):
        y, a, _ = world(60)
        b = a.copy()
        b[:3] = 1 - b[:3]
        for metric in ("accuracy", "f1"):
            duel = compare(model(y, a), model(y, b), metric=metric, rng=1)
            assert "Only 3 cases tell the models apart" in str(duel)


def test_results_travel(tmp_path):
    y, a, b = world(80)
    family = compare_all(read_models(y, preds={"a": a, "b": b, "c": y}), metric="f1", margin=0.01, rng=1)
    path = tmp_path / "family.json"
    path.write_text(json.dumps(family.to_dict()))
    assert str(referee.load(path)) == str(family)


def test_seed_makes_it_repeatable():
    y, a, b = world(80)
    one, two = (compare(model(y, a), model(y, b), metric="mcc", rng=5) for _ in range(2))
    assert one.to_dict() == two.to_dict()
    assert one.seed == 5


@pytest.mark.parametrize("independent", [False, True])
def test_a_ratio_that_one_error_makes_has_no_upper_limit(independent):
    """Of a nearly perfect model the odds ratio has a value in a few samples only; draws gave it limits that failed."""
    truth = [1] * 90 + [0] * 600
    near, poor = [1] * 89 + [0] * 596 + [1] * 5, [1] * 85 + [0] * 590 + [1] * 15
    one, two = (referee.read(truth, said, positive=1) for said in (near, poor))
    duel = referee.compare(one, two, metric="diagnostic_odds_ratio", independent=independent, rng=0)
    assert duel.difference.interval.high == math.inf
    assert duel.difference.interval.method == "MOVER on the limits of both values"
    assert (duel.test.p_value < 0.05) == (duel.difference.interval.low > 0)
    turned = referee.compare(two, one, metric="diagnostic_odds_ratio", independent=independent, rng=0)
    assert turned.difference.interval.low == -math.inf
    assert turned.test.p_value == pytest.approx(duel.test.p_value)
