"""Splits as a picture: which case trains, validates and tests in each."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.core import Splits
from referee.core.types import Codes, Floats
from referee.views.numbers import capital
from referee.views.picture import BACK, Axis, Line, Lines, Picture, pictures_of

MOST_CASES, MOST_SPLITS = 150, 20
HEIGHT = 0.8


@pictures_of.register
def splits_pictures(splits: Splits) -> list[Picture]:
    """A row for each split and a mark for each case; a case that was drawn several times has a higher mark."""
    shown, cases = min(len(splits), MOST_SPLITS), min(splits.n, MOST_CASES)
    times = np.array([np.bincount(splits.train(i), minlength=splits.n)[:cases] for i in range(shown)], dtype=float)
    most = max(1.0, float(times.max()))
    parts = [("training" if most == 1 else f"training, up to {most:g} times", times / most, BACK)]
    for name, found, colour in (("validation", splits.validations, 1), ("test", splits.tests, 0)):
        if found:
            parts.append((name, np.array([_mark_rows(found[i], cases) for i in range(shown)]), colour))
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


def _mark_rows(rows: Codes, cases: int) -> Floats:
    """1 for each of the first cases that is among the rows."""
    return np.isin(np.arange(cases), rows).astype(float)


def _bars(name: str, marks: Floats, colour: int) -> Line:
    """An upright mark for each case of a part, as high as it is often there."""
    split, case = np.nonzero(marks)
    low = np.asarray(split + 1 - HEIGHT / 2, dtype=float)
    high = np.asarray(low + HEIGHT * marks[split, case], dtype=float)
    return Line(
        name,
        case.astype(float),
        low,
        low,
        high,
        colour=colour,
        drawn="nothing",
        limits="wide bars",
        limits_name=name,
    )
