"""Cases on which two models disagree."""

from __future__ import annotations

from referee import _format
from referee.core.disagreements import Disagreements, DisputedCase
from referee.views.numbers import name_words
from referee.views.page import GAP, Laid, Page, Table, lay_out, page_of


@page_of.register
def disputed_page(case: DisputedCase) -> Page:
    """A case in one line."""
    answers = " and ".join(map(name_words, case.answers))
    return Page(f"Case {name_words(case.id)}: {name_words(case.truth)}, answered {answers}")


@page_of.register
def disagreements_page(found: Disagreements) -> Page:
    """Two tables: the cases that the first model alone has right, and those of the second."""
    sides: list[Laid] = [[GAP, title, table] for title, table in disagreement_tables(found)]
    return lay_out(f"Where {name_words(found.a)} and {name_words(found.b)} disagree", *sides)


def disagreement_tables(found: Disagreements) -> list[tuple[str, Table]]:
    """For each side with any: what its cases are, and the first of them as a table."""
    a, b = name_words(found.a), name_words(found.b)
    scores = [f"score of {name}" for name in (a, b)] if found.scored else []
    out = []
    for name, cases, many in zip((a, b), (found.only_a, found.only_b), found.cases, strict=True):
        if not cases:
            continue
        first = "" if len(cases) == many else f", the first {len(cases)} of them"
        rows = [["case", "truth", a, b, *scores]]
        for case in cases:
            cells = [name_words(value) for value in (case.id, case.truth, *case.answers)]
            rows.append([*cells, *(f"{score:.4g}" for score in case.scores)])
        only = f"Only {name} is right: {_format.plural(many, 'case')}{first}"
        out.append((only, Table(rows, "<<<<" + ">" * len(scores))))
    return out
