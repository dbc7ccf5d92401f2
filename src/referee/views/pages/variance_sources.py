"""Where the variance of a measured error comes from, and the error as bias and variance."""

from __future__ import annotations

from referee import _format
from referee.core import VarianceSources
from referee.views.numbers import metric_words, value_cells
from referee.views.page import GAP, Page, Table, lay_out, note, page_of
from referee.views.picture import Dots, Picture, dot, drawable, pictures_of


@page_of.register
def variance_sources_page(found: VarianceSources) -> Page:
    """The shares, what they say about seeds and splits, and the error as bias and variance."""
    rows = [["source", "share", f"{_format.percent(found.level)} interval", "standard deviation"]]
    for share in found.shares:
        deviation = (max(0.0, share.value) * max(0.0, found.variance)) ** 0.5 if share.defined else float("nan")
        rows.append([share.name, *value_cells(share), _format.number(deviation, 4)])
    parts = [["", "per case"]]
    named = ("error", "bias", "variance that adds to it", "variance that takes off it")
    values = (found.error, found.bias, found.variance_up, found.variance_down)
    parts += [[name, _format.number(value)] for name, value in zip(named, values, strict=True)]
    counted = f"{_format.plural(found.repeats, 'repeat')}, {_format.plural(found.fits, 'fit')}, seed {found.seed}"
    return lay_out(
        f"{_format.label(found.learner)}: where the variance of a measured {metric_words(found.metric)} comes from",
        [GAP, f"Models of {found.trained} cases, each tested on {found.tested}.", GAP],
        [Table(rows, "<><>"), GAP, seeds_or_splits(found), GAP],
        ["The most frequent prediction of models that did not see a case, and how they depart from it:", GAP],
        [Table(parts, "<>"), GAP, [note(words) for words in found.notes], counted],
    )


def seeds_or_splits(found: VarianceSources) -> str:
    """The answer to 'more seeds or more splits?'."""
    own = [share for share in found.shares if share.name in ("seed", "tuning") and share.defined]
    if not own:
        return "More splits: the learner draws nothing at random, so that more seeds would change nothing."
    most = sum(share.value for share in own)
    names = " and ".join(share.name for share in own)
    words = f"more draws of the {names} on the same split take off at most {_format.percent(round(most, 2))} of it"
    return f"More splits, each with a new seed: they take off every source; {words}."


@pictures_of.register
def variance_sources_pictures(found: VarianceSources) -> list[Picture]:
    """The share of each source."""
    made = Dots(
        title="Where variance comes from",
        axis="share of the variance of a measured error",
        rows=tuple(dot(share, share.name) for share in found.shares),
        caption=f"Models of {found.trained} cases, tested on {found.tested}.",
    )
    return drawable(made)
