"""Every noun as Markdown, read by a parser that others wrote."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

import referee
from helpers.noun_examples import NOUNS
from referee.core.layers_above import render
from referee.views.markdown import safe, table
from referee.views.page import Findings, Page, Table, Text

NASTY = (
    "<script>alert(1)</script>",
    "a|b",
    "[text](javascript:alert)",
    "![x](http://x.y/z.png)",
    "`code` *b* __c__ ~~d~~",
    "$x_1$",
    "&amp; &lt;",
    r"back\slash \| \\",
    "<http://x.y>",
    "[a]: http://x.y",
    "http://x.y",
)
STARTS = ("- item", "+ item", "* item", "1. item", "2) item", "# head", "> quote", "---", "===", "    code")


def parsed(text):
    """The kinds of tokens, and the text of each paragraph or cell."""
    tokens = MarkdownIt("commonmark", {"linkify": False}).enable(["table", "strikethrough"]).parse(text)
    kinds = {t.type for t in tokens} | {c.type for t in tokens for c in t.children or ()}
    inline = ["".join(c.content for c in t.children) for t in tokens if t.type == "inline"]
    return kinds, inline


PLAIN = {"paragraph_open", "paragraph_close", "inline", "text", "text_special"}
TABLE = {f"{tag}_{end}" for tag in ("table", "thead", "tbody", "tr", "th", "td") for end in ("open", "close")}
LIST = {f"{tag}_{end}" for tag in ("bullet_list", "list_item", "strong") for end in ("open", "close")}


@pytest.mark.parametrize("text", [*NASTY, *STARTS])
def test_a_paragraph_shows_what_was_said(text):
    kinds, inline = parsed(render(Page("", [Text(text)]), "markdown"))
    assert kinds <= PLAIN
    assert inline == [text.strip()]


@pytest.mark.parametrize("text", NASTY)
def test_a_cell_shows_what_was_said(text):
    kinds, inline = parsed(table([["name", "n"], [text, "1"]], "<>"))
    assert kinds <= PLAIN | TABLE
    assert inline == ["name", "n", text, "1"]


def test_titles_and_findings_are_escaped():
    found = [referee.core.Finding("R1", "note", text, text, text) for text in NASTY]
    page = Page(NASTY[0], [Findings(found), Table([["a"], ["b"]], "<")])
    kinds, inline = parsed(render(page, "markdown"))
    assert kinds <= PLAIN | TABLE | LIST
    assert inline[0] == NASTY[0]
    assert [f"R1 {t} (note): {t}. {t}" for t in NASTY] == inline[1:-2]


def test_plain_words_stay_plain():
    assert safe("accuracy 0.967 [0.954, 0.977], p < 0.0001") == "accuracy 0.967 [0.954, 0.977], p &lt; 0.0001"


@pytest.mark.parametrize("noun", NOUNS.values(), ids=NOUNS)
def test_every_noun(noun):
    kinds, inline = parsed(noun.to_markdown())
    assert kinds <= PLAIN | TABLE | LIST
    words = " ".join(" ".join(inline).split())
    for word in str(noun).split():
        assert word.strip("·!:*") in words  # a star is bold here
