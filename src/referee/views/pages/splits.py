"""Splits, the results of a learner on them, and where the variance of a measured error comes from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee import _format
from referee.core import Results, Splits, VarianceSources
from referee.core.types import Floats
from referee.views.numbers import capital, metric_words, value_cells
from referee.views.page import GAP, Page, Table, caveats, lay_out, more, note, page_of
from referee.views.picture import BACK, Axis, Dots, Line, Lines, Picture, dot, drawable, pictures_of

MOST_CASES, MOST_SPLITS = 150, 20
HEIGHT = 0.8


@page_of.register
def splits_page(splits: Splits) -> Page:
    """What kind, how many, how large the parts are."""
    trains = [len(splits.train(i)) for i in range(len(splits))]
    tests = [len(test) for test in splits.tests]
    seed = "" if splits.seed is None else f", seed {splits.seed}"
    title = f"{splits.kind}: {_format.plural(len(splits), 'split')} of {_format.plural(splits.n, 'case')}"
    line = f"train {_range(trains)}, test {_range(tests)}{seed}, fingerprint {splits.fingerprint[:12]}"
    return lay_out(title, line)


@page_of.register
def results_page(results: Results) -> Page:
    """Whose predictions, on how many splits, and what failed."""
    done = f"{len(results.finished)} of {_format.plural(len(results.splits), 'split')} ({results.splits.kind})"
    title = f"{_format.label(results.learner)}: predictions on {done}, {_format.plural(results.n, 'case')}"
    failed = [
        f"{f'split {i}' if i >= 0 else 'all cases'}: {_format.label(why, 160)}" for i, why in results.failures[:5]
    ]
    return lay_out(title, caveats(failed), more(len(results.failures), 5, ".failures", "failures"))


def _range(sizes: list[int]) -> str:
    low, high = min(sizes), max(sizes)
    return _format.count(low) if low == high else f"{_format.count(low)} to {_format.count(high)}"


@pictures_of.register
def splits_pictures(splits: Splits) -> list[Picture]:
    """A row for each split and a mark for each case; a case that was drawn several times has a higher mark."""
    shown, cases = min(len(splits), MOST_SPLITS), min(splits.n, MOST_CASES)
    times = np.array([np.bincount(splits.train(i), minlength=splits.n)[:cases] for i in range(shown)], dtype=float)
    most = max(1.0, float(times.max()))
    parts = [("training" if most == 1 else f"training, up to {most:g} times", times / most, BACK)]
    for name, found, colour in (("validation", splits.validations, 1), ("test", splits.tests, 0)):
        if found:
            marks = [np.isin(np.arange(cases), found[i]).astype(float) for i in range(shown)]
            parts.append((name, np.array(marks), colour))
    step = 1 if shown <= 10 else 5
    left = [f"the first {cases} of {splits.n:,} cases"] if cases < splits.n else []
    left += [f"the first {shown} of {len(splits):,} splits"] if shown < len(splits) else []
    room = 0.5 + max(1.0, 0.2 * shown)  # for the legend, above the rows
    return [
        Lines(
            title=capital(splits.kind),
            x=Axis("case", (-1.0, float(cases))),
            y=Axis(
                "split", (0.5, shown + room), ticks=tuple((i + 1.0, str(i + 1)) for i in range(0, shown, step))
            ),
            lines=tuple(_bars(name, marks, colour) for name, marks, colour in parts),
            caption=f"Shown are {' and '.join(left)}." if left else "",
            about=f"{_format.plural(len(splits), 'split')} of {_format.plural(splits.n, 'case')}.",
        )
    ]


def _bars(name: str, marks: Floats, colour: int) -> Line:
    """An upright mark for each case of a part, as high as it is often there."""
    split, case = np.nonzero(marks)
    low = np.asarray(split + 1 - HEIGHT / 2, dtype=float)
    high = np.asarray(low + HEIGHT * marks[split, case], dtype=float)
    line = Line(name, case.astype(float), low, low, high, colour=colour, limits_name=name)
    return replace(line, drawn="nothing", limits="wide bars")


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
