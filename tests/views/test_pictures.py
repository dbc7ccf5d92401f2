"""What pictures show, before anyone draws them."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")
from matplotlib.figure import Figure
from sklearn.naive_bayes import GaussianNB

import referee
from helpers.noun_examples import MODEL, NOUNS
from helpers.report_pages import learner_values
from referee import curves
from referee.core import ConfusionMatrix, Ranking
from referee.core.noun import _KNOWN
from referee.core.pairwise import RankDiagram
from referee.inference.threshold_table import threshold_table
from referee.views.pages import has_pictures, pictures_of
from referee.views.pages.evaluation import evaluation_pictures
from referee.views.pages.learner import estimators_picture
from referee.views.picture import BACK, Dots, Lines, Ranks, Spread, histogram, pad, ticks
from referee.views.svg import _foot, draw
from referee.views.svg.lines import _inside, axis_ends
from referee.views.svg.plane import share_of

MADE = [(name, picture) for name, noun in NOUNS.items() for picture in pictures_of(noun) if not picture.empty]
WITHOUT = {"CostMatrix", "Decision", "Finding", "JointConfusion", "OptimalRange", "Plan", "Results", "ScoreTable",
           "Ranking", "StudyResults", "Answers", "Origin", "Audit", "ClassScores", "ScoreGrid", "Checklist", "Review",
           "ConsistentFolds", "ConsistentMatrices", "ErrorLimits", "StudyPlan", "Estimator",
           "FeatureColumn", "Disagreements", "DisputedCase"}  # fmt: skip


def test_every_kind_of_noun_is_drawn_or_known_to_be_read():
    tried = {type(noun).__name__ for noun in NOUNS.values() if pictures_of(noun)}
    kinds = {kind.__name__ for kind in _KNOWN.values()}
    assert kinds - tried == WITHOUT, "draw it, or say here that it is read"
    assert not any(has_pictures(noun) for noun in NOUNS.values() if type(noun).__name__ in WITHOUT)


@pytest.mark.parametrize(("name", "picture"), MADE, ids=[f"{n} {i}" for i, (n, _) in enumerate(MADE)])
def test_every_picture_can_be_drawn_as_svg(name, picture):
    svg = draw(picture, "c")
    assert 'id="c"' in svg
    assert "nan" not in svg
    assert picture.title
    if isinstance(picture, Dots):
        for row in picture.rows:
            assert math.isnan(row.low) or row.low <= row.high


DRAWN = [(name, noun) for name, noun in NOUNS.items() if has_pictures(noun)]


@pytest.mark.parametrize(("name", "noun"), DRAWN, ids=[n for n, _ in DRAWN])
def test_every_noun_draws_itself(name, noun):
    ax = Figure().subplots()
    assert noun.plot(ax) is ax
    ax.figure.canvas.draw()
    assert ax.lines or ax.patches or ax.texts or ax.collections


@pytest.mark.parametrize("name", ["costs", "plan", "finding", "results"])
def test_what_has_no_picture_says_so_in_a_sentence(name):
    with pytest.raises(referee.InputError) as caught:
        NOUNS[name].plot()
    kind = type(NOUNS[name]).__name__
    assert str(caught.value) == (
        f"`value` must be something with a picture; got {kind}. Print it, or write its page with `referee.report`."
    )


def test_a_skill_is_drawn_with_its_apparent_value():
    skill = learner_values()[0]
    rows = pictures_of(skill)[0].rows
    assert rows[0].value == skill.estimate.value
    assert (rows[0].low, rows[0].high) == tuple(skill.estimate.interval)
    assert rows[-1].value == skill.apparent.value


def test_the_other_pictures_of_a_noun_are_asked_for_by_number():
    chance = learner_values()[3]
    made = pictures_of(chance)
    assert [type(p) for p in made] == [Spread, Spread, Dots]
    ax = Figure().subplots()
    chance.plot(ax, which=2)
    assert "naive Bayes" in [label.get_text() for label in ax.get_yticklabels()]
    with pytest.raises(referee.InputError, match="`which` must be from 0 to 2; got 3"):
        chance.plot(ax, which=3)


def test_a_learner_curve_has_its_band_and_its_choice():
    curve = learner_values()[2]
    (picture,) = pictures_of(curve)
    assert isinstance(picture, Lines)
    held = picture.lines[0]
    assert np.array_equal(held.y, curve.held_out.value)
    assert np.array_equal(held.low, curve.held_out.low)
    assert [line.name for line in picture.lines] == ["held out", "training"]


def test_a_histogram_counts_every_value():
    values = np.random.default_rng(1).normal(size=300).tolist()
    edges, heights = histogram(values)
    assert sum(heights) == 300
    assert heights == np.histogram(values, edges)[0].tolist()
    assert histogram([2.0, 2.0])[1][8] == 2


def test_axes_hold_their_values():
    for values in ([0.2, 0.9], [0.5], [-3.0, 4.0], [0.0, 0.0]):
        for low, high in (pad(values), axis_ends(values)):
            assert low <= min(values)
            assert max(values) <= high
            assert low < high


@pytest.mark.parametrize(("ends", "told"), [((0.8, 1.0), True), ((0.0, 0.3), True), ((0.0, 1.0), False)])
def test_an_axis_says_which_part_of_the_whole_it_shows(ends, told):
    picture = Dots(title="x", axis="x", rows=(), whole=(0.0, 1.0))
    assert ("shown of 0 to 1" in _foot(picture, ends, "")) == told


@pytest.mark.parametrize(("high", "told"), [(4, True), (5, False), (6, False)])
def test_a_critical_difference_beyond_the_axis_is_said(high, told):
    ranks = Ranks(title="x", diagram=RankDiagram(1, high, (), (), 4.0, None))
    assert ("(beyond the axis)" in ranks.ruler) == told


def test_shares_of_the_four_fields_without_intervals():
    """Groups have no interval of a share alone: the counts are said as percentages."""
    truth, groups = [1, 0] * 40, np.arange(80) // 4
    one, two = (
        referee.read(truth, said, groups=groups) for said in ([1, 0] * 30 + [0, 1] * 10, [1, 0, 0, 0] * 20)
    )
    fields = pictures_of(referee.compare(one, two, rng=0))[1].fields
    assert [(field.cases, field.text) for field in fields] == [
        (45, "56.2%"),
        (15, "18.8%"),
        (15, "18.8%"),
        (5, "6.2%"),
    ]


@pytest.mark.parametrize("high", [4, 8])
def test_the_axis_of_ranks_is_written_to_its_end(high):
    said = draw(Ranks(title="x", diagram=RankDiagram(1, high, (), (), None, None)), "c")
    assert re.findall(r">(\d)</span>", said) == [str(rank) for rank in range(1, high + 1)]


def test_of_what_is_grey_less_is_better():
    found = referee.evaluate([0, 0, 1, 1] * 9, [0, 1, 1, 1] * 9, positive=1, rng=0)
    names = ["accuracy", "error_rate", "false_positive_rate"]
    rows = evaluation_pictures(found, measures=names)[0].rows
    assert [row.colour for row in rows] == [0, BACK, BACK]


def test_a_class_of_one_case_has_shares_and_one_without_cases_has_none():
    shares = pictures_of(ConfusionMatrix([[1, 0, 0], [1, 2, 1], [0, 0, 0]], ("a", "b", "c")))[0].shares
    assert np.array_equal(shares, [[1, 0, 0], [0.25, 0.5, 0.25], [np.nan] * 3], equal_nan=True)


def test_ticks_of_a_tiny_share_have_the_places_they_need():
    assert [words for _, words in ticks(0, 4e-10, percent=True)] == [f"0.0000000{i}%" for i in range(5)]


def test_the_rules_of_a_cost_curve_are_its_diagonals():
    for rule, sign in zip(pictures_of(curves.cost_curve(MODEL.ranking))[0].guides, (1, -1), strict=True):
        assert np.allclose(np.diff(rule.y), sign * np.diff(rule.x))
        assert np.isclose(rule.x[0] if sign > 0 else rule.x[1], 0 if sign > 0 else 1)
        assert np.isclose(min(rule.y), 0)


def test_the_axis_of_a_cost_curve_ends_above_the_most_that_it_costs():
    curve = curves.cost_curve(Ranking.from_scores([0, 1, 0, 1], [4, 3, 2, 1], positive=1))
    assert pictures_of(curve)[0].y.limits[1] == pytest.approx(1.1 * curve.y.max())


def test_measures_beyond_one_are_not_drawn_along_thresholds():
    curve = curves.roc(Ranking.from_scores([0, 1, 0, 1, 1, 0, 0, 1], [8, 7, 6, 5, 4, 3, 2, 1], positive=1))
    table = threshold_table(curve, measures=["precision", "positive_likelihood_ratio"])
    ratios = [row[1].value for row in table.measures]
    assert 1 < np.nanmax(ratios) < 2
    assert [line.name for line in pictures_of(table)[0].lines] == ["precision"]


def test_a_line_is_drawn_within_its_axis():
    assert np.isfinite(_inside(np.array([-0.1, 0.0, 0.5, 1.0, 1.1]), (0.0, 1.0))).tolist() == [
        False,
        *[True] * 3,
        False,
    ]
    assert [share_of(v, (2.0, 4.0)) for v in (1, 2, 2.5, 4, 5)] == [0, 0, 25, 100, 100]


def test_an_axis_of_shares_ends_at_1_and_not_before():
    assert axis_ends([0.2, 1.0]) == (0.0, 1.0)
    assert axis_ends([0.2, 1.5])[1] > 1.5


def test_estimates_of_one_learner_do_not_repeat_its_name():
    X, y = np.arange(40.0)[:, None] % 11, np.arange(40) % 2
    skills = [referee.estimate_error(GaussianNB(), X, y, method=method, rng=0) for method in ("holdout", "5-CV")]
    rows = [dot.name for dot in estimators_picture(skills).rows]
    assert not any("GaussianNB" in name for name in rows)
    other = replace(skills[1], learner="tree")
    assert all(
        name.startswith(("GaussianNB, ", "tree, "))
        for name in [dot.name for dot in estimators_picture([skills[0], other]).rows]
    )
