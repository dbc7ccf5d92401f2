"""Every noun as LaTeX: what could not be compiled here is read by a small reader of its grammar."""

from __future__ import annotations

import re

import pytest

import referee
from helpers.noun_examples import NOUNS
from referee.core.layers_above import render
from referee.views.latex import safe, table
from referee.views.page import Findings, Page, Table, Text

OURS = {
    *(["begin", "end", "item", "noindent", "textbf", "toprule", "midrule", "bottomrule", "usepackage"]),
    *(
        [
            "textbackslash",
            "textasciitilde",
            "textasciicircum",
            "textasciigrave",
            "textless",
            "textgreater",
            "textbar",
            "ldots",
        ]
    ),
    *(["infty", "pm", "times", "le", "ge", "cdot", "leftarrow", "rightarrow"]),
}
NASTY = (
    r"\input{/etc/passwd}",
    r"\\ \end{tabular}",
    "50% off",
    "a & b",
    "$x$",
    "a_b^c",
    "#1 ~ {",
    "}}}",
    "<b>|`",
    "a--b---c",
    "[2cm]",
    "*",
)


def read(text):
    """The commands of a LaTeX text; fails where braces, environments, formulas or rows do not close."""
    text = re.sub(r"^%.*\n", "", text)
    commands, depth, open_, math, columns = set(), 0, [], False, None
    tokens = re.findall(r"\\[a-zA-Z]+|\\.|.|\n", text)
    assert "%" not in tokens
    assert "#" not in tokens
    assert "~" not in tokens
    assert "^" not in tokens
    assert "_" not in tokens
    for i, token in enumerate(tokens):
        depth += (token == "{") - (token == "}")
        assert depth >= 0
        math ^= token == "$"
        if token[0] == "\\" and token[1:].isalpha():
            commands.add(token[1:])
            if token in (r"\begin", r"\end"):
                name = "".join(tokens[i + 2 : tokens.index("}", i)])
                open_.append(name) if token == r"\begin" else None
                assert token == r"\begin" or open_.pop() == name
            assert math or token[1:] not in {"infty", "pm", "times", "le", "ge", "cdot"}
        if token == r"\\":
            after = "".join(tokens[i + 1 :]).lstrip()
            assert after[:1] not in ("[", "*")
        if token == "&":
            assert open_[-1] == "tabular"
    assert (depth, open_, math, columns) == (0, [], False, None)
    assert commands <= OURS
    return commands


@pytest.mark.parametrize("text", NASTY)
def test_a_text_of_the_user_has_no_power(text):
    finding = referee.Finding("R1", "note", text, text, text)
    read(render(Page(text, [Text(text), Table([[text, text], [text, text]], "<>"), Findings([finding])]), "latex"))


def test_what_is_escaped():
    assert safe("a_b & 5% $ # { } ~ ^ \\ < > | `") == (
        r"a\_b \& 5\% \$ \# \{ \} \textasciitilde{} \textasciicircum{} \textbackslash{} "
        r"\textless{} \textgreater{} \textbar{} \textasciigrave{}"
    )
    assert safe("--- – −1 ∞") == r"-{}-{}- -- $-$1 $\infty$"


def test_every_row_has_its_cells():
    lines = table([["a", "b", "c"], ["1&2", "", "[3"], ["[x]", "y", "z"]], "<><").splitlines()
    assert lines[0] == r"\begin{tabular}{lrl}"
    rows = [line for line in lines if line.endswith(r"\\")]
    assert [len(re.findall(r"(?<!\\)&", row)) for row in rows] == [2, 2, 2]
    assert rows[2].startswith("{}[x]")


@pytest.mark.parametrize("noun", NOUNS.values(), ids=NOUNS)
def test_every_noun_is_well_formed(noun):
    text = noun.to_latex()
    read(text)
    assert ("booktabs" in text) == ("tabular" in text)
