"""Where the name of a line can stand beside it, in a box of unknown size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.core.types import Floats

WIDTH, HEIGHT = 270.0, 190.0
"""A small box in pixels. Text keeps its size, so what fits here fits in every larger one."""

LETTER, LINE, OFF = 6.4, 14.0, 7.0
STEP = 4.0


def label_places(
    curves: Sequence[Floats], texts: Sequence[str], blocked: Sequence[tuple[float, float]] = ()
) -> list[tuple[float, float, str] | None]:
    """A place (across, down, anchor) for the name of each curve, in shares of the box; None where none is free.

    Curves are points (across, down) in shares of the box. A place is free when no curve passes under the words and no
    other words stand there; `blocked` are single points to keep clear of.

    >>> flat = np.array([[0.0, 0.5], [1.0, 0.5]])
    >>> label_places([flat], ["a line"])[0][2]
    'end'
    """
    size = np.array([WIDTH, HEIGHT])
    dense = [_dense(curve * size) for curve in curves]
    ink = np.concatenate([*dense, np.array(blocked).reshape(-1, 2) * size]) if dense else np.zeros((0, 2))
    taken: list[tuple[float, float, float, float]] = []
    out: list[tuple[float, float, str] | None] = []
    for points, text in zip(dense, texts, strict=True):
        found = _free(points, text, ink, taken) if text else None
        if found is not None:
            x, y, anchor, box = found
            taken.append(box)
            out.append((x / WIDTH, y / HEIGHT, anchor))
        else:
            out.append(None)
    return out


def _dense(points: Floats) -> Floats:
    """Points along a line, no two farther apart than a step."""
    points = points[np.isfinite(points).all(axis=1)]
    if len(points) < 2:
        return points
    along = np.concatenate([[0.0], np.hypot(*np.diff(points, axis=0).T).cumsum()])
    at = np.linspace(0, along[-1], int(along[-1] / STEP) + 2)
    return np.column_stack([np.interp(at, along, points[:, i]) for i in range(2)])


def _free(
    points: Floats, text: str, ink: Floats, taken: list[tuple[float, float, float, float]]
) -> tuple[float, float, str, tuple[float, float, float, float]] | None:
    """The first free place from the end of the line to its start: above it or below, at either side."""
    width = LETTER * len(text)
    for x, y in points[::-4].tolist():
        for anchor, down in (("end", -OFF), ("end", LINE + 2), ("start", -OFF), ("start", LINE + 2)):
            left = x - width if anchor == "end" else x
            box = (left, y + down - LINE + 2, left + width, y + down + 3)
            if box[0] < 0 or box[2] > WIDTH or box[1] < 0 or box[3] > HEIGHT:
                continue
            inside = (
                (ink[:, 0] > box[0] - 2) & (ink[:, 0] < box[2] + 2) & (ink[:, 1] > box[1]) & (ink[:, 1] < box[3])
            )
            if not inside.any() and not any(_overlap(box, other) for other in taken):
                return x, y + down, anchor, box
    return None


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
