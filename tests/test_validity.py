"""What `make validity` measures, in a quick version; and the pages that it writes."""

from __future__ import annotations

import math
import sys
import types

import numpy as np
import pytest

pytest.importorskip("tools.validity")

from tools.validity import (
    auc,
    clusters,
    comparing,
    differences,
    docs,
    estimators,
    labels,
    learners,
    permuted,
    probabilities,
    trained,
)
from tools.validity.cell import cell, in_band


def short(found, runs):
    """Cells outside their band by more than four errors of so few runs, and promises whose mean over worlds is."""

    def outside(rate, low, high, count):
        spare = [4 * math.sqrt(end * (1 - end) / count) for end in (low, high)]
        return not low - spare[0] <= rate <= high + spare[1]

    out = [(c["promise"], c["world"]) for c in found if outside(c["rate"], c["low"], c["high"], _count(c, runs))]
    by = {}
    for c in found:
        by.setdefault((c["promise"], c["low"], c["high"]), []).append(c)
    for (promise, low, high), group in by.items():
        rate = sum(c["rate"] for c in group) / len(group)
        if outside(rate, low, high, sum(_count(c, runs) for c in group)):
            out.append((promise, "mean of worlds"))
    return out


def _count(c, runs):
    return runs if c["error"] else 1e9


def test_label_metrics_cover():
    found = labels.cells(12, 1)
    assert len(found) > 150
    assert short(found, 12) == []


def test_a_wald_interval_would_be_seen(monkeypatch):
    """Proportions by Wald: exact coverage falls below its band."""
    by_name = labels.proportion_interval
    monkeypatch.setattr(labels, "proportion_interval", lambda k, n, method: by_name(k, n, method="wald"))
    broken = [c for c in labels._proportions() if not in_band(c)]
    assert {c["promise"] for c in broken} >= {"V1 proportion, mean over p", "V1 proportion, least over p"}


def test_a_delta_interval_of_f1_would_be_seen(monkeypatch):
    by_default = labels.estimate
    monkeypatch.setattr(labels, "SIMULATED", ("f1",))
    assert short(labels._worlds(60, 1), 60) == []
    monkeypatch.setattr(labels, "estimate", lambda *a, **k: by_default(*a, **k, method="delta"))
    assert ("V4 f1", "mean of worlds") in short(labels._worlds(60, 1), 60)


@pytest.mark.slow
def test_auc_covers_and_a_wald_interval_would_be_seen(monkeypatch):
    assert short(auc.cells(20, 1), 20) == []
    by_default = auc.auc_interval
    monkeypatch.setattr(auc, "WORLDS", (auc._normal(10, 490, 0.95),))
    monkeypatch.setattr(auc, "_average_precision", lambda *_: cell("average precision", "none", 1, 1, 0, 1))
    assert short(auc._intervals(200, 1), 200) == []
    monkeypatch.setattr(auc, "auc_interval", lambda ranking: by_default(ranking, method="delong"))
    assert ("V5 AUC", "mean of worlds") in short(auc._intervals(200, 1), 200)


def test_the_area_of_a_world_is_that_of_many_cases():
    import numpy as np

    from referee import Ranking

    worlds = (
        auc._normal(10, 10, 0.8, 3.0),
        auc.World(10, 10, 2.5, lost=0.1, false=0.2),
        auc._normal(10, 10, 0.9, cuts=(0.0, 0.75, 1.5)),
    )
    for world in worlds:
        many = auc.World(200_000, 200_000, world.shift, world.sd, world.lost, world.false, world.cuts)
        drawn = many.draw(np.random.default_rng(3))
        found = Ranking.from_scores(np.repeat([1, 0], 200_000), drawn, positive=1).auc
        assert found == pytest.approx(world.truth, abs=0.003)


def test_two_models_on_the_same_cases_exactly(monkeypatch):
    monkeypatch.setattr(comparing, "SIZES", comparing.SIZES[:8])
    assert all(in_band(c) for c in comparing.cells(0, 0))
    monkeypatch.setattr(comparing, "midp_of_discordant", lambda b, c: 0.04 if b != c else 1.0)
    assert any(not in_band(c) for c in comparing.cells(0, 0))


