"""Every noun as HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import referee
from helpers.noun_examples import NOUNS
from referee import curves, inference
from referee.views import html

SCRIPT = "<script>alert(1)</script>"
TAGS = {"p", "strong", "table", "tr", "th", "td", "pre"}
LED = {"div", "span", "style", "figure", "figcaption", "h3", "details", "summary", "svg", "line", "circle", "rect", "text",
       "i", "b", "em", "small", "ul", "li", "thead", "tbody", "caption", "path"}  # fmt: skip
"""What the head of a report has as well: the verdict and its picture."""


class Reader(HTMLParser):
    """Collects tags and text, and demands that every tag is closed."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        assert not any(name.startswith("on") or name in ("href", "src", "srcdoc") for name, _ in attrs)
        self.open.append(tag)
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(text):
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("noun", NOUNS.values(), ids=NOUNS)
def test_every_noun_is_well_formed(noun):
    reader = read(noun._repr_html_())
    assert set(reader.tags) <= (TAGS | LED if isinstance(noun, html.LED) else TAGS)
    words = " ".join(str(noun).split())
    shown = " ".join(" ".join(reader.text).split())
    assert words.split()[0].strip("·!") in shown


TABLES = (
    "confusion,curve,hull,comparison,comparisons,evaluation,pairwise,family,joint confusion,reliability curve,"
    "recalibration,decision curve,band,threshold,costs,average ROC"
)


@pytest.mark.parametrize("name", TABLES.split(","))
def test_table_like_nouns_are_tables(name):
    tags = read(NOUNS[name]._repr_html_()).tags
    assert tags.count("table") >= 1
    assert "pre" not in tags


def injected():
    y, p, q = [SCRIPT, "b", SCRIPT, "b"], [SCRIPT, "b", SCRIPT, SCRIPT], ["b", "b", SCRIPT, "b"]
    s = [0.9, 0.2, 0.6, 0.7]
    a, b = (referee.read(y, v, s, positive=SCRIPT, name=SCRIPT + k) for v, k in ((p, "1"), (q, "2")))
    duel = referee.compare(a, b, margin=0.1, rng=0)
    hull = curves.roc_hull({SCRIPT: a.ranking, "b": b.confusion})
    table = [[0.9, 0.8, 0.7], [0.8, 0.85, 0.6], [0.7, 0.6, 0.65]]
    return {
        "evaluation": referee.evaluate(referee.read(y, p, positive=SCRIPT, name=SCRIPT), rng=0),
        "confusion": a.confusion,
        "costs": referee.CostMatrix.from_cells(fp=1, fn=2, labels=("b", SCRIPT)),
        "comparison": duel,
        "comparisons": referee.compare_all({SCRIPT: a, "b": b, "c": a}, rng=0),
        "gate": referee.gate(a, b, margin=0.1, rng=0),
        "region": referee.where_better(a, b, rng=0),
        "curve": curves.roc(a.ranking, name=SCRIPT),
        "hull": hull,
        "range": curves.optimal_ranges(hull)[0],
        "point": curves.operating_points(hull)[0],
        "mix": curves.mix_for(hull, fpr=0.1),
        "threshold": curves.threshold_by_youden(a.ranking),
        "family": inference.adjust([0.1, 0.2], labels=[SCRIPT, "x"]),
        "pairwise": inference.nemenyi(table, learners=[SCRIPT, "b", "c"]),
        "finding": referee.core.Finding("R1", "note", SCRIPT, SCRIPT, SCRIPT),
        "estimate": referee.core.Estimate(SCRIPT, 0.5, 3),
        "test": referee.core.TestResult(SCRIPT, SCRIPT, 0.5, errs=SCRIPT, warnings=(SCRIPT,)),
    }


@pytest.mark.parametrize(("name", "noun"), injected().items(), ids=injected())
def test_injection_strings_come_out_as_text(name, noun):
    text = noun._repr_html_()
    assert "<script" not in text
    reader = read(text)
    assert "script" not in reader.tags
    assert "<script>" in "".join(reader.text)


def test_a_notebook_shows_the_verdict_its_picture_and_the_numbers_folded():
    noun = NOUNS["evaluation"]
    text = noun._repr_html_()
    assert text.index('class="says"') < text.index('class="forest"') < text.index("<details><summary>All numbers")
    assert "@scope (.referee)" in text, "the style must end at its own edge"
    assert ":root" not in text


def test_only_the_first_row_of_a_table_is_its_head():
    shown = html.table([["a"], ["b"], ["c"]], "<")
    assert re.findall(r"<(t[hd]) [^>]*>(\w)", shown) == [("th", "a"), ("td", "b"), ("td", "c")]


def test_a_chart_in_a_notebook_holds_no_terminal_code():
    one, two = (referee.read([1, 0] * 20, [1, 0, 1, i] * 10, positive=1, name=f"{i}\x1b[31m") for i in (0, 1))
    html = referee.compare(one, two, rng=0)._repr_html_()
    assert "<svg" in html
    assert "\x1b" not in html
