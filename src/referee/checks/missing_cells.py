"""R044: scores that are missing, and what was done without them."""

from __future__ import annotations

from collections.abc import Sequence

from referee import _format
from referee.core.finding import Finding
from referee.core.scoretable import ScoreTable


def missing_cells(table: ScoreTable, unranked: Sequence[tuple[str, str]] = ()) -> list[Finding]:
    """Name the cells without a score, why, and which datasets ranks do without; and learners without any score.

    >>> gaps = ScoreTable("accuracy", "higher", ("a", "b"), ("x", "y"), [[0.9, None], [0.8, 0.7]])
    >>> missing_cells(gaps)[0].evidence
    "'y' on 'a': no score"
    """
    out = []
    if unranked:
        shown = "; ".join(f"{_format.quoted(name)}: {_format.label(why, 90)}" for name, why in unranked[:4])
        title = f"{_format.plural(len(unranked), 'learner')} without any score {_are(len(unranked))} not ranked"
        advice = "A learner that cannot be scored is not shown to be bad."
        out.append(Finding("R044", "warning", title, shown, advice))
    if not table.missing:
        return out
    cells = [
        f"{_format.quoted(name)} on {_format.quoted(d)}: {_format.label(why, 90)}"
        for d, name, why in table.missing
    ]
    more = f" and {len(cells) - 4} more" if len(cells) > 4 else ""
    datasets = list(dict.fromkeys(d for d, _, _ in table.missing))
    advice = (
        f"Average ranks and Friedman's test leave out {_format.plural(len(datasets), 'dataset')} "
        f"({_format.listing(datasets, 4)}); pairs use the datasets that have both. "
        "A learner that fails where it would do badly looks better than it is."
    )
    title = f"{_format.plural(len(cells), 'score')} of {table.values.size} {_are(len(cells))} missing"
    return [*out, Finding("R044", "warning", title, "; ".join(cells[:4]) + more, advice)]


def _are(n: int) -> str:
    return "is" if n == 1 else "are"
