"""Every picture: the Axes that was given comes back, labelled, with the data in it."""

from __future__ import annotations

import sys

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")
from matplotlib import pyplot
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import referee
from helpers.noun_examples import MODEL, NOUNS
from referee import ConfusionMatrix, Ranking, calibration, curves, inference, read
from referee.errors import InputError
from referee.verbs.plot import plot
from referee.views.figures.style import MOST_POINTS, thin
from referee.views.pages import pictures_of

G = np.random.default_rng(5)
Y = (G.random(400) < 0.4).astype(int)
S = 1 / (1 + np.exp(-(1.5 * Y - 0.8 + G.normal(size=400))))
A = read(Y, (S > 0.5).astype(int), S, positive=1, name="a")
B = read(Y, (S > 0.8).astype(int), S**2, positive=1, name="b")
TABLE = ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72)
ONE_CLASS = Ranking([0.3, 0.2], [1, 1], [0, 0])
NO_POSITIVE = Ranking([0.3, 0.2], [0, 0], [1, 1])
BAND = inference.roc_band(A.ranking, np.linspace(0, 1, 11), rng=0, resamples=100)
EVALUATION = referee.evaluate(A, costs={"fp": 1, "fn": 9}, rng=0)


@pytest.fixture
def ax():
    return Figure().subplots()


def rendered(ax):
    canvas = FigureCanvasAgg(ax.figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba()).astype(int)


def words_of(ax):
    legend = ax.get_legend()
    inside = [text.get_text() for text in ax.texts] + (
        [t.get_text() for t in legend.get_texts()] if legend else []
    )
    return "\n".join([*inside, ax.get_title(loc="left"), ax.get_title()])


VALUES = {
    "roc": curves.roc(A.ranking),
    "ranking": A.ranking,
    "predictions": A,
    "roc by name": {
        "a": [curves.roc(A.ranking), BAND],
        "b": curves.roc(B.ranking),
        "rule": curves.roc_point(TABLE),
    },
    "roc in a list": [curves.roc(A.ranking, name="a"), BAND, curves.roc_hull({"a": A.ranking, "b": B.ranking})],
    "average": NOUNS["average ROC"],
    "hull": curves.roc_hull({"a": A.ranking, "b": B.ranking}),
    "point": curves.operating_points(A.ranking)[0],
    "mix": NOUNS["mix plan"],
    "band": BAND,
    "precision-recall": curves.precision_recall(A.ranking),
    "gain": {"a": curves.gain_curve(A.ranking), "b": curves.gain_curve(B.ranking)},
    "lift": curves.lift_curve(A.ranking),
    "cost": curves.cost_curve(A.ranking),
    "cost line": curves.cost_line(TABLE),
    "det": {"a": curves.det(A.ranking), "b": curves.det(B.ranking)},
    "fbeta": curves.fbeta_curve(A.ranking),
    "reliability": calibration.reliability_curve(Y, S, rng=0, resamples=100),
    "decision": curves.decision_curve(Y, S),
    "confusion": TABLE,
    "classes": NOUNS["confusion"],
    "labels only": read([1, 0], [1, 1], positive=1),
    "evaluation": EVALUATION,
    "evaluations": {"a": EVALUATION, "b": referee.evaluate(B, rng=0)},
    "estimates": [EVALUATION["accuracy"], EVALUATION["recall"]],
    "comparison": referee.compare(A, B, margin=0.05, rng=0),
    "comparisons": referee.compare_all({"a": A, "b": B, "c": A}, rng=0),
    "gate": referee.gate(A, B, margin=0.05, rng=0),
    "region": referee.where_better(A, B, rng=0),
    "width": inference.width_by_n(0.8, [20, 100, 1000]),
    "standings": NOUNS["standings"],
    "standings of two": NOUNS["standings of two"],
    "pairwise": NOUNS["pairwise"],
}
NO_Y = [VALUES[name] for name in ("gate", "standings", "pairwise")]


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_every_picture(value, ax):
    before = dict(matplotlib.rcParams)
    figures = pyplot.get_fignums()
    assert plot(value, ax) is ax
    assert ax.get_xlabel()
    assert (
        ax.get_ylabel() or any(label.get_text() for label in ax.get_yticklabels()) or any(value is v for v in NO_Y)
    )
    assert ax.lines or ax.images
    rendered(ax)
    assert dict(matplotlib.rcParams) == before
    assert pyplot.get_fignums() == figures