def test_macro_averages_of_draws_would_be_seen(monkeypatch):
    by_default = labels.estimate
    monkeypatch.setattr(labels, "MULTICLASS", ("f1_macro",))
    monkeypatch.setattr(labels, "MANY", (("four classes", 50), ("ten classes", 50)))
    monkeypatch.setattr(labels, "DRAWS", 300)
    assert short(labels._multiclass(120, 1), 120) == []
    monkeypatch.setattr(labels, "estimate", lambda *a, **k: by_default(*a, **k, method="dirichlet"))
    assert ("f1_macro", "mean of worlds") in short(labels._multiclass(120, 1), 120)


@pytest.mark.slow
def test_fewer_cases_added_to_a_table_would_be_seen(monkeypatch):
    """Cells + 1/K^2, and not the variance of samples."""
    import numpy as np

    def measured():
        found = []
        for n, rates in ((300, (0.01, 0.6, 0.95)), (1000, (0.003, 0.8, 0.9))):
            generator = np.random.default_rng(2)
            found += labels._coverage(("kappa",), labels._shares(*rates), n, 1200, generator, f"n={n}", 1)
        return short(found, 1200)

    monkeypatch.setattr(labels, "DRAWS", 500)
    assert measured() == []
    monkeypatch.setattr(
        labels,
        "dirichlet_draws",
        lambda matrix, generator, size: generator.dirichlet(matrix.counts.ravel() + 0.25, size).reshape(-1, 2, 2),
    )
    assert ("kappa", "mean of worlds") in measured()


@pytest.mark.slow
def test_differences_cover_and_the_bootstrap_of_cases_would_be_seen(monkeypatch):
    monkeypatch.setattr(differences, "WORLDS", ((50, 0.1), (1000, 0.01)))
    monkeypatch.setattr(differences, "DRAWS", 500)
    assert short(differences.cells(4, 1), 4) == []
    monkeypatch.setattr(differences, "WORLDS", ())
    monkeypatch.setattr(differences, "FRESH", ((50, 0.1, (0.95, 0.95), (0.8, 0.98), 0.5),))
    monkeypatch.setattr(differences, "METRICS", ("balanced_accuracy",))
    assert short(differences._same(200, 1), 200) == []

    def resampled(counts, generator, size):
        drawn = generator.multinomial(counts.sum(), counts.ravel() / counts.sum(), size).reshape(-1, *counts.shape)
        return [(drawn.sum(axis=3), drawn.sum(axis=2))]

    monkeypatch.setattr(differences, "joint_draws", resampled)
    assert ("difference of balanced_accuracy", "mean of worlds") in short(differences._same(200, 1), 200)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("priors", "world"),
    [
        ((4.0,), (50, 0.1, (0.95, 0.98), (0.1, 0.98), 0.0)),
        ((1.0,), (1000, 0.01, (0.95, 0.95), (0.8, 0.98), 0.5)),
    ],
)
def test_one_number_of_cases_added_to_a_joint_table_would_be_seen(monkeypatch, priors, world):
    """Four pull a large difference to 0, one leaves out answers not yet seen."""
    module = sys.modules[differences.joint_draws.__module__]
    monkeypatch.setattr(differences, "WORLDS", ())
    monkeypatch.setattr(differences, "FRESH", (world,))
    monkeypatch.setattr(differences, "METRICS", ("balanced_accuracy",))
    monkeypatch.setattr(differences, "DRAWS", 500)
    assert short(differences._same(800, 1), 800) == []
    monkeypatch.setattr(module, "PRIORS", priors)
    monkeypatch.setattr(module, "variance_factor", lambda *_: 1.0)
    assert ("difference of balanced_accuracy", "mean of worlds") in short(differences._same(800, 1), 800)


def test_scores_of_probabilities_cover(monkeypatch):
    monkeypatch.setattr(probabilities, "MANY", 200_000)
    monkeypatch.setattr(probabilities, "WORLDS", probabilities.WORLDS[:3])
    assert short(probabilities.cells(40, 1), 40) == []


@pytest.mark.slow
def test_students_t_of_skewed_losses_would_be_seen(monkeypatch):
    from scipy.stats import t

    from referee.inference.unseen_loss import UnseenLoss

    def students_t(self, tail):
        n = self.times.sum()
        spread = np.sqrt(self.times @ (self.losses - self.value) ** 2 / (n - 1) / n)
        return t.interval(1 - 2 * tail, n - 1, self.value, spread)

    monkeypatch.setattr(probabilities, "MANY", 1_000_000)
    monkeypatch.setattr(probabilities, "WORLDS", ((20, 0.1, "overconfident"),))
    monkeypatch.setattr(probabilities, "METRICS", {"log loss": probabilities.log_loss})
    assert short(probabilities.cells(600, 1), 600) == []
    monkeypatch.setattr(UnseenLoss, "limits", students_t)
    assert ("log loss", "mean of worlds") in short(probabilities.cells(600, 1), 600)


