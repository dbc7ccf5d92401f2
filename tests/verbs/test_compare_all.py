"""Many models: what is found together is what each pair gives alone."""

from __future__ import annotations

import numpy as np
import pytest

import referee
from referee.inference import adjust
from referee.views.pages import pictures_of
from referee.views.pages.comparison import MOST_DRAWN, MOST_PAIRS


@pytest.fixture(scope="module")
def models():
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 120)
    said = {f"m{i}": np.where(rng.random(120) < 0.6 + 0.03 * i, y, 1 - y) for i in range(13)}
    return referee.read_models(y, preds=said | {"again": said["m0"]}, positive=1)


@pytest.mark.parametrize("metric", ["accuracy", "error_rate", "sensitivity", "precision", "f1"])
def test_p_values_found_together_are_those_of_the_pairs(models, metric):
    family = referee.compare_all(models[:6], metric=metric, rng=0)
    alone = [1.0 if np.isnan(duel.test.p_value) else duel.test.p_value for duel in family]
    assert family.adjusted == pytest.approx(adjust(alone).adjusted, rel=1e-13)
    assert [duel.adjusted_p for duel in family] == list(family.adjusted)


def test_a_pair_is_what_compare_says_at_its_level(models):
    family = referee.compare_all(models[:4], rng=0)
    level = 1 - 0.05 / len(family)
    for duel in family:
        one, two = (next(m for m in models if m.name == name) for name in (duel.a, duel.b))
        alone = referee.compare(one, two, level=level, rng=0)
        assert duel.difference.interval == alone.difference.interval
        assert (duel.verdict, duel.test.p_value, duel.findings) == (
            alone.verdict,
            alone.test.p_value,
            alone.findings,
        )


def test_a_comparison_is_made_when_it_is_asked_for(models, monkeypatch):
    made = []
    duel = referee.verbs.compare.Job.duel
    monkeypatch.setattr(
        "referee.verbs.compare_all.Job.duel", lambda self, *given: made.append(given) or duel(self, *given)
    )
    family = referee.compare_all(models, rng=0)
    few = len(made)
    assert few < len(family) == 91
    assert family["m0", "m12"] is family["m0", "m12"]
    assert len(made) <= few + len(family)
    assert len(family.duels[3:5]) == 2


def test_of_many_pairs_those_with_the_smallest_p_are_shown(models):
    family = referee.compare_all(models, rng=0)
    text = str(family)
    assert len(family) > MOST_PAIRS
    assert f"Shown are the {MOST_PAIRS} of 91 pairs with the smallest adjusted p." in text
    smallest = min(family, key=lambda duel: duel.adjusted_p)
    assert f"{smallest.a} - {smallest.b}" in text.splitlines()[3]
    shown = family.first(MOST_PAIRS)
    assert max(d.adjusted_p for d in shown) <= min(d.adjusted_p for d in family if d not in shown)
    assert family.first(91) == tuple(family)


def test_a_picture_of_many_pairs_has_few_and_says_so(models):
    (picture,) = pictures_of(referee.compare_all(models, rng=0))
    assert len(picture.rows) == MOST_DRAWN
    assert "The 20 pairs with the smallest adjusted p of 91." in picture.caption
    (small,) = pictures_of(referee.compare_all(models[:5], rng=0))
    assert len(small.rows) == 10
    assert "smallest" not in small.caption


def test_a_family_that_was_saved_says_the_same(models, tmp_path):
    family = referee.compare_all(models, rng=0)
    family.to_json(tmp_path / "family.json")
    assert str(referee.load(tmp_path / "family.json")) == str(family)