def test_without_axes_a_figure_is_made_and_nothing_is_shown(monkeypatch):
    monkeypatch.setattr(pyplot, "show", lambda: pytest.fail("shown"))
    before = len(pyplot.get_fignums())
    axes = curves.roc(A.ranking).plot()
    assert len(pyplot.get_fignums()) == before + 1
    pyplot.close(axes.figure)


CURVES = {
    "roc": curves.roc(A.ranking),
    "precision-recall": curves.precision_recall(A.ranking),
    "gain": curves.gain_curve(A.ranking),
    "lift": curves.lift_curve(A.ranking),
    "cost": curves.cost_curve(A.ranking),
    "fbeta": curves.fbeta_curve(A.ranking),
}


@pytest.mark.parametrize("curve", CURVES.values(), ids=CURVES)
def test_the_line_is_the_curve(curve, ax):
    curve.plot(ax)
    same = [line for line in ax.lines if len(line.get_xdata()) == len(curve)]
    assert any(np.array_equal(line.get_xydata(), np.column_stack([curve.x, curve.y])) for line in same)


def test_several_curves_points_hull_band_and_line(ax):
    hull = curves.roc_hull({"a": A.ranking, "b": B.ranking})
    nouns = [
        curves.roc(A.ranking, name="a"),
        BAND,
        curves.roc(B.ranking, name="b"),
        curves.roc_point(TABLE, name="c"),
    ]
    plot([*nouns, hull], ax, slope=1.0)
    assert len(ax.lines) == 1 + 2 + 1 + 1 + 2  # chance, curves, point, hull, line and its ring
    assert len(ax.collections) == 1
    assert np.array_equal(ax.lines[4].get_xydata(), np.column_stack([hull.fpr, hull.tpr]))
    (x, y), iso = ax.lines[-1].get_xydata()[0], ax.lines[-2].get_xydata()
    best = curves.operating_points(hull, prevalence=0.5)[0]
    assert (x, y) == (best.fpr, best.tpr)
    assert np.diff(iso[:, 1]) / np.diff(iso[:, 0]) == pytest.approx(1.0)
    assert y - x == pytest.approx(iso[0, 1] - iso[0, 0])
    said = words_of(ax)
    assert f"a, AUC {A.ranking.auc:.3f}" in said
    assert "c" in said.splitlines()
    assert ax.lines[1].get_color() == matplotlib.colors.to_hex(ax.collections[0].get_facecolor()[0])[:7].upper()


@pytest.mark.parametrize("slope", [0.0, np.inf, 49])
def test_steep_and_flat_lines(slope, ax):
    plot(A.ranking, ax, slope=slope)
    rendered(ax)
    line = ax.lines[-2].get_xydata()
    across, up = line[1] - line[0]
    assert (across == 0) if slope == np.inf else up / across == pytest.approx(slope)


@pytest.mark.parametrize("slope", [-1, float("nan"), "steep"])
def test_no_slope(slope, ax):
    with pytest.raises(InputError, match="`slope` must be a number of at least 0"):
        plot(A.ranking, ax, slope=slope)


def test_reliability_has_bars_and_band(ax):
    curve = VALUES["reliability"]
    curve.plot(ax)
    points = [line for line in ax.lines if np.array_equal(line.get_xdata(), curve.predicted)]
    assert np.array_equal(points[0].get_ydata(), curve.observed)
    segments = [c.get_segments() for c in ax.collections]
    assert all(len(s) == len(curve.predicted) for s in segments)
    bars = np.array(segments[-1])
    assert np.allclose(bars[:, :, 1], np.column_stack([curve.low, curve.high]))
    band = np.array(segments[1])
    assert np.allclose(band[:, :, 1], np.column_stack([curve.band_low, curve.band_high]))


def test_decision_curve_has_three_lines(ax):
    curve = VALUES["decision"]
    curve.plot(ax)
    heights = [np.asarray(line.get_ydata()) for line in ax.lines]
    assert np.array_equal(heights[0], curve.treat_all)
    assert not heights[1].any()
    assert np.array_equal(heights[2], curve.net_benefit)


def test_confusion_numbers_and_shades(ax):
    TABLE.plot(ax)
    assert np.allclose(ax.images[0].get_array(), [[0.72, 0.28], [0.37, 0.63]])
    assert [t.get_text() for t in ax.texts] == ["72\n72%", "28\n28%", "37\n37%", "63\n63%"]
    assert [t.get_text() for t in ax.get_xticklabels()] == ["negative", "positive"]


