"""Estimates and names of metrics as text."""

from __future__ import annotations

from collections.abc import Sequence

from referee import _format
from referee.core import Estimate


def value_cells(m: Estimate, digits: int = 4) -> tuple[str, str]:
    """The value and the interval of an estimate, a dash for what it has not; `digits` without an interval.

    >>> value_cells(Estimate("error_rate", 0.125, 8))
    ('0.1250', '–')
    """
    if not m.defined:
        return "–", "undefined"
    if m.interval is None:
        return _format.number(m.value, digits), "–"
    places = _format.decimals(m.interval.width)
    return _format.number(m.value, places), _format.span(m.interval.low, m.interval.high, places)


def value_text(m: Estimate, *, signed: bool = False) -> str:
    """The value with its interval, or why it is undefined; a difference with its sign.

    >>> value_text(Estimate("error_rate", 0.125, 8)), value_text(Estimate("gain", 0.1, 8), signed=True)
    ('0.125', '+0.100')
    """
    if not m.defined:
        return f"undefined: {m.undefined}"
    value, span = value_cells(m, 3)
    return ("+" if signed and m.value > 0 else "") + (value if m.interval is None else f"{value} {span}")


def metric_words(name: str) -> str:
    """A metric's name as words, without what it is of.

    >>> metric_words("roc_auc: a")
    'roc auc'
    """
    return name.partition(":")[0].replace("_", " ")


def undefined_words(reason: str | None) -> str:
    """Why a thing is undefined; nothing when it is not.

    >>> undefined_words("no case"), undefined_words("")
    ('undefined: no case', '')
    """
    return f"undefined: {reason}" if reason else ""


def title_words(m: Estimate) -> str:
    """The title of an estimate, or its name as words."""
    return m.title or m.name.replace("_", " ")


def size_words(learners: Sequence[str], datasets: Sequence[str]) -> str:
    """How many learners on how many datasets.

    >>> size_words(["a", "b"], ["x"])
    '2 learners on 1 dataset'
    """
    return f"{_format.plural(len(learners), 'learner')} on {_format.plural(len(datasets), 'dataset')}"
