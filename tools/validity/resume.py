"""A study killed at random moments, and inside writes, and resumed: folds lost, run twice or changed (promise V16).

100 kills with SIGKILL of one study of cross-validation: half at random times, half by the database itself at a random
instruction inside a transaction. A finished fold must keep its row, with the moment when it ended, through all later
kills; in the end every row must be that of a run that nobody killed.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tools.validity.cell import Cell, cell

KILLS = 100


def cells(runs: int, seed: int) -> list[Cell]:
    """100 kills, or a tenth of the runs where these are few."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
    from helpers.killed_study import forkserver, killed_and_resumed

    kills = min(KILLS, max(2, runs // 10))
    with tempfile.TemporaryDirectory() as folder:
        made = killed_and_resumed(Path(folder), forkserver(), kills=kills, repeats=2 * kills, seed=seed)
    if made.idle:
        raise RuntimeError(f"{made.idle} kills of {kills} met no study at work")
    lost = "V16 finished folds lost or run again"
    return [
        cell(lost, "killed at random times", made.lost_at_random, made.at_random, 0.0, 0.0),
        cell(lost, "killed inside writes", made.lost_in_write, made.in_write, 0.0, 0.0),
        cell("V16 folds unlike those of a whole run", "after all kills", made.different, made.folds, 0.0, 0.0),
        cell("V16 damaged files", "after all kills", made.damaged, 1, 0.0, 0.0, exact=True),
    ]
