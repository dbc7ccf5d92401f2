"""Numbers, p-values, intervals and labels as text: the one home of rounding and of escaping."""

from __future__ import annotations

import math
from collections.abc import Iterable

USUAL = (0.01, 0.05, 0.1)
"""Levels of significance that a printed p must not seem to reach by rounding."""

ENDLESS = 1e18
"""Numbers from which all digits are no longer written out."""


def decimals(width: float) -> int:
    """Decimals that show an interval of this width with two digits to spare for reading: 3 to 7.

    >>> decimals(0.03), decimals(0.0004), decimals(math.nan)
    (3, 5, 3)
    """
    if not math.isfinite(width) or width <= 0:
        return 3
    return min(7, max(3, 1 - math.floor(math.log10(width))))


def number(value: float, places: int = 3) -> str:
    """A number with fixed decimals; large ones with fewer and with separators; NaN is a dash.

    >>> number(0.56789), number(float("nan")), number(float("inf")), number(1234567.0), number(-0.00001), number(2e99)
    ('0.568', '–', '∞', '1,234,567', '0.000', '2e+99')
    """
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if abs(value) >= 1000:
        return f"{value:,.0f}" if abs(value) < ENDLESS else f"{value:.4g}"
    if abs(value) >= 100:
        places = min(places, 1)
    elif abs(value) >= 10:
        places = min(places, 2)
    text = f"{value:.{places}f}"
    return text.lstrip("-") if float(text) == 0 else text


def count(value: float) -> str:
    """A count with separators; a fractional (weighted) one keeps a decimal.

    >>> count(19216900), count(12.5)
    ('19,216,900', '12.5')
    """
    return f"{value:,.1f}".removesuffix(".0") if value < ENDLESS else f"{value:.4g}"


def span(low: float, high: float, places: int | None = None) -> str:
    """An interval as text.

    >>> span(0.7112, 0.8666)
    '[0.711, 0.867]'
    """
    digits = decimals(high - low) if places is None else places
    return f"[{number(low, digits)}, {number(high, digits)}]"


def p_value(p: float) -> str:
    """A p-value: three decimals, two digits below 0.01, never 0, and more where rounding would reach a usual level.

    >>> p_value(0.0474), p_value(0.00123), p_value(1e-9), p_value(1.0), p_value(0.0495)
    ('0.047', '0.0012', '< 0.0001', '1.000', '0.0495')
    """
    if math.isnan(p):
        return "–"
    if p < 0.0001:
        return "< 0.0001"
    places = 4 if p < 0.01 else 3
    while places < 6 and round(p, places) in USUAL and abs(p - round(p, places)) > 1e-12:
        places += 1
    return f"{p:.{places}f}"


def p_equals(p: float) -> str:
    """A p-value as a phrase.

    >>> p_equals(0.0474), p_equals(1e-9)
    ('p = 0.047', 'p < 0.0001')
    """
    text = p_value(p)
    return f"p {text}" if text.startswith("<") else f"p = {text}"


def percent(share: float) -> str:
    """A share as a percentage, to two decimals and never rounded to all.

    >>> percent(0.95), percent(0.999), percent(1 - 0.05 / 3), percent(0.99999)
    ('95%', '99.9%', '98.33%', '99.999%')
    """
    places = 2
    while places < 9 and round(100 * share, places) >= 100 > 100 * share:
        places += 1
    return f"{round(100 * share, places):.10g}%"


def printable(text: str) -> str:
    r"""Text that cannot steer a terminal: characters that do not print are escaped.

    >>> printable("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def label(value: object, most: int = 40) -> str:
    r"""A class label that cannot break a table or a terminal: control characters escaped, cut when long.

    >>> label("yes"), label("a\x1b[2Jb"), label("x" * 50, most=10)
    ('yes', 'a\\x1b[2Jb', 'xxxxxxxxx…')
    """
    text = printable(str(value))
    if text != text.strip() or not text:
        text = f'"{text}"'
    return text if len(text) <= most else text[: most - 1] + "…"


def quote(value: object, most: int = 40) -> str:
    r"""A class label within a sentence: text in quotes, control characters escaped, cut when long.

    >>> quote("a\nb"), quote(7), quote("x" * 50, most=10)
    ("'a\\nb'", '7', "'xxxxxxxx…")
    """
    text = repr(value) if isinstance(value, str) else label(value, most)
    return text if len(text) <= most else text[: most - 1] + "…"


def listing(values: Iterable[object], most: int = 5) -> str:
    """The first few values, quoted, and how many more there are.

    >>> listing(["a", "b"]), listing(range(9), most=3)
    ("'a', 'b'", '0, 1, 2 and 6 more')
    """
    items = list(values)
    shown = ", ".join(quote(v) for v in items[:most])
    return shown if len(items) <= most else f"{shown} and {len(items) - most} more"


def plural(n: float, noun: str, many: str = "") -> str:
    """A count with its noun.

    >>> plural(1, "case"), plural(2000, "case"), plural(2, "class", "classes")
    ('1 case', '2,000 cases', '2 classes')
    """
    return f"{count(n)} {noun if n == 1 else many or noun + 's'}"


def row(index: int, word: str = "row") -> str:
    """Where a row stands, as a person counts and as Python does.

    >>> row(1233)
    'row 1,234 (index 1233)'
    """
    return f"{word} {index + 1:,} (index {index})"


_SHORT = {"auc", "f1", "ks", "mcc", "ovo", "ovr", "roc", "vus"}


def words(name: str) -> str:
    """The name of a measure as words, its abbreviations in capitals.

    >>> words("roc_auc"), words("sensitivity_at_specificity:0.9")
    ('ROC AUC', 'sensitivity at specificity 0.9')
    """
    parts = name.replace("_", " ").replace(":", " ").split(" ")
    return " ".join(part.upper() if part in _SHORT else part for part in parts)
