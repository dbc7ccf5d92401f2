"""The verdict of a comparison in a sentence, where its cases come from, and what was done to their columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee import _format
from referee.core import Comparison, Estimate, FeatureColumn, Match, Verdict
from referee.core.comparison import Origin
from referee.core.test_result import swap_estimate
from referee.core.types import Alternative
from referee.views.numbers import metric_words
from referee.views.page import PagePart, Tone, below, note

WORDS = {Verdict.BETTER: "better", Verdict.WORSE: "worse"}
WAYS = {"two-sided": "better or worse", "greater": "better", "less": "worse"}


TONES: dict[Verdict, Tone] = {
    Verdict.BETTER: "good", Verdict.WORSE: "bad", Verdict.EQUIVALENT: "alike", Verdict.UNDECIDED: "open"
}  # fmt: skip


def origin_words(origin: Origin) -> str:
    """Where the cases of a comparison come from.

    >>> origin_words(Origin("case id", (200,)))
    'the same 200 cases, paired by case id'
    """
    if origin.matched == "splits":
        many = f"{origin.runs} " if origin.splits.endswith("random splits") else ""
        cases = _format.plural(origin.sizes[0], "case")
        return f"{many}{origin.splits} of {cases}, each learner trained on about {origin.trained:.0f}"
    if origin.matched is None:
        one, two = (f"{size:,}" for size in origin.sizes)
        words = f"different test sets of {one} and {two} cases"
    else:
        words = f"the same {origin.sizes[0]:,} cases, paired by {origin.matched}"
    if origin.clusters is not None:
        words += f", in {origin.clusters} clusters"
    elif origin.weighted:
        words += ", with importance weights"
    return f"{words}; {origin.left_out}" if origin.left_out else words


def verdict_sentence(
    found: Comparison | Match,
    metric: str,
    needed: int | None,
    *,
    alternative: Alternative = "two-sided",
    of: str = "cases",
    where: str = "",
) -> str:
    """The verdict in words; `of` is what the difference rests on, `where` says how many when that must be said.

    The interval quoted is the one that decided: for equivalence the narrower one, with its level.
    """
    a, b, decision, difference, margin = found.a, found.b, found.decision, found.difference, found.margin
    title = metric_words(metric)
    words = WORDS.get(decision.verdict)
    if words is not None:
        end = ", by less than the margin" if decision.negligible else ""
        by = _by(swap_estimate(difference) if decision.verdict is Verdict.WORSE else difference)
        return f"{a} is {words} than {b}{where}{end}: {title} differs by {by}."
    if decision.verdict is Verdict.EQUIVALENT:
        narrow = found.narrow if isinstance(found, Comparison) else found._narrow
        by = _by(replace(difference, interval=narrow))
        level = "" if narrow is None else f" ({_format.percent(narrow.level)} interval)"
        return f"{a} and {b} are equivalent within {margin:g}{where}: {title} differs by {by}{level}."
    settle = f"State a margin to learn how many {of} would settle it."
    if needed is not None:
        settle = f"About {needed:,} {of} like these would show a difference below {margin:g}, if there is none."
    elif margin is not None:
        settle = f"More {of} are needed."
    by = _by(difference)
    gap = f" ({title} differs by {by})" if by else ""
    return f"Undecided whether {a} is {WAYS[alternative]} than {b}{where}: {decision.reason}{gap}. {settle}"


def _by(difference: Estimate) -> str:
    """The difference with its interval; nothing without one."""
    interval = difference.interval
    if interval is None:
        return ""
    places = _format.decimals(interval.width)
    return f"{_format.number(difference.value, places)} {_format.span(*interval)}"


MOST = 6
_WHY = {
    "unique": "as many values as cases",
    "named": "its name and values are those of an identifier",
    "texts": "nearly as many texts as cases, or more than a thousand",
}


def feature_words(columns: Sequence[FeatureColumn]) -> list[str]:
    """A sentence for each thing that is done, naming the columns; none for an array of numbers without gaps.

    >>> feature_words([FeatureColumn("id", "number", left_out="unique"), FeatureColumn("job", "text", levels=3)])
    ["left out: 'id' (as many values as cases); name the features to use it all the same", 'one-hot coded: job (3)']
    """
    used = [column for column in columns if column.used]
    left = [column for column in columns if not column.used]
    said = []
    if left:
        names = ", ".join(f"{_format.quote(column.name)} ({_WHY[column.left_out]})" for column in left[:MOST])
        more = f" and {len(left) - MOST} more" if len(left) > MOST else ""
        them = "it" if len(left) == 1 else "them"
        said.append(f"left out: {names}{more}; name the features to use {them} all the same")
    texts = [column for column in used if column.kind == "text"]
    gaps = [column for column in used if column.kind != "text" and column.missing]
    parts: list[tuple[str, list[FeatureColumn], Callable[[FeatureColumn], int]]] = [
        ("one-hot coded", texts, lambda column: column.levels),
        ("missing numbers become the median, or stay for learners that take them", gaps, lambda c: c.missing),
        ("true and false are 1 and 0", [c for c in used if c.kind == "boolean"], lambda column: 0),
        ("dates are years since 2000", [c for c in used if c.kind == "date"], lambda column: 0),
    ]
    return said + [f"{words}: {_column_names(some, count)}" for words, some, count in parts if some]


def column_parts(columns: Sequence[FeatureColumn]) -> list[PagePart]:
    """What is done to columns, as lines of a page."""
    return below([f"Columns {words}." for words in feature_words(columns)])


def origin_notes(origin: Origin) -> list[str]:
    """What was done to the plan and the learners of a comparison, and to the columns that they got."""
    return [*map(note, origin.notes), *(f"Columns {words}." for words in feature_words(origin.columns))]


def _column_names(columns: Sequence[FeatureColumn], count: Callable[[FeatureColumn], int]) -> str:
    """The names of columns, each with a number where it has one."""
    shown = [_format.label(c.name, 30) + (f" ({count(c)})" if count(c) else "") for c in columns[:MOST]]
    more = f" and {len(columns) - MOST} more" if len(columns) > MOST else ""
    return ", ".join(shown) + more
