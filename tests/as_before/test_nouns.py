"""Every noun is printed, saved and drawn as before, and so are the pages."""

from __future__ import annotations

import re

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")
from matplotlib.figure import Figure

import referee
from helpers import report_pages
from helpers.as_before import DRAWN, check, saved
from helpers.drawn_models import EDGES, cases, edge_cases
from helpers.noun_examples import NOUNS
from referee.views.pages import has_pictures, pictures_of
from referee.views.svg import draw


@pytest.mark.parametrize("name", NOUNS)
def test_a_noun(name):
    noun = NOUNS[name]
    check(f"{name}: text", str(noun), digits=True)
    check(f"{name}: markdown", noun.to_markdown(), digits=True)
    check(f"{name}: saved", saved(noun))


PICTURES = [name for name, noun in NOUNS.items() if has_pictures(noun)]


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name):
    for i, picture in enumerate(pictures_of(NOUNS[name])):
        if not picture.empty:
            check(f"{name}: picture {i}", draw(picture, "c"), DRAWN)
    ax = Figure().subplots()
    NOUNS[name].plot(ax)
    check(f"{name}: figure", "\n".join(artists(ax)), DRAWN)


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
def test_a_page(name, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1794916800")  # a page has a date: that of the day they were kept
    value = PAGES[name]()
    referee.report(value, tmp_path / "page.html")
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    body = re.sub(r"(?s)<(script|style)\b.*?</\1>", "", html[html.index("<body") :])
    for i, part in enumerate(re.split(r"(?=<section\b)", body)):
        if not re.search(r"referee \d|Python \d", part):  # what ran it
            check(f"page of {name}: part {i}", part, DRAWN)
    for i, noun in enumerate(value if isinstance(value, tuple) else (value,)):
        check(f"page of {name}: text {i}", str(noun), digits=True)
        check(f"page of {name}: saved {i}", saved(noun))
