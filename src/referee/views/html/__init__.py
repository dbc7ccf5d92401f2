"""Nouns as small pieces of HTML for a notebook."""

from __future__ import annotations

from html import escape

from referee import _format
from referee.core.evaluation import Evaluation
from referee.views.text import render as as_text
from referee.views.text.evaluation import estimate_row
from referee.views.text.finding import MOST

_STYLE = "border-collapse:collapse;font-variant-numeric:tabular-nums"
_CELL = "padding:.15em .7em;text-align:{align};border-bottom:1px solid #8884"


def render(value: object) -> str:
    """A noun as HTML; every text of the user's is escaped."""
    if isinstance(value, Evaluation):
        return _evaluation(value)
    return f"<pre>{escape(as_text(value))}</pre>"


def table(rows: list[list[str]], align: str) -> str:
    """Rows as a table, the first one its head; cells are escaped here."""
    sides = [{"<": "left", ">": "right"}[a] for a in align]
    out = [f'<table style="{_STYLE}">']
    for i, row in enumerate(rows):
        tag = "th" if i == 0 else "td"
        cells = (
            f'<{tag} style="{_CELL.format(align=side)}">{escape(cell)}</{tag}>'
            for cell, side in zip(row, sides, strict=True)
        )
        out.append(f"<tr>{''.join(cells)}</tr>")
    return "".join([*out, "</table>"])


def _evaluation(result: Evaluation) -> str:
    text = as_text(result).split("\n", 1)[0]
    parts = [f"<p><strong>{escape(text)}</strong></p>"]
    matrix = result.confusion
    if matrix is not None and len(matrix.labels) <= 20:
        labels = [_format.label(label, 24) for label in matrix.labels]
        rows = [["truth \\ predicted", *labels]]
        for label, counts in zip(labels, matrix.counts.tolist(), strict=True):
            rows.append([label, *[_format.count(c) for c in counts]])
        parts.append(table(rows, "<" + ">" * len(labels)))
    order = {name: i for i, name in enumerate(result.headline)}
    shown = sorted((m for m in result.measures if m.name in order), key=lambda m: order[m.name])
    head = ["measure", "value", f"{_format.percent(result.level)} interval", "n", "how"]
    parts.append(table([head, *[estimate_row(m, m.name.replace("_", " ")) for m in shown]], "<><><"))
    for f in result.findings[:MOST]:
        body = f"<strong>{escape(f.code)} {escape(f.title)}</strong>: {escape(f.evidence)}. {escape(f.advice)}"
        parts.append(f"<p>{body}</p>")
    if len(result.findings) > MOST:
        parts.append(f"<p>and {len(result.findings) - MOST} more findings: see .findings</p>")
    parts += [f"<p><small>{escape(note)}.</small></p>" for note in result.notes]
    return "".join(parts)
