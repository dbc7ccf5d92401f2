"""What the runs of a world add up to, and the limits that count."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from tools.validity.worlds.world import ERRORS, FINE, HIT, OVER, SILENT, UNDEFINED, UNDER

Counts = dict[str, dict[str, int]]
"""How often each outcome came, by measure."""

SUSPECT = {"cover": 0.93, "false": 0.057, "family": 0.06, "wide": 0.5, "rule": 0.0, "dual": 0.0}
"""Where a world is run again: coverage under this, or an error rate over it."""

FLOOR, MOSTLY, SHARE = 0.90, 0.92, 0.98
"""No coverage may be below FLOOR, and SHARE of the worlds not below MOSTLY."""

ENOUGH = 100
"""Runs with an interval below which a world shows nothing."""

EXACT = ("rule", "dual")
"""Kinds of which a single error is one too many."""

WORDS = {
    "cover": "coverage",
    "false": "false verdicts",
    "family": "any false finding of a family",
    "wide": "intervals above the allowed width (more than half: the median is)",
    "rule": "broken rules",
    "dual": "p against interval",
}


def kind_of(measure: str) -> str:
    """The kind of a measure.

    >>> kind_of("cover:f1")
    'cover'
    """
    return measure.partition(":")[0]


def count_tried(counts: Mapping[str, int]) -> int:
    """Runs that say something: an interval was given, or an error was possible."""
    return sum(counts.get(word, 0) for word in (HIT, OVER, UNDER, FINE, *ERRORS))


def rate(counts: Mapping[str, int]) -> float:
    """Coverage, or the rate of errors; NaN when no run says anything.

    >>> rate({"hit": 90, "over": 10, "undefined": 20})
    0.9
    """
    n = count_tried(counts)
    return _hits(counts) / n if n else math.nan


def _hits(counts: Mapping[str, int]) -> int:
    """Intervals that hold the truth, or errors."""
    return sum(counts.get(word, 0) for word in (HIT, *ERRORS))


def error_of(counts: Mapping[str, int]) -> float:
    """Monte Carlo error of the rate, as if half a run of each kind had been seen more."""
    n = count_tried(counts)
    p = (_hits(counts) + 0.5) / (n + 1)
    return math.sqrt(p * (1 - p) / max(n, 1))


def suspect(measure: str, counts: Mapping[str, int]) -> bool:
    """Whether a world must be run again for this measure."""
    kind, value = kind_of(measure), rate(counts)
    if math.isnan(value):
        return False
    return value < SUSPECT[kind] if kind == "cover" else value > SUSPECT[kind]


def shortfall(measure: str, counts: Mapping[str, int]) -> float:
    """How far a rate is beyond the limit at which a world is run again."""
    kind = kind_of(measure)
    return (SUSPECT[kind] - rate(counts)) * (1 if kind == "cover" else -1)


def fails(measure: str, counts: Mapping[str, int]) -> bool:
    """Whether fresh runs, if they are enough, show a world beyond the limit that no world may pass."""
    value, kind = rate(counts), kind_of(measure)
    if count_tried(counts) < ENOUGH and kind not in EXACT:
        return False
    return value < FLOOR if kind == "cover" else value > SUSPECT[kind]


def add(total: Counts, outcomes: Mapping[str, str]) -> None:
    """Count the outcomes of one run."""
    for measure, word in outcomes.items():
        of = total.setdefault(measure, {})
        of[word] = of.get(word, 0) + 1


def share(counts: Mapping[str, int], word: str) -> float:
    """The share of all runs with this outcome, such as UNDEFINED or SILENT."""
    total = sum(counts.values())
    return counts.get(word, 0) / total if total else 0.0


def show_rate(measure: str, counts: Mapping[str, int]) -> str:
    """A rate with its Monte Carlo error, its runs, and to which side the misses go."""
    text = f"{rate(counts):.4f} +- {error_of(counts):.4f} ({count_tried(counts)} runs"
    if kind_of(measure) == "cover":
        text += f"; over {counts.get(OVER, 0)}, under {counts.get(UNDER, 0)}"
    for word in (*ERRORS[1:], UNDEFINED, SILENT):
        text += f"; {word} {counts[word]}" if counts.get(word) else ""
    return text + ")"


Record = dict[str, Any]
"""A measured world as it is stored: family, seed, index, stage, runs, facts, counts, crashes, seconds, code."""
