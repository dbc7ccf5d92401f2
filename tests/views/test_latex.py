"""Every noun as LaTeX: read by a small reader of its grammar, and set by a real TeX where there is one."""

from __future__ import annotations

import re
import shutil
import subprocess

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
    finding = referee.core.Finding("R1", "note", text, text, text)
    page = Page(text, [Text(text), Table([[text, text], [text, text]], "<>"), Findings([finding])])
    assert read(render(page, "latex")) <= OURS


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


LONG = "support vectors, radial kernel, tuned by nested cross-validation"
# rules of booktabs are plain lines where that package is not installed
HEAD = r"""\documentclass{article}
\usepackage[paperwidth=200cm,paperheight=500cm,margin=1cm]{geometry}
\IfFileExists{booktabs.sty}{\usepackage{booktabs}}{\let\toprule\hline\let\midrule\hline\let\bottomrule\hline}
\begin{document}
"""


@pytest.mark.parametrize("kind", ["text", "markdown", "latex"])
def test_tables_have_whole_names(kind):
    answers = [
        referee.read([LONG, "b"] * 20, [LONG, "b"] * k + ["b", LONG] * (20 - k), name=f"{LONG} {k}")
        for k in (19, 10)
    ]
    for noun in (referee.evaluate(answers[0], rng=0), referee.compare(*answers)):
        told = render(noun, kind)
        assert LONG in told
        assert "…" not in told
        assert "ldots" not in told


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex; texlive-latex-base has it")
def test_a_real_tex_sets_every_noun(tmp_path):
    names = [*NASTY, LONG]
    hostile = [Page(text, [Text(text), Table([[text, text], [text, text]], "<>")]) for text in names]
    told = [*(noun.to_latex() for noun in NOUNS.values()), *(render(page, "latex") for page in hostile)]
    told = ["".join(c if c.isascii() else "?" for c in text) for text in told]  # fonts are the author's own matter
    (tmp_path / "all.tex").write_text(HEAD + "\n\n".join(told) + "\n\\end{document}\n")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "all.pdf").stat().st_size > 10_000
