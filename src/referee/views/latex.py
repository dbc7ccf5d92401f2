"""Nouns as LaTeX, for the tables of a paper."""

from __future__ import annotations

from collections.abc import Sequence

from referee import _format
from referee.core import Finding
from referee.views.page import Findings, Page, PagePart, Strong, Table, Text, page_of, shown_findings

NEEDS = "% Tables need \\usepackage{booktabs}."
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "–": "--",
    "—": "---",
    "−": "$-$",
    "∞": r"$\infty$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "…": r"\ldots{}",
    "·": r"$\cdot$",
    "←": r"$\leftarrow$",
    "→": r"$\rightarrow$",
}


def render(value: object) -> str:
    """A noun as LaTeX; every text of the user's is escaped."""
    page = page_of(value)
    return safe(repr(value)) if page is None else _page(page)


def safe(text: str) -> str:
    r"""Text that LaTeX sets as it is: no command, formula, comment or ligature of dashes can come out of it.

    >>> print(safe("50% of a_b & \\input{c}"))
    50\% of a\_b \& \textbackslash{}input\{c\}
    """
    out = "".join(_ESCAPES.get(c, c) for c in _format.printable(text).replace("--", "-\0-").replace("--", "-\0-"))
    return out.replace("\0", "{}")


def table(rows: Sequence[Sequence[str]], align: str) -> str:
    r"""Rows as a tabular, the first one its head; cells are escaped here.

    >>> print(table([["measure", "value"], ["accuracy", "0.8"]], "<>"))
    \begin{tabular}{lr}
    \toprule
    measure & value \\
    \midrule
    accuracy & 0.8 \\
    \bottomrule
    \end{tabular}
    """
    head, *body = [_row(row) for row in rows]
    sides = "".join({"<": "l", ">": "r"}[side] for side in align)
    lines = [r"\begin{tabular}{" + sides + "}", r"\toprule", head, r"\midrule", *body]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _cell(cell: str) -> str:
    return rf"\textbf{{{safe(cell.plain)}}}" if isinstance(cell, Strong) else safe(cell)


def _row(cells: Sequence[str]) -> str:
    """A row; one that begins with a bracket or a star would be an argument of the line break before it."""
    made = " & ".join(map(_cell, cells)) + r" \\"
    return "{}" + made if made.startswith(("[", "*")) else made


def _page(page: Page) -> str:
    if not page.parts:
        return safe(page.title)
    blocks = [r"\noindent\textbf{" + safe(page.title) + "}"] if page.title else []
    for part in page.parts:
        blocks += _part(part)
    if any(isinstance(part, Table) for part in page.parts):
        blocks.insert(0, NEEDS)
    return "\n\n".join(blocks)


def _part(part: PagePart) -> list[str]:
    if isinstance(part, Table):
        return ["\\begin{center}\n" + table(part.rows, part.align) + "\n\\end{center}"]
    if isinstance(part, Text):
        return [r"\noindent " + safe(part.words.strip())] if part.words.strip() else []
    return ["\n".join(_findings(part.all))] if isinstance(part, Findings) else []


def _findings(findings: Sequence[Finding]) -> list[str]:
    shown, more = shown_findings(findings)
    items = [
        rf"\item \textbf{{{safe(f.code)} {safe(f.title)}}} ({f.severity}): {safe(f.evidence)}. {safe(f.advice)}"
        for f in shown
    ]
    return [r"\begin{itemize}", *items, *(r"\item " + safe(words) for words in more), r"\end{itemize}"]
