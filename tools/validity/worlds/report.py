"""What the store shows: the distribution of rates over worlds, the worst, and whether the promises are kept."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from tools.validity.worlds.store import Store
from tools.validity.worlds.tally import (
    ENOUGH,
    EXACT,
    FLOOR,
    MOSTLY,
    SHARE,
    SUSPECT,
    WORDS,
    Record,
    count_tried,
    fails,
    kind_of,
    rate,
    share,
    show_rate,
    suspect,
)
from tools.validity.worlds.world import SILENT

WORST, MORE = 3, 12
"""Worlds that are shown of a measure; of rules that were broken."""


class Found(NamedTuple):
    """A measure in one world: the counts of the first stage, and those that count."""

    record: Record
    first: dict[str, int]
    final: dict[str, int]
    confirmed: bool


def find_measures(store: Store, family: str) -> dict[str, list[Found]]:
    """Every measure of a family with the worlds where it was tried."""
    out: dict[str, list[Found]] = {}
    for record in store.first(family):
        again = store.again(record)
        for measure, counts in record["counts"].items():
            fresh = again["counts"].get(measure) if again is not None and suspect(measure, counts) else None
            out.setdefault(measure, []).append(Found(record, counts, fresh or counts, fresh is not None))
    return out


def lines(store: Store, families: Iterable[str], *, worst: int = WORST) -> list[str]:
    """The report as lines of text."""
    out: list[str] = []
    for family in families:
        records = store.first(family)
        if not records:
            continue
        hours = sum(record["seconds"] for record in store.all_stages(family)) / 3600
        runs = sorted({r["runs"] for r in records})
        out.append(f"== {family}: {len(records)} worlds, {runs} runs each, {hours:.3f} core-hours")
        for measure, found in sorted(find_measures(store, family).items()):
            out += _measure(measure, found, worst)
        out += _troubles(store, family)
    replay = "A world is run again by `python -m tools.validity worlds --replay FAMILY:SEED:INDEX`."
    return [*out, "", *verdicts(store, families), replay]


def _measure(measure: str, found: list[Found], worst: int) -> list[str]:
    """The distribution of one measure, and its worst worlds."""
    some = [one for one in found if count_tried(one.final)]
    if not some:
        return [f"{measure}: no run says anything in {len(found)} worlds"]
    kind = kind_of(measure)
    name = f"{WORDS[kind]}, {measure.partition(':')[2]}"
    first, final = (np.array([rate(counts) for counts in side]) for side in _sides(some))
    waiting = sum(suspect(measure, one.first) and not one.confirmed for one in some)
    if kind in EXACT and not final.any():
        return [f"{name}: none in {len(some)} worlds"]
    if kind == "cover":
        under = ", ".join(f"{(first < x).mean():.0%} under {x}" for x in (SUSPECT["cover"], MOSTLY, FLOOR))
        fresh = f"{(final < MOSTLY).mean():.1%} under {MOSTLY}, {(final < FLOOR).mean():.1%} under {FLOOR}"
        text = f"median {np.median(first):.3f}, {under}; that counts: {fresh}"
        if not (first < SUSPECT["cover"]).any():
            text = f"median {np.median(first):.3f}, least {first.min():.3f}"
    else:
        over = f"{(first > SUSPECT[kind]).mean():.0%} over {SUSPECT[kind]}"
        text = f"median {np.median(first):.3f}, {over}; that counts: {(final > SUSPECT[kind]).mean():.1%}"
    text += f", {waiting} not yet confirmed" if waiting else ""
    out = [f"{name}: {len(some)} worlds, {text}"]
    most = MORE if kind in EXACT else worst
    for one in sorted(some, key=lambda f: rate(f.final) * (1 if kind == "cover" else -1))[:most]:
        if suspect(measure, one.first):
            out.append(_one(measure, one))
    return out


def _sides(found: list[Found]) -> tuple[list[dict[str, int]], list[dict[str, int]]]:
    return [one.first for one in found], [one.final for one in found]


def _one(measure: str, one: Found) -> str:
    r = one.record
    word = "confirmed" if one.confirmed else "first runs"
    where = f"{r['family']}:{r['seed']}:{r['index']}"
    return f"    {show_rate(measure, one.final)} {word}; --replay {where}  {json.dumps(r['facts'])}"


def _troubles(store: Store, family: str) -> list[str]:
    """Crashes, refusals, and intervals that are missing without a reason."""
    out = []
    for word, sign in (("crashes", "CRASH"), ("refusals", "refused")):
        total: dict[str, tuple[int, str]] = {}
        for record in store.all_stages(family):
            for text, times in record[word].items():
                count, where = total.get(text, (0, f"{family}:{record['seed']}:{record['index']}"))
                total[text] = count + times, where
        for text, (times, where) in sorted(total.items(), key=lambda item: -item[1][0])[:8]:
            out.append(f"  {sign} {times} runs, first --replay {where}: {text}")
    for measure, found in sorted(find_measures(store, family).items()):
        shares = [share(one.first, SILENT) for one in found]
        if max(shares) > 0:
            record = found[int(np.argmax(shares))].record
            where = f"{family}:{record['seed']}:{record['index']}"
            out.append(f"  no interval and no reason, {measure}: {max(shares):.1%} of runs, --replay {where}")
    return out


def verdicts(store: Store, families: Iterable[str]) -> list[str]:
    """The promises, one line per family and kind, and whether the worlds measured so far keep them."""
    out = []
    for family in families:
        by_kind: dict[str, list[tuple[str, Found]]] = {}
        for measure, found in find_measures(store, family).items():
            by_kind.setdefault(kind_of(measure), []).extend(
                (measure, one) for one in found if count_tried(one.final)
            )
        for kind, ones in by_kind.items():
            out.append(_promise(family, kind, ones))
    return out


def _promise(family: str, kind: str, ones: list[tuple[str, Found]]) -> str:
    waiting = sum(suspect(m, one.first) and not one.confirmed for m, one in ones)
    broken = [(m, one) for m, one in ones if fails(m, one.final) and one.confirmed]
    worlds = len({one.record["index"] for _, one in ones})
    if kind == "cover":
        values = [(rate(one.final), m) for m, one in ones if count_tried(one.final) >= ENOUGH]
        least, where = min(values, default=(math.nan, "none"))
        by_measure: dict[str, list[float]] = {}
        for value, m in values:
            by_measure.setdefault(m, []).append(value)
        short = [m for m, v in by_measure.items() if np.mean(np.array(v) < MOSTLY) > 1 - SHARE]
        ok = not broken and not short
        text = f"least {least:.3f} ({where}), {len(broken)} below {FLOOR}; {len(short)} measures with more than"
        text += f" {1 - SHARE:.0%} of worlds below {MOSTLY}"
    else:
        most, where = max((rate(one.final), m) for m, one in ones)
        ok, text = not broken, f"most {most:.3f} ({where}), {len(broken)} over {SUSPECT[kind]}"
    word = "kept" if ok and not waiting else "BROKEN" if not ok else "open"
    tail = f"; {waiting} not yet confirmed" if waiting else ""
    return f"{word:<7}{family}, {WORDS[kind]}: {worlds} worlds, {text}{tail}"


def promises_kept(store: Store, families: Iterable[str]) -> bool:
    """Whether no promise is broken in what was measured."""
    return not any(line.startswith("BROKEN") for line in verdicts(store, families))
