"""What `make validity` measures, in a quick version; and the pages that it writes."""

from __future__ import annotations

import types

import pytest

pytest.importorskip("validity")

from validity import docs, estimators, learners
from validity.cell import cell, kept


def test_the_expected_order_of_error_estimators():
    found = estimators.measured("lda", 30, 16, 1, n_jobs=1)
    bias = {c["promise"].removeprefix("V9 bias, "): c["rate"] for c in found if "bias" in c["promise"]}
    assert bias["apparent"] < bias["simple bootstrap"] < bias["e0"]
    assert bias["apparent"] < bias[".632 (Efron)"] < bias[".632+"] < bias["e0"]
    assert bias["apparent"] < -0.05 < 0 < bias["repeated 2-fold"]
    assert bias[".632 (Efron)"] < bias[".632 (Aggarwal)"] + 0.05
    order = [c for c in found if "order" in c["promise"]]
    assert len(order) == 3
    assert all(c["rate"] > 0 and kept(c) for c in order)
    memory = estimators.measured("1nn", 20, 4, 1, n_jobs=1)
    assert next(c["rate"] for c in memory if c["promise"] == "V9 bias, apparent") < -0.2


def test_the_exact_error_of_a_discriminant_is_that_on_many_cases():
    import numpy as np

    rng = np.random.default_rng(2)
    X, y = estimators.drawn(30, rng)
    model = learners.BlockLearner("lda", 0).fit(X, y)
    fresh, truth = estimators.drawn(200_000, rng)
    assert np.mean(model.predict(fresh) != truth) == pytest.approx(estimators.true_error(model, rng), abs=0.004)


def test_naive_tests_reject_a_true_null_more_often():
    hits = learners.rejections(learners.World("1nn", 100), 30, 3, n_jobs=1)
    assert hits["paired t, 30 splits (naive)"] > 10
    assert hits[learners.DEFAULT] <= 6
    assert hits["corrected t, 10-fold"] <= hits["paired t, 10-fold (naive)"]


def test_a_section_replaces_its_own_place_only(tmp_path):
    part = types.ModuleType("part", "What it measures.\n\nIn which worlds.")
    found = [cell("V0 promise", "world", 19, 20, 0.9, 1.0), cell("V0 other", "world", 1, 20, 0.9, 1.0)]
    text = docs.section("part", part, found, 20, 7)
    assert text.startswith("## What it measures\n\nIn which worlds.\n\n| promise | world | measured |")
    assert "| V0 promise | world | 0.950 ± 0.049 | 0.900 to 1.000 | yes |" in text
    assert "| V0 other | world | 0.050 ± 0.049 | 0.900 to 1.000 | **no** |" in text
    assert (
        "2 cells, 1 outside their band. Made by `python -m validity part --runs 20 --seed 7 --docs docs/validity`."
        in text
    )
    part.PAGE = "pages"
    page = docs.written(tmp_path, "part", part, text)
    docs.written(tmp_path, "other", part, "## Another")
    page.write_text(page.read_text().replace("# Measured: pages", "# Measured: pages\n\nWords of a person."))
    docs.written(tmp_path, "part", part, "## Again")
    made = page.read_text()
    assert page.name == "pages.md"
    assert made.count("<!-- measured: part -->") == 1
    assert "Words of a person." in made
    assert made.index("## Again") < made.index("## Another")
    assert "What it measures" not in made