def test_a_class_without_cases_has_no_shade(ax):
    ConfusionMatrix([[2, 1], [0, 0]], ("a", "b")).plot(ax)
    assert np.isnan(np.ma.filled(ax.images[0].get_array(), np.nan)[1]).all()
    rendered(ax)


def test_many_classes_have_no_numbers(ax):
    labels = np.arange(70)
    ConfusionMatrix.from_labels(labels, labels).plot(ax)
    assert len(ax.texts) == 0
    assert len(ax.get_xticks()) == 35


def test_forest_of_an_evaluation(ax):
    EVALUATION.plot(ax)
    names = [t.get_text() for t in ax.get_yticklabels()]
    assert names[0] == "accuracy"
    assert len(names) == sum(name in EVALUATION for name in EVALUATION.headline)
    accuracy = EVALUATION["accuracy"]
    assert np.allclose(ax.lines[0].get_xdata(), [accuracy.interval.low, accuracy.interval.high])
    assert ax.lines[1].get_xdata()[0] == accuracy.value
    scaled = [t.get_text() for t in ax.texts if "own scale" in t.get_text()]
    assert len(scaled) == sum("cost" in name or "lift" in name for name in names)


def test_forest_of_chosen_measures(ax):
    plot({"m": EVALUATION, "k": EVALUATION}, ax, measures=["recall", "mcc"])
    names = [t.get_text() for t in ax.get_yticklabels()]
    assert names == ["sensitivity, m", "sensitivity, k", "MCC, m", "MCC, k"]


def test_comparison_against_the_margin(ax):
    duel = VALUES["comparison"]
    duel.plot(ax)
    spans = [p.get_bbox().x0 for p in ax.patches if hasattr(p, "get_bbox")]
    assert spans == [-0.05]
    ends = [line.get_xdata() for line in ax.lines]
    assert any(np.allclose(e, list(duel.difference.interval)) for e in ends if len(e) == 2)
    said = words_of(ax)
    assert str(duel.verdict) in said
    assert "a better →" in said
    assert "← b better" in said


def test_who_is_right_where_is_drawn_by_area(ax):
    duel = VALUES["comparison"]
    counts = np.array(duel.joint.right_and_wrong)
    plot(duel, ax, which=1)
    areas = [bar.get_width() * bar.get_height() for bar in ax.patches]
    assert areas == pytest.approx(counts / counts.sum())
    left, right = ax.patches[1], ax.patches[2]
    assert left.get_x() + left.get_width() == pytest.approx(right.get_x())
    assert f"only a right: {counts[1]:g}, " in words_of(ax)


@pytest.mark.parametrize("name", ["comparison", "evaluation"])
def test_every_picture_of_a_noun_is_drawn(name):
    noun = {"comparison": VALUES["comparison"], "evaluation": EVALUATION}[name]
    for which in range(len(pictures_of(noun))):
        assert plot(noun, Figure().subplots(), which=which).has_data()


def test_comparisons_have_a_row_each(ax):
    family = VALUES["comparisons"]
    family.plot(ax)
    assert [t.get_text() for t in ax.get_yticklabels()] == ["a − b", "a − c", "b − c"]
    assert "95% intervals, simultaneous" in ax.get_xlabel()


def test_region_line(ax):
    region = VALUES["region"]
    region.plot(ax)
    assert any(np.array_equal(line.get_ydata(), region.advantage) for line in ax.lines)


def test_width_limits(ax):
    rows = VALUES["width"]
    plot(rows, ax)
    _, low, high = ax.lines  # the measured share is the first
    assert np.array_equal(low.get_xydata(), [(r.n, r.low) for r in rows])
    assert np.array_equal(high.get_ydata(), [r.high for r in rows])


UNDEFINED = {
    "roc": curves.roc(ONE_CLASS),
    "hull": curves.roc_hull(ONE_CLASS),
    "band": inference.roc_band(ONE_CLASS, rng=0, resamples=100),
    "precision-recall": curves.precision_recall(NO_POSITIVE),
    "gain": curves.gain_curve(NO_POSITIVE),
    "lift": curves.lift_curve(NO_POSITIVE),
    "cost": curves.cost_curve(ONE_CLASS),
    "det": curves.det(ONE_CLASS),
    "fbeta": curves.fbeta_curve(NO_POSITIVE),
    "decision": curves.decision_curve(NO_POSITIVE),
}


