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


def summary(store: Store, families: Sequence[str]) -> str:
    """One row per family and measure; `beyond` is the share of worlds below .92 and below .90, or over the limit."""
    rows, hours = [], 0.0
    for family in families:
        hours += sum(record["seconds"] for record in store.all_stages(family)) / 3600
        for measure, found in sorted(find_measures(store, family).items()):
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
                    f"`{family}:{worst.record['seed']}:{worst.record['index']}`",
                    f"{waiting}" if waiting else "–",
                ]
            )
    some = "" if tuple(families) == tuple(FAMILIES) else "".join(f" --family {family}" for family in families)
    made = f"{hours:.2f} core-hours. Printed again by `python -m tools.validity worlds{some} --report`."
    return table(HEAD, rows) + "\n" + made