@pytest.mark.slow
def test_clusters_cover_and_independent_cases_would_be_seen():
    found = clusters.cells(40, 1)
    assert short(found, 40) == []
    naive = [c["rate"] for c in found if "naive" in c["promise"] and "of 20" in c["world"]]
    assert max(naive) < 0.9


@pytest.mark.slow
def test_the_error_of_a_trained_model_and_permuted_labels(monkeypatch):
    monkeypatch.setattr(trained, "WORLDS", ((50, 5),))
    found = {c["promise"]: c["rate"] for c in [*trained.cells(4, 1), *permuted.cells(4, 1)]}
    assert found["V10 coverage, nested CV"] >= 0.75
    assert 1 <= found["V10 width, nested CV over naive"] <= 1.5
    assert found["V12 false alarms"] <= 0.5


@pytest.mark.slow
def test_the_expected_order_of_error_estimators():
    found = estimators.measure(30, 16, 1, ("lda",))
    bias = {c["promise"].removeprefix("V9 bias, "): c["rate"] for c in found if "bias" in c["promise"]}
    assert bias["apparent"] < bias["simple bootstrap"] < bias["e0"]
    assert bias["apparent"] < bias[".632 (Efron)"] < bias[".632+"] < bias["e0"]
    assert bias["apparent"] < -0.05 < 0 < bias["repeated 2-fold"]
    assert bias[".632 (Efron)"] < bias[".632 (Aggarwal)"] + 0.05
    order = [c for c in found if "order" in c["promise"]]
    assert len(order) == 3
    assert all(c["rate"] > 0 and in_band(c) for c in order)
    memory = estimators.measure(20, 4, 1, ("1nn",))
    assert next(c["rate"] for c in memory if c["promise"] == "V9 bias, apparent") < -0.2


def test_the_exact_error_of_a_discriminant_is_that_on_many_cases():
    import numpy as np

    rng = np.random.default_rng(2)
    X, y = estimators.draw_cases(30, rng)
    model = learners.BlockLearner("lda", 0).fit(X, y)
    fresh, truth = estimators.draw_cases(200_000, rng)
    assert np.mean(model.predict(fresh) != truth) == pytest.approx(estimators.true_error(model, rng), abs=0.004)


def test_naive_tests_reject_a_true_null_more_often():
    hits = learners.rejections(learners.World("1nn", 100), 30, 3)
    assert hits["paired t, 30 splits (naive)"] > 10
    assert hits[learners.DEFAULT] <= 6
    assert hits["corrected t, 10-fold"] <= hits["paired t, 10-fold (naive)"]


def test_a_section_replaces_its_own_place_only(tmp_path):
    part = types.ModuleType("part", "What it measures.\n\nIn which worlds.")
    found = [cell("V0 promise", "world", 19, 20, 0.9, 1.0), cell("V0 other", "world", 1, 20, 0.9, 1.0)]
    text = docs.section("part", part, found, 20, 7)
    assert text.startswith("## What it measures\n\nIn which worlds.\n\n| promise | world | measured | runs |")
    assert "| V0 promise | world | 0.950 ± 0.049 | 20 | 0.900 to 1.000 | yes |" in text
    assert "| V0 other | world | 0.050 ± 0.049 | 20 | 0.900 to 1.000 | **no** |" in text
    assert (
        "2 cells, 1 outside their band. Made by `python -m tools.validity part --runs 20 --seed 7 --docs docs/validity`."
        in text
    )
    part.PAGE = "pages"
    page = docs.write_section(tmp_path, "part", part, text)
    docs.write_section(tmp_path, "other", part, "## Another")
    page.write_text(page.read_text().replace("# Measured: pages", "# Measured: pages\n\nWords of a person."))
    docs.write_section(tmp_path, "part", part, "## Again")
    made = page.read_text()
    assert page.name == "pages.md"
    assert made.count("<!-- measured: part -->") == 1
    assert "Words of a person." in made
    assert made.index("## Again") < made.index("## Another")
    assert "What it measures" not in made
