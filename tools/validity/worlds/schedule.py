"""What is measured next: the worst world is confirmed, or the least measured family gets a new one."""

from __future__ import annotations

from typing import NamedTuple

from tools.validity.worlds.engine import AGAIN, FIRST
from tools.validity.worlds.store import Store
from tools.validity.worlds.tally import shortfall


class Task(NamedTuple):
    """One world to be measured."""

    family: str
    seed: int
    number: int
    runs: int
    stage: int = FIRST
    only: tuple[str, ...] = ()


class Plan(NamedTuple):
    """What is to be measured in all."""

    families: tuple[str, ...]
    worlds: int
    runs: int
    fresh: int


def next_task(plan: Plan, store: Store, running: frozenset[tuple[str, int, int]]) -> Task | None:
    """The next task that is neither done nor running; None when nothing is left.

    `running` are family, index and stage. Half of the time goes to fresh runs of bad worlds, the worst first. Else
    families take turns: the one with the fewest worlds is next, so that a run that is stopped has measured all alike.
    """
    spent = {FIRST: 0.0, AGAIN: 0.0}
    for record in (record for family in plan.families for record in store.all_stages(family)):
        spent[record["stage"]] += record["seconds"]
    orders = (_confirm, _draw) if spent[AGAIN] <= spent[FIRST] else (_draw, _confirm)
    return next((task for order in orders if (task := order(plan, store, running))), None)


def _confirm(plan: Plan, store: Store, running: frozenset[tuple[str, int, int]]) -> Task | None:
    """Fresh runs of the world that is furthest beyond a limit."""
    worst, found = 0.0, None
    for family in plan.families:
        for record in store.first(family)[: plan.worlds]:
            bad = store.to_confirm(record)
            if not bad or (family, record["index"], AGAIN) in running:
                continue
            beyond = max(shortfall(measure, record["counts"][measure]) for measure in bad)
            if found is None or beyond > worst:
                worst, found = beyond, Task(family, record["seed"], record["index"], plan.fresh, AGAIN, bad)
    return found


def _draw(plan: Plan, store: Store, running: frozenset[tuple[str, int, int]]) -> Task | None:
    """A new world of the family that has the fewest."""
    least, found = 0, None
    for family in plan.families:
        busy = {index for name, index, stage in running if name == family and stage == FIRST}
        taken = busy | {record["index"] for record in store.first(family)}
        free = next((i for i in range(plan.worlds) if i not in taken), None)
        if free is not None and (found is None or len(taken) < least):
            least, found = len(taken), Task(family, store.seeds[family], free, plan.runs)
    return found
