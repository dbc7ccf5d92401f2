"""The summary of a store as a table of a page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tools.validity.docs import table
from tools.validity.worlds.families import FAMILIES
from tools.validity.worlds.report import find_measures
from tools.validity.worlds.store import Store
from tools.validity.worlds.tally import (
    FLOOR,
    MOSTLY,
    SUSPECT,
    WORDS,
    count_tried,
    error_of,
    kind_of,
    rate,
    suspect,
)

HEAD = ["family", "measure", "worlds", "runs", "median", "beyond", "worst", "replay", "not yet confirmed"]


def summary(store: Store, families: Sequence[str], seed: int) -> str:
    """One row per family and measure; `beyond` is the share of worlds below .92 and below .90, or over the limit."""
    rows, hours = [], 0.0
    for family in families:
        hours += sum(r["seconds"] for key, r in store.records.items() if key[:2] == (family, seed)) / 3600
        for measure, found in sorted(find_measures(store, family, seed).items()):
            some = [one for one in found if count_tried(one.final)]
            if not some:
                continue
            kind = kind_of(measure)
            rates = np.array([rate(one.final) for one in some])
            worst = some[int(rates.argmin() if kind == "cover" else rates.argmax())]
            beyond = f"{(rates > SUSPECT[kind]).mean():.1%}"
            if kind == "cover":
                beyond = f"{(rates < MOSTLY).mean():.1%}, {(rates < FLOOR).mean():.1%}"
            waiting = sum(suspect(measure, one.first) and not one.confirmed for one in some)
            rows.append(
                [
                    FAMILIES[family].title,
                    f"{WORDS[kind]}, {measure.partition(':')[2]}",
                    f"{len(some)}",
                    f"{worst.record['runs']}",
                    f"{np.median(rates):.3f}",
                    beyond,
                    f"{rate(worst.final):.3f} ± {error_of(worst.final):.3f}",
                    f"`{family}:{seed}:{worst.record['index']}`",
                    f"{waiting}" if waiting else "–",
                ]
            )
    some = "" if tuple(families) == tuple(FAMILIES) else "".join(f" --family {family}" for family in families)
    made = f"Seed {seed}, {hours:.2f} core-hours. Made by `python -m tools.validity worlds{some} --seed {seed}`."
    return table(HEAD, rows) + "\n" + made
