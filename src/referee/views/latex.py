"""Nouns as LaTeX, for the tables of a paper."""

from __future__ import annotations

from collections.abc import Sequence

from referee import _format
from referee.core import Finding
from referee.views.page import Strong, Table, Text, page_of, written_parts

NEEDS = "% Tables need \\usepackage{booktabs}."
_ESCAPES = str.maketrans({
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "`": r"\textasciigrave{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "–": "--", "—": "---", "…": r"\ldots{}",
    "−": "$-$", "∞": r"$\infty$", "±": r"$\pm$", "×": r"$\times$", "≤": r"$\le$", "≥": r"$\ge$", "·": r"$\cdot$",
    "←": r"$\leftarrow$", "→": r"$\rightarrow$",
})  # fmt: skip


def render(value: object) -> str:
    """A noun as LaTeX; every text of the user's is escaped."""
    page = page_of(value)
    if page is None or not page.parts:
        return safe(repr(value) if page is None else page.title)
    needs = [NEEDS] if any(isinstance(part, Table) for part in page.parts) else []
    title = [r"\noindent\textbf{" + safe(page.title) + "}"] if page.title else []
    return "\n\n".join([*needs, *title, *written_parts(page, _centred, _paragraph, _findings)])


def safe(text: str) -> str:
    r"""Text that LaTeX sets as it is: no command, formula, comment or ligature of dashes can come out of it.

    >>> print(safe("50% of a_b & \\input{c}"))
    50\% of a\_b \& \textbackslash{}input\{c\}
    """
    parted = _format.printable(text).replace("--", "-\0-").replace("--", "-\0-")
    return parted.translate(_ESCAPES).replace("\0", "{}")


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
    lines = [" & ".join(map(_cell, row)) + r" \\" for row in rows]
    # one that begins with a bracket or a star would be an argument of the line break before it
    head, *body = ["{}" + line if line.startswith(("[", "*")) else line for line in lines]
    sides = "".join({"<": "l", ">": "r"}[side] for side in align)
    lines = [r"\begin{tabular}{" + sides + "}", r"\toprule", head, r"\midrule", *body]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _cell(cell: str) -> str:
    return rf"\textbf{{{safe(cell.plain)}}}" if isinstance(cell, Strong) else safe(cell)


def _centred(rows: Sequence[Sequence[str]], align: str) -> str:
    return "\\begin{center}\n" + table(rows, align) + "\n\\end{center}"


def _paragraph(part: Text) -> str:
    return r"\noindent " + safe(part.words.strip()) if part.words.strip() else ""


def _findings(shown: Sequence[Finding], more: Sequence[str]) -> str:
    items = [
        rf"\item \textbf{{{safe(f.code)} {safe(f.title)}}} ({f.severity}): {safe(f.evidence)}. {safe(f.advice)}"
        for f in shown
    ]
    items += [r"\item " + safe(words) for words in more]
    return "\n".join([r"\begin{itemize}", *items, r"\end{itemize}"])
