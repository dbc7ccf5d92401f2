"""Two models by a measure of their scores: values, tests by brute force, exchange, agreement, what is undefined."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import average_precision_score, brier_score_loss, log_loss

import referee
from referee import InputError, Verdict, compare, compare_all, gate, read, read_models
from referee.views.verdict_words import origin_words

MEASURES = ("brier_score", "log_loss", "average_precision", "lift")
OTHER = {"two-sided": "two-sided", "greater": "less", "less": "greater"}


def world(n=300, seed=0, noise=1.5):
    rng = np.random.default_rng(seed)
    z = rng.normal(-1, 1.5, n)
    y = (rng.random(n) < 1 / (1 + np.exp(-z))).astype(int)
    return y, 1 / (1 + np.exp(-z)), 1 / (1 + np.exp(-z - noise * rng.normal(size=n)))


def model(y, s, **options):
    return read(y, y_score=s, labels=[0, 1], positive=1, **options)


class TestValues:
    def test_each_is_the_difference_of_the_two_that_evaluate_says(self):
        y, p, q = world()
        a, b = model(y, p), model(y, q)
        expected = {
            "brier_score": brier_score_loss(y, q) - brier_score_loss(y, p),
            "log_loss": log_loss(y, q) - log_loss(y, p),
            "average_precision": average_precision_score(y, p) - average_precision_score(y, q),
        }
        for name in MEASURES:
            duel = compare(a, b, metric=name)
            for value, said in ((duel.value_a, a), (duel.value_b, b)):
                assert value == referee.evaluate(said, metrics=name, rng=duel.seed).measures[0]
            sign = -1 if name in ("brier_score", "log_loss") else 1
            assert duel.difference.value == pytest.approx(sign * (duel.value_a.value - duel.value_b.value))
            assert duel.difference.value == pytest.approx(expected.get(name, duel.difference.value))
            assert duel.difference.name == f"{name}_difference"
            assert duel.metric == name
            assert duel.n == 300
            assert f"{name.replace('_', ' ')} differs by" in duel.sentence

    def test_losses_are_never_bolder_than_a_paired_t_on_those_of_the_cases(self):
        y, p, q = world()
        duel = compare(model(y, p), model(y, q), metric="brier_score")
        theirs = stats.ttest_rel((q - y) ** 2, (p - y) ** 2)
        assert theirs.pvalue < duel.test.p_value < 0.05
        low, high = theirs.confidence_interval()
        assert duel.difference.interval.low <= low + 1e-12
        assert duel.difference.interval.high >= high - 1e-12

    def test_different_test_sets_are_never_bolder_than_welch_s(self):
        y, p, q = world()
        duel = compare(model(y[:120], p[:120]), model(y[120:], q[120:]), metric="log_loss", independent=True)
        one, two = (-np.log(np.where(t == 1, s, 1 - s)) for t, s in ((y[:120], p[:120]), (y[120:], q[120:])))
        theirs = stats.ttest_ind(two, one, equal_var=False)
        assert duel.difference.value == pytest.approx(two.mean() - one.mean())
        assert duel.test.p_value > theirs.pvalue
        low, high = theirs.confidence_interval()
        assert duel.difference.interval.low < low < high < duel.difference.interval.high
        assert origin_words(duel.origin) == "different test sets of 120 and 180 cases"

    def test_three_classes(self):
        rng = np.random.default_rng(4)
        y = rng.integers(0, 3, 80)
        tables = [np.exp(s * np.eye(3)[y] + rng.normal(size=(80, 3))) for s in (2, 1)]
        p, q = (t / t.sum(axis=1, keepdims=True) for t in tables)
        names = np.array(["u", "v", "w"])
        a = read(names[y], y_score=p, labels=["u", "v", "w"])
        b = read(names[y], y_score=q[:, [2, 0, 1]], labels=["w", "u", "v"])
        hit = np.eye(3)[y]
        for name, losses in (
            ("brier_score", [((s - hit) ** 2).sum(axis=1) for s in (q, p)]),
            ("log_loss", [-np.log((s * hit).sum(axis=1)) for s in (q, p)]),
        ):
            duel = compare(a, b, metric=name)
            assert duel.difference.value == pytest.approx((losses[0] - losses[1]).mean())
            assert stats.ttest_rel(*losses).pvalue < duel.test.p_value < 0.01

    def test_names_and_several_models(self):
        y, p, q = world()
        for said, name in (
            ("Brier", "brier_score"),
            ("AP", "average_precision"),
            ("lift", "lift"),
            ("lift_10", "lift"),
            ("log-loss", "log_loss"),
        ):
            assert compare(model(y, p), model(y, q), metric=said).metric == name
        models = read_models(y, scores={"a": p, "b": q, "c": np.full(300, 0.3)}, positive=1)
        family = compare_all(models, metric="brier_score", baseline="c")
        assert [duel.b for duel in family.duels] == ["c", "c"]


class TestEveryRoute:
    @pytest.mark.slow
    @settings(max_examples=60, deadline=None)
    @given(
        st.lists(
            st.tuples(st.integers(0, 1), *[st.integers(1, 9)] * 2, st.integers(0, 7)), min_size=2, max_size=40
        ),
        st.sampled_from(MEASURES),
        st.sampled_from(["two-sided", "greater", "less"]),
        st.sampled_from(["position", "ids", "groups", "weights", "counts", "independent"]),
    )
    def test_interval_and_p_agree_and_exchanging_flips(self, rows, name, alternative, route):
        y, p, q, extra = map(np.array, zip(*rows, strict=True))
        extras = {
            "ids": {"case_ids": np.arange(len(y))},
            "groups": {"groups": extra},
            "weights": {"weights": extra + 0.5},
            "counts": {"weights": extra + 1, "weights_are": "counts", "case_ids": np.arange(len(y))},
        }.get(route, {})
        a, b = model(y, p / 10, **extras), model(y, q / 10, **extras)
        options = {"metric": name, "margin": 0.3, "independent": route == "independent"}
        duel = compare(a, b, alternative=alternative, **options)
        back = compare(b, a, alternative=OTHER[alternative], **options)
        assert back.difference.value == pytest.approx(-duel.difference.value, abs=1e-12, nan_ok=True)
        assert back.test.p_value == pytest.approx(duel.test.p_value, rel=1e-6, abs=1e-9, nan_ok=True)
        interval, p_value = duel.difference.interval, duel.test.p_value
        if interval is None or math.isnan(p_value):
            assert duel.verdict is Verdict.UNDECIDED
        elif abs(p_value - 0.05) > 1e-6:
            assert (0 not in interval) == (p_value < 0.05)
        assert str(duel)

    def test_rows_in_another_order_and_counts_are_repetition(self):
        y, p, q = world(80)
        times = np.arange(80) % 3
        turn = np.random.default_rng(0).permutation(80)
        for name in MEASURES:
            by_id = compare(
                model(y, p, case_ids=np.arange(80)), model(y[turn], q[turn], case_ids=turn), metric=name
            )
            assert by_id.test.p_value == compare(model(y, p), model(y, q), metric=name).test.p_value
            counted = {"weights": times, "weights_are": "counts", "case_ids": np.arange(80)}
            short = compare(model(y, p, **counted), model(y, q, **counted), metric=name)
            long = compare(
                model(y.repeat(times), p.repeat(times)), model(y.repeat(times), q.repeat(times)), metric=name
            )
            assert short.test.p_value == pytest.approx(long.test.p_value)
            assert short.difference.value == pytest.approx(long.difference.value)

    def test_a_margin_and_clusters(self):
        y, p, q = world(2000)
        near = compare(model(y, p), model(y, p * 0.999), metric="brier_score", margin=0.02)
        assert near.verdict is Verdict.EQUIVALENT
        groups = np.arange(2000) // 10
        duel = compare(model(y, p, groups=groups), model(y, q, groups=groups), metric="average_precision")
        assert origin_words(duel.origin).endswith("in 200 clusters")
        assert duel.test.details["clusters"] == 200


class TestAgreement:
    @pytest.mark.parametrize("name", MEASURES)
    def test_identical_models_give_one(self, name):
        y, p, _ = world()
        duel = compare(model(y, p), model(y, p), metric=name)
        assert duel.test.p_value == 1
        assert duel.verdict is Verdict.UNDECIDED
        assert duel.difference.value == 0
        assert "no case tells the models apart" in duel.test.warnings[0]

    def test_a_bounded_loss_and_a_lift_let_an_equal_model_pass(self):
        y, p, _ = world()
        same = model(y, p)
        assert gate(same, same, metric="brier_score", margin=0.02).passed
        assert gate(same, same, metric="lift", margin=0.5).passed
        assert not gate(same, same, metric="log_loss", margin=0.5).passed


class TestWhatCannotBeCompared:
    def test_an_infinite_loss(self):
        y = [0, 1, 0, 1]
        duel = compare(model(y, [0.1, 1, 0, 0.4]), model(y, [1, 0.2, 0.1, 0]), metric="log_loss")
        reason = "the loss is infinite: probability 0 for what happened, by B on 2 cases"
        assert duel.difference.undefined == reason
        assert duel.test.inapplicable == reason
        assert duel.verdict is Verdict.UNDECIDED
        assert reason in duel.sentence

    @pytest.mark.parametrize("name", ["average_precision", "lift", "roc_auc"])
    @pytest.mark.parametrize("independent", [True, False])
    def test_no_positive_case(self, name, independent):
        duel = compare(
            *(model([0] * 4, s) for s in ([1, 2, 3, 4], [2, 1, 3, 4])), metric=name, independent=independent
        )
        assert math.isnan(duel.difference.value)
        assert "no positive case" in duel.difference.undefined

    def test_one_case(self):
        duel = compare(model([1], [0.4]), model([1], [0.3]), metric="brier_score")
        assert duel.test.inapplicable == "one case has no spread"
        assert duel.difference.value == pytest.approx(0.49 - 0.36)

    @pytest.mark.parametrize(
        ("call", "sentence"),
        [
            (
                lambda y, p: compare(read(y, y), read(y, y), metric="brier_score"),
                "`a` must have scores",
            ),
            (
                lambda y, p: compare(model(y, 9 * p), model(y, p), metric="brier_score"),
                "hold probabilities from 0 to 1",
            ),
            (
                lambda y, p: compare(model(y, p, groups=y), model(y, p), metric="ap", independent=True),
                "no test for clusters on different test sets",
            ),
            (
                lambda y, p: compare(*[read(y, y).confusion] * 2, metric="brier"),
                "`a` must have scores to compare by brier_score",
            ),
            (lambda y, p: compare(model(y, p), model(y, p), metric="ap", margin=1), r"metric's range \(1\)"),
        ],
    )
    def test_sentences(self, call, sentence):
        y, p, _ = world(40)
        with pytest.raises(InputError, match=sentence):
            call(y, p)

    def test_a_loss_of_scores_that_were_counted_on_a_grid(self, monkeypatch):
        monkeypatch.setattr("referee.data.grid.MOST_KINDS", 0)
        y, p, q = world(40)
        models = read_models({"t": y, "a": p, "b": q}, truth="t", scores=["a", "b"], keep="counts")
        with pytest.raises(
            InputError, match="be an area for scores that were counted together on a grid; got brier"
        ):
            compare(*models, metric="brier_score")


@pytest.mark.parametrize("independent", [False, True])
@pytest.mark.parametrize("weights", [False, True])
def test_a_difference_of_gini_is_twice_that_of_areas(independent, weights):
    rng = np.random.default_rng(3)
    y = (rng.random(90) < 0.4).astype(int)
    w = rng.uniform(0.5, 2, 90) if weights else None
    a, b = (read(y, y_score=rng.normal(y), positive=1, weights=w) for _ in range(2))
    area, gini = (
        compare(a, b, metric=name, independent=independent, margin=m, rng=1)
        for name, m in (("roc_auc", 0.1), ("gini", 0.2))
    )
    assert gini.difference.value == pytest.approx(2 * area.difference.value)
    assert gini.difference.value == pytest.approx(2 * (a.ranking.auc - b.ranking.auc))
    if not (independent and weights):
        assert tuple(gini.difference.interval) == pytest.approx([2 * end for end in area.difference.interval])
        assert gini.test.p_value == pytest.approx(area.test.p_value)
        assert gini.verdict is area.verdict
