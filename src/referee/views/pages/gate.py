"""A gate, and where a model is better."""

from __future__ import annotations

import math

import numpy as np

from referee import _format
from referee.core.gate import Gate
from referee.core.region import Region
from referee.core.verdict import Verdict
from referee.views.numbers import metric_words
from referee.views.page import Page, Part, Text, page_of
from referee.views.pages.comparison import COLOURS, comparison_pictures
from referee.views.pages.planes import PROBABILITY_COST
from referee.views.picture import BACK, INK, UNIT, Axis, Dot, Dots, Line, Lines, Picture, Stretch, pictures_of


@page_of.register
def gate_page(gate: Gate) -> Page:
    """One line for a log."""
    return Page(gate.line)


@page_of.register
def region_page(region: Region) -> Page:
    """The stretches where one model is better, worse or undecided."""
    a, b = _format.label(region.a), _format.label(region.b)
    title = (
        f"Where {a} beats {b}, by probability-cost x = p c_FN / (p c_FN + (1 - p) c_FP), p the prevalence "
        f"({_format.percent(region.level)} pointwise)"
    )
    parts: list[Part] = [
        Text(f"x from {low:.3f} to {high:.3f}: {verdict}") for low, high, verdict in region.ranges()
    ]
    return Page(title, [*parts, Text(region.method)])


@pictures_of.register
def gate_pictures(gate: Gate) -> list[Picture]:
    """The lower limit of the candidate's advantage against the margin that it must clear, then the comparison."""
    duel = gate.comparison
    value = duel.difference.value
    text = f"at least {_format.number(gate.limit)}" if math.isfinite(gate.limit) else "undefined: no limit"
    name = f"{_format.label(duel.a, 24)} − {_format.label(duel.b, 24)}"
    row = Dot(name, value, gate.limit, math.inf, text, COLOURS[Verdict.BETTER] if gate.passed else BACK)
    made = Dots(
        title="Against the margin",
        name="gate",
        axis=f"advantage in {metric_words(duel.metric)}",
        rows=(row,),
        marks=((-gate.margin, f"margin −{gate.margin:g}"), (0.0, "")),
        says=gate.line,
        caption="The line begins at the one-sided lower limit; the gate opens when all of it lies right of the margin.",
    )
    return [made, *comparison_pictures(duel)]


@pictures_of.register
def region_pictures(region: Region) -> list[Picture]:
    """The advantage with its limits; stretches where it is shown are shaded and named."""
    a, b = _format.label(region.a, 24), _format.label(region.b, 24)
    nothing = not len(region.advantage) or bool(np.isnan(region.advantage).all())
    said = {"better": (f"{a} better", 0), "worse": (f"{b} better", 1)}
    ranges = [] if nothing else region.ranges()
    return [
        Lines(
            title="Where it is better",
            name="region",
            plane="region",
            x=PROBABILITY_COST,
            y=Axis("advantage in normalised expected cost"),
            lines=(
                Line(
                    f"advantage of {a}",
                    region.probability_cost,
                    region.advantage,
                    region.low,
                    region.high,
                    colour=INK,
                    limits_name=f"{_format.percent(region.level)} limits, each place alone",
                    undefined="undefined: there is no advantage to draw" if nothing else "",
                ),
            ),
            guides=(Line("no difference", UNIT, np.zeros(2)),),
            stretches=tuple(
                Stretch(low, high, *said.get(word, ("undecided", BACK))) for low, high, word in ranges
            ),
            caption=f"Above 0 {a} is cheaper at that mix of prevalence and costs; the shade says where that is shown.",
            about="; ".join(f"{word} from {low:.2f} to {high:.2f}" for low, high, word in ranges),
        )
    ]
