"""Estimates and names of metrics as text."""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee import _format
from referee.core import Estimate

SHARES = frozenset({
    "accuracy", "error_rate", "balanced_accuracy", "sensitivity", "specificity", "precision", "roc_auc", "hand_till",
    "negative_predictive_value", "false_positive_rate", "false_negative_rate", "false_discovery_rate",
    "false_omission_rate", "top_k_accuracy",
})  # fmt: skip
"""Metrics that people say in percent, their differences in points."""


def value_cells(m: Estimate, digits: int = 4, *, percent: bool = False) -> tuple[str, str]:
    """The value and the interval of an estimate, a dash for what it has not; `digits` without an interval.

    >>> value_cells(Estimate("error_rate", 0.125, 8))
    ('0.1250', '–')
    """
    if not m.defined:
        return "–", "undefined"
    write = percent_text if percent else _format.number
    if m.interval is None:
        return write(m.value, digits), "–"
    places = (percent_places if percent else _format.decimals)(m.interval.width)
    low, high = (write(end, places) for end in m.interval)
    return write(m.value, places), f"[{low}, {high}]"


def value_text(m: Estimate, *, signed: bool = False, percent: bool = False) -> str:
    """The value with its interval, or why it is undefined; a difference with its sign, a share in percent.

    >>> value_text(Estimate("error_rate", 0.125, 8)), value_text(Estimate("gain", 0.1, 8), signed=True)
    ('0.125', '+0.100')
    """
    if not m.defined:
        return f"undefined: {m.undefined}"
    value, span = percent_cells(m) if percent else value_cells(m, 3)
    return ("+" if signed and m.value > 0 else "") + (value if m.interval is None else f"{value} {span}")


def percent_text(share: float, places: int = 0) -> str:
    """A share as a percentage with fixed decimals; halves go up, as in the script of a page.

    >>> percent_text(0.125), percent_text(0.7345, 1), percent_text(-0.02)
    ('13%', '73.5%', '−2%')
    """
    rounded = math.floor(100 * share * 10**places + 0.5) / 10**places + 0.0
    return f"{rounded:.{places}f}%".replace("-", "−")


def percent_places(width: float) -> int:
    """Decimals that a percentage with an interval of this width deserves.

    >>> percent_places(0.09), percent_places(0.02), percent_places(0.0004)
    (0, 1, 2)
    """
    if not width > 0:
        return 0
    return min(5, max(0, math.ceil(-math.log10(width / 0.03) - 1e-9)))


def percent_cells(m: Estimate) -> tuple[str, str]:
    """The value and the interval of a share in percent, a dash for what it has not.

    >>> percent_cells(Estimate("error_rate", 0.125, 8))
    ('12.5%', '–')
    """
    return value_cells(m, 1, percent=True)


def share_text(m: Estimate) -> str:
    """A share in percent with its interval, or why it is undefined.

    >>> share_text(Estimate("error_rate", 0.125, 8))
    '12.5%'
    """
    return value_text(m, percent=True)


def point_words(value: float, places: int = 1) -> str:
    """A difference of shares in percentage points, with its sign.

    >>> point_words(0.0649), point_words(-0.02), point_words(0.0)
    ('+6.5', '−2.0', '0.0')
    """
    if not math.isfinite(value):
        return _format.number(value)
    rounded = math.floor(abs(100 * value) * 10**places + 0.5) / 10**places
    sign = "" if not rounded else "+" if value > 0 else "−"
    return f"{sign}{rounded:.{places}f}"


def gap_words(m: Estimate, *, percent: bool, signed: bool = True) -> str:
    """A difference with its interval, in points where shares are compared.

    >>> gap_words(Estimate("accuracy", 0.0649, 8), percent=True), gap_words(Estimate("mcc", 0.1, 8), percent=False)
    ('+6.5 points', '+0.100')
    """
    if not m.defined:
        return f"undefined: {m.undefined}"
    if not percent:
        return value_text(m, signed=signed)
    interval = m.interval
    places = 1 if interval is None or interval.width > 0.004 else 2
    value = point_words(m.value, places) if signed else point_words(abs(m.value), places).lstrip("+")
    if interval is None:
        return f"{value} points"
    return f"{value} points [{', '.join(point_words(end, places) for end in interval)}]"


def name_words(value: object) -> str:
    """A name as the user gave it, whole: a page wraps it. Only what no person would read is cut."""
    return _format.label(value, 160)


def capital(text: str) -> str:
    """Text that begins with an upper-case letter, but for a name with an upper-case letter of its own.

    >>> capital("roc curve"), capital("kNN: accuracy")
    ('Roc curve', 'kNN: accuracy')
    """
    return text if text[1:2].isupper() else text[:1].upper() + text[1:]


def metric_words(name: str) -> str:
    """A metric's name as words, with its parameters and without what it is of.

    >>> metric_words("roc_auc: a"), metric_words("sensitivity_at_specificity:0.9")
    ('ROC AUC', 'sensitivity at specificity 0.9')
    """
    return _format.words(name.partition(": ")[0])


def undefined_words(reason: str | None) -> str:
    """Why a thing is undefined; nothing when it is not.

    >>> undefined_words("no case"), undefined_words("")
    ('undefined: no case', '')
    """
    return f"undefined: {reason}" if reason else ""


def title_words(m: Estimate) -> str:
    """The title of an estimate, or its name as words."""
    return m.title or _format.words(m.name)


def size_words(learners: Sequence[str], datasets: Sequence[str]) -> str:
    """How many learners on how many datasets.

    >>> size_words(["a", "b"], ["x"])
    '2 learners on 1 dataset'
    """
    return f"{_format.plural(len(learners), 'learner')} on {_format.plural(len(datasets), 'dataset')}"