@pytest.mark.parametrize("value", UNDEFINED.values(), ids=UNDEFINED)
def test_undefined_is_said_in_the_axes(value, ax):
    value.plot(ax)
    assert "undefined: " in words_of(ax).replace("\n", " ")
    assert ax.get_xlabel()
    rendered(ax)


def test_one_undefined_among_others_is_in_the_legend(ax):
    plot({"a": A.ranking, "b": ONE_CLASS}, ax)
    assert "b: undefined: there is no negative case" in words_of(ax)


def test_undefined_comparisons_and_measures(ax):
    silent = referee.read([1, 0, 1, 1, 0, 0], [0] * 6, positive=1, name="silent")
    undefined = referee.compare(silent, MODEL, metric="precision", rng=0)
    assert undefined.difference.interval is None
    undefined.plot(ax)
    assert "undefined" in words_of(ax)
    single = Figure().subplots()
    NOUNS["evaluation of one class"].plot(single)
    assert "undefined: truth or prediction has a single class" in words_of(single)
    rendered(single)


def test_names_are_text_and_no_mathematics(ax):
    nasty = "$\\frac{$ \x1b[2J\n" + "x" * 100
    plot({nasty: A.ranking, "b$": B.ranking}, ax)
    rendered(ax)
    labels = ax.get_legend().get_texts()
    assert all(c.isprintable() for text in labels for c in text.get_text())
    assert all(len(text.get_text()) < 70 for text in labels)
    other = Figure().subplots()
    ConfusionMatrix([[1, 2], [3, 4]], ("$a_$b$", "\\$x$")).plot(other)
    rendered(other)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([], "`value` must hold something to draw; got nothing."),
        ([A.ranking, curves.det(A.ranking)], "`value` must hold what belongs into one picture; got ROC curve and"),
        ([TABLE, TABLE], "`value` must be one ConfusionMatrix a picture; got 2."),
        (3, "`value` must be something with a picture; got int."),
        (NOUNS["audit"], "`value` must be something with a picture; got Audit. Print it"),
    ],
)
def test_what_cannot_be_drawn(value, sentence, ax):
    with pytest.raises(InputError) as caught:
        plot(value, ax)
    assert str(caught.value).startswith(sentence)


def test_other_axes_are_refused():
    with pytest.raises(InputError) as caught:
        plot(A.ranking, "here")
    assert str(caught.value) == "`ax` must be a matplotlib Axes; got str."


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError) as caught:
        plot(A.ranking)
    expected = "`plot` must find the package matplotlib; got none. Install it with: pip install 'referee[plot]'."
    assert str(caught.value) == expected


@pytest.fixture(scope="module")
def long_curve():
    truth = np.random.default_rng(0).random(100_000) < 0.3
    scores = truth * 1.2 + np.random.default_rng(1).normal(size=len(truth))
    return Ranking.from_scores(truth, scores, positive=True)


@pytest.mark.parametrize("make", [curves.roc, curves.precision_recall, curves.gain_curve])
def test_thinning_moves_no_pixel(make, long_curve):
    curve = make(long_curve)
    x, y = thin(curve.x, curve.y)
    assert len(x) <= MOST_POINTS < len(curve)
    assert (x[0], y[0], x[-1], y[-1]) == (curve.x[0], curve.y[0], curve.x[-1], curve.y[-1])
    for pick, start in ((np.minimum, np.inf), (np.maximum, -np.inf)):
        ends = np.full((2, 1024), start)
        for row, (across, up) in zip(ends, ((curve.x, curve.y), (x, y)), strict=True):
            place = (across - curve.x[0]) / np.ptp(curve.x) * 1024
            pick.at(row, np.minimum(place, 1023).astype(int), up)
        assert np.array_equal(*ends)
    pictures = []
    for line in ((curve.x, curve.y), (x, y)):
        figure = Figure(figsize=(4, 4), dpi=100)
        axes = figure.subplots()
        with matplotlib.rc_context({"path.simplify": False}):
            axes.plot(*line, antialiased=False, color="black")
            axes.set(xlim=(0, 1), ylim=(0, 1))
            pictures.append(rendered(axes))
    assert (np.abs(pictures[0] - pictures[1]).max(axis=2) > 0).sum() <= 30  # of 160,000, at the edge of the line


