"""What the verdict of a comparison would be with other margins: a slider with a sentence for each of its stops."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from referee.core import Comparison, Gate
from referee.views.numbers import SHARES
from referee.views.picture import Dots
from referee.views.report.lead import lead_of
from referee.views.report.page import Figure, Section, Special

STEPS = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)
"""The first digits of stops, in each power of ten."""

BELOW, ABOVE = 0.2, 3.0
"""How far the stops reach to both sides of the margin where the verdict changes."""


def margins_part(value: Comparison | Gate, hero: Figure) -> tuple[Section | None, dict[str, Any]]:
    """The part with the slider and what its script reads; none where no margin changes the verdict.

    The margin of a gate has one side: all that is better than minus the margin is shaded.
    """
    duel, changes_at = (value.comparison, -value.limit) if isinstance(value, Gate) else (value, value.enough)
    if not 0 < changes_at < math.inf or not isinstance(hero.picture, Dots):
        return None, {}
    stops = margin_stops(changes_at, duel.margin, 1.0 if duel.metric in SHARES else math.inf)
    leads = [lead_of(_at_margin(value, margin)) for margin in stops]
    texts = [margin_text(duel, margin) for margin in stops]
    start = stops.index(duel.margin) if duel.margin is not None else 0
    data = {
        "margins": stops,
        "texts": texts,
        "says": [[lead.word, lead.sentence, lead.settled] for lead in leads],
        "start": start,
        "stated": duel.margin is not None,
        "ends": hero.picture.across,
        "chart": hero.name,
        "one_sided": isinstance(value, Gate),
    }
    facts = {"texts": texts, "start": start, "lead": leads[start]}
    title = "If another difference mattered"
    words = "The margin is the largest difference that does not matter to you. State it before you see the data."
    return Section("margins", title, [Special("margins", facts)], words, nav="Margin"), data


def _at_margin(value: Comparison | Gate, margin: float) -> Comparison | Gate:
    if isinstance(value, Gate):
        return value.at_margin(margin)
    return replace(value, margin=margin, decision=value.at_margin(margin), needed_n=None)


def margin_stops(changes_at: float, stated: float | None, most: float) -> list[float]:
    """Round margins around the one where the verdict changes, with the stated one among them; all below `most`.

    >>> margin_stops(0.02, 0.01, 1.0)
    [0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.05]
    """
    low, high = BELOW * changes_at, ABOVE * changes_at
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    round_ones = {float(f"{step}e{power}") for power in powers for step in STEPS}
    chosen = {v for v in round_ones if low <= v <= high and v < most}
    return sorted(chosen | ({stated} if stated is not None else set()))


def margin_text(duel: Comparison, margin: float) -> str:
    """A margin as people say it: in points where shares are compared."""
    if duel.metric not in SHARES:
        return f"±{margin:g}"
    points = round(100 * margin, 6)
    return f"±{points:g} point{'' if points == 1 else 's'}"
