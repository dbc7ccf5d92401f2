"""Every noun is printed, saved and drawn as before, and so are the pages."""

from __future__ import annotations

import inspect
import re

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")
from matplotlib.figure import Figure

import referee
from helpers import report_pages
from helpers.as_before import DRAWN, check, saved
from helpers.crowded_nouns import CROWDED
from helpers.drawn_models import EDGES, cases, edge_cases
from helpers.noun_examples import NOUNS
from referee.views.figures.drawing import size_of
from referee.views.pages import has_pictures, pictures_of
from referee.views.svg import draw


@pytest.mark.parametrize("name", NOUNS)
def test_a_noun(name, tmp_path):
    noun = NOUNS[name]
    check_words(name, noun, tmp_path)
    check(f"{name}: saved", saved(noun))


LONG = {"31 classes", "21 classes", "standings of many", "slices"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in CROWDED]
)
def test_a_noun_with_more_than_is_listed(name, tmp_path):
    noun = CROWDED[name]()
    check_words(f"crowded {name}", noun, tmp_path)
    if has_pictures(noun):
        check_pictures(f"crowded {name}", noun)


PICTURES = [name for name, noun in NOUNS.items() if has_pictures(noun)]


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name):
    check_pictures(name, NOUNS[name])


def check_words(name, noun, folder):
    check(f"{name}: text", str(noun), digits=True)
    check(f"{name}: markdown", noun.to_markdown(), digits=True)
    check(f"{name}: latex", noun.to_latex(), digits=True)
    check(f"{name}: in a notebook", noun._repr_html_(), DRAWN)
    check(f"{name}: page", "".join(parts_of_page(noun, folder).values()), DRAWN)


def check_pictures(name, noun):
    for i, picture in enumerate(pictures_of(noun)):
        if not picture.empty:
            check(f"{name}: picture {i}", draw(picture, "c"), DRAWN)
            check(f"{name}: size of picture {i}", str(size_of(picture)))
    ax = Figure().subplots()
    noun.plot(ax)
    check(f"{name}: figure", "\n".join(artists(ax)), DRAWN)


@pytest.fixture(autouse=True)
def _the_day_they_were_kept(monkeypatch):
    """A page has a date."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1794916800")


def parts_of_page(value, folder):
    """What a page says and draws by its place, without what ran it."""
    html = referee.report(value, folder / "page.html").read_text(encoding="utf-8")
    body = re.sub(r"(?s)<(script|style)\b.*?</\1>", "", html[html.index("<body") :])
    parts = enumerate(re.split(r"(?=<section\b)", body))
    return {i: part for i, part in parts if not re.search(r"referee \d|Python \d", part)}


MODELS = cases("alone")
SEVERAL = {
    "two rankings": [model.ranking for model in MODELS],
    "two models by name": {"one": MODELS[0], "two": MODELS[1]},
    "a curve and its band": [NOUNS["curve"], NOUNS["band"]],
    "curves and bands by name": {"one": [NOUNS["curve"], NOUNS["band"]], "two": NOUNS["curve"]},
    "curve, band and hull": [NOUNS["curve"], NOUNS["band"], NOUNS["hull"]],
    "two evaluations": [NOUNS["evaluation"], NOUNS["evaluation of classes"]],
    "comparisons": [NOUNS["comparison"], NOUNS["comparison of scores"]],
    "answers without scores": referee.read([1, 0, 1], [1, 1, 0], positive=1),
    "answers of classes": cases("classes")[0],
    "estimates": {"first": NOUNS["estimate"], "second": NOUNS["infinite estimate"]},
    "what does not belong together": [NOUNS["curve"], NOUNS["standings"]],
    "two standings": [NOUNS["standings"], NOUNS["standings of two"]],
}


@pytest.mark.parametrize("name", SEVERAL)
def test_several_in_a_picture(name):
    ax = Figure().subplots()
    try:
        text = "\n".join(artists(referee.plot(SEVERAL[name], ax)))
    except referee.RefereeError as refused:
        text = str(refused)
    check(f"plot of {name}", text, DRAWN)


def test_the_explorer_in_a_notebook():
    widget = referee.explore(inspect.unwrap(report_pages.evaluation)())
    for given in (
        {},
        {"threshold": 0.31},
        {"prevalence": 0.07},
        {"cost_ratio": 3.0},
        {"threshold": 2.0},
        {"state": "p=0.2&c=2"},
        {"state": "t=0.5&p=0.9"},
    ):
        for trait, value in given.items():
            setattr(widget, trait, value)
        check(f"explorer, {given}", f"{widget.threshold} {widget.prevalence} {widget.cost_ratio} {widget.state}")
    check("explorer: page", widget.html, DRAWN)


def artists(ax):
    """What stands in the axes: places, colours and words."""
    yield f"{ax.get_xlim()} {ax.get_ylim()} {ax.get_xlabel()} {ax.get_ylabel()} {ax.get_title()}"
    for line in ax.lines:
        places = np.asarray(line.get_xydata(), dtype=float).round(6).tolist()
        yield f"line {places} {line.get_color()} {line.get_linewidth()}"
    for patch in ax.patches:
        yield f"patch {patch.get_extents().bounds} {patch.get_facecolor()}"
    for text in ax.texts:
        yield f"text {text.get_text()} {text.get_position()}"
    for other in ax.collections:
        paths = [path.vertices.round(6).tolist() for path in other.get_paths()]
        yield f"{type(other).__name__} {paths} {other.get_offsets().tolist()}"
    yield str([t.get_text() for t in [*ax.get_xticklabels(), *ax.get_yticklabels()]])


PAGES = {
    "evaluation": report_pages.evaluation,
    "classes": report_pages.vehicles,
    "comparison": report_pages.duel_with_ids,
    "gate": report_pages.gate_example,
    "comparisons": lambda: referee.compare_all(report_pages.models(), margin=0.1, rng=0),
    "areas": lambda: referee.compare(*list(report_pages.models().values())[:2], metric="roc_auc", rng=0),
    "learner": report_pages.learner_values,
    "study": report_pages.study,
    "audit": report_pages.audit,
    "weighted cases": lambda: referee.evaluate(cases("weights")[0], rng=0),
    "groups": lambda: referee.evaluate(cases("groups")[0], rng=0),
    "a stated prevalence": lambda: referee.evaluate(
        cases("alone")[0], prevalence=0.1, costs={"fp": 1, "fn": 4}, rng=0
    ),
    "different cases": lambda: referee.compare(*cases("apart"), independent=True, rng=0),
    **{f"{edge}, one": lambda edge=edge: referee.evaluate(edge_cases(edge)[0], rng=0) for edge in EDGES},
    **{f"{edge}, two": lambda edge=edge: referee.compare(*edge_cases(edge), margin=0.1, rng=0) for edge in EDGES},
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page(name, tmp_path):
    value = inspect.unwrap(PAGES[name])()  # made anew, so that what makes it is run here
    for i, part in parts_of_page(value, tmp_path).items():
        check(f"page of {name}: part {i}", part, DRAWN)
    for i, noun in enumerate(value if isinstance(value, tuple) else (value,)):
        check(f"page of {name}: text {i}", str(noun), digits=True)
        check(f"page of {name}: saved {i}", saved(noun))