def test_short_curves_stay_as_they_are():
    x = np.linspace(0, 1, MOST_POINTS)
    assert thin(x, x)[0] is x


def test_a_long_curve_is_drawn_thinned(long_curve, ax):
    plot(long_curve, ax)
    assert max(len(line.get_xdata()) for line in ax.lines) <= MOST_POINTS


class TestStandings:
    RNG = np.random.default_rng(1)
    NAMES = [f"a rather long name of learner {i}" for i in range(11)]
    TABLE = referee.ScoreTable(
        "accuracy",
        "higher",
        [f"d{i}" for i in range(20)],
        NAMES,
        (0.7 + 0.015 * np.arange(11) + RNG.normal(0, 0.04, (20, 11))).round(2),
    )

    @pytest.mark.parametrize(
        "options", [{}, {"test": "nemenyi"}, {"baseline": NAMES[0], "test": "bonferroni-dunn"}]
    )
    def test_labels_and_bars_stand_apart_and_agree_with_the_test(self, options):
        result = referee.rank(self.TABLE, **options)
        figure = Figure(figsize=(9, 5), layout="constrained")
        ax = result.plot(figure.subplots())
        rendered(ax)
        boxes = [text.get_window_extent() for text in ax.texts if "rather long" in text.get_text()]
        assert len(boxes) == 11
        for i, one in enumerate(boxes):
            assert not any(one.overlaps(two) for two in boxes[i + 1 :])
            assert figure.bbox.contains(one.x0, one.y0)
            assert figure.bbox.contains(one.x1, one.y1)
        dots = [line for line in ax.lines if line.get_marker() == "o" and line.get_markersize() == 5]
        ranks = result.average_ranks
        assert {tuple(line.get_xdata()) for line in dots} == {
            tuple(ranks[name] for name in group) for group in result.groups
        }
        lowest = min(line.get_ydata()[0] for line in dots)
        assert all(text.xy[1] < lowest for text in ax.texts if "rather long" in text.get_text())
        assert ("critical difference" in words_of(ax)) == (result.critical_difference is not None)

    def test_a_pair_is_drawn_dataset_by_dataset(self, ax):
        result = referee.rank(self.TABLE)
        result.plot(ax, pair=(self.NAMES[10], self.NAMES[0]))
        match = result[self.NAMES[10], self.NAMES[0]]
        assert f"Won {match.wins}, tied {match.ties}, lost {match.losses}." in " ".join(
            ax.get_title(loc="left").split()
        )
        gaps = self.TABLE.column(self.NAMES[10]) - self.TABLE.column(self.NAMES[0])
        drawn = [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "o"]
        assert drawn == pytest.approx(sorted(gaps, reverse=True))
        with pytest.raises(InputError, match="`pair` must be two learners that were compared"):
            result.plot(ax, pair=("x", "y"))


def test_answers_are_drawn_as_their_roc_curve_and_those_of_several_classes_as_a_table(ax):
    assert plot(A, ax).get_xlabel() == "False positive rate"
    classes = read([0, 1, 2, 0], [0, 1, 2, 1], np.eye(3)[[0, 1, 2, 1]] * 0.8 + 0.05)
    assert plot(classes, Figure().subplots()).get_xlabel() == "Predicted class"


def test_the_measured_proportion_is_drawn_through_its_intervals(ax):
    assert "measured 0.800" in words_of(plot(VALUES["width"], ax))
    assert "measured 0.300" in words_of(plot(inference.width_by_n(0.3, [40]), Figure().subplots()))


def test_a_detection_error_curve_is_shown_as_far_as_its_errors_reach():
    ranking = Ranking.from_scores([1, 1, 0, 1, 0, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2], positive=1)
    (picture,) = pictures_of(curves.det(ranking))
    assert picture.x.limits == pytest.approx((0.01 / 1.5, 0.75 * 1.02))


def test_comparisons_in_one_picture_share_a_margin_only_when_it_is_the_same():
    one, same = (referee.compare(A, B, margin=0.05, rng=0) for _ in range(2))
    wider = referee.compare(A, B, metric="f1", margin=0.1, rng=0)
    shown = [words_of(plot({"one": one, "two": two}, Figure().subplots())) for two in (same, wider)]
    assert ["margin" in words for words in shown] == [True, False]
