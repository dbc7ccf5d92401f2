"""All two-class tables that satisfy reported numbers, a column at a time.

A table of n cases is fixed by P (positives), TP and TN. A ratio of sums of cells between two limits is two linear
inequalities in these three, with whole coefficients, so nothing is rounded here. For fixed P and TP every measure moves
one way with TN: the tables of a column (P, TP) are one run of TN. So the search has two dimensions, not three, and the
second is first cut to the shadow that the inequalities cast on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.claims.measures import CURVED, RATIOS, Ints, tables
from referee.claims.reported import Reported
from referee.core.types import Bools, Counts

CHUNK = 400_000
MANY = 200_000
"""Cases from which a linear programme first bounds the number of positives."""
NEAR = 1e-7
"""Share of a case by which a limit that is computed in floating point is moved outward."""

EXACT = 1e-13
"""The same for the limit itself, where a measure does not move."""


@dataclass(frozen=True)
class TableRuns:
    """Runs of tables: P, TP, and the first and last TN of each run."""

    positives: Ints
    tp: Ints
    first: Ints
    last: Ints

    def keep(self, mask: Any) -> TableRuns:
        """The columns where the mask is true."""
        return TableRuns(self.positives[mask], self.tp[mask], self.first[mask], self.last[mask])

    @property
    def count(self) -> int:
        """How many tables there are."""
        return int((self.last - self.first + 1).sum())

    def ends(self, n: int) -> Counts:
        """The tables at the first and the last TN of each column, and next to them where a measure may be undefined."""
        edge = np.flatnonzero((self.first == 0) | (self.last == n - self.positives))
        inner = [np.minimum(self.first + 1, self.last)[edge], np.maximum(self.last - 1, self.first)[edge]]
        tn = np.concatenate([self.first, self.last, *inner])
        tp, positives = (np.concatenate([x, x, x[edge], x[edge]]) for x in (self.tp, self.positives))
        return tables(tp, positives - tp, n - positives - tn, tn)


def every(size: int, step: int) -> Ints:
    """Each `step`-th place of so many, and the last."""
    places = np.arange(0, size, step)
    return places if not size or places[-1] == size - 1 else np.append(places, size - 1)


@dataclass(frozen=True)
class Rule:
    """p P + t TP + s TN + r >= 0, in whole numbers without a common factor."""

    p: int
    t: int
    s: int
    r: int


@dataclass(frozen=True)
class Pending:
    """The columns to look at: each P with the first and last TP that can be, not looked at yet."""

    n: int
    rules: tuple[Rule, ...]
    curved: tuple[Reported, ...]
    auc: Reported | None
    positives: Ints
    first: Ints
    last: Ints

    @property
    def size(self) -> int:
        """How many columns there are."""
        return int((self.last - self.first + 1).sum())

    def thin(self, most: int) -> Pending:
        """The same for some of the P, evenly spread with both ends kept, so that about `most` columns are left."""
        step = max(1, math.ceil(self.size / most))
        if step == 1:
            return self
        keep = every(len(self.positives), step)
        return replace(self, positives=self.positives[keep], first=self.first[keep], last=self.last[keep])

    def __iter__(self) -> Iterator[TableRuns]:
        """Columns that hold a table, some hundred thousand at a time."""
        widths = self.last - self.first + 1
        starts = np.concatenate([[0], np.cumsum(widths)])
        begin = 0
        while begin < len(widths):
            end = max(begin + 1, int(np.searchsorted(starts, starts[begin] + CHUNK, side="right")) - 1)
            found = self._solve(slice(begin, end), widths)
            if len(found.tp):
                yield found
            begin = end

    def _solve(self, rows: slice, widths: Ints) -> TableRuns:
        some, repeats = self.positives[rows], widths[rows]
        place = np.repeat(np.arange(len(some)), repeats)
        offset = np.cumsum(repeats) - repeats
        tp = np.arange(len(place)) - offset[place] + self.first[rows][place]
        low, high = _bare(self.rules, some)
        first, last = low[place], high[place]
        for rule in self.rules:
            if rule.s and rule.t:
                rest = (rule.p * some + rule.r)[place] + rule.t * tp
                _tighten(rule.s, rest, first, last)
        columns = TableRuns(some[place], tp, first, last)
        columns = columns.keep(columns.first <= columns.last)
        if self.auc is not None:
            columns = _with_auc(columns, self.n, self.auc)
        for number in self.curved:
            columns = _with_curved(columns, self.n, number)
        return columns


def plan_columns(n: int, positives: int | None, numbers: Sequence[Reported]) -> Pending:
    """The columns that the reported numbers leave, before those that are no ratios are looked at."""
    rules = [Rule(0, 1, 0, 0), Rule(1, -1, 0, 0), Rule(0, 0, 1, 0), Rule(-1, 0, -1, n)]
    for number in numbers:
        if number.name in RATIOS:
            rules += _rules(number, n)
    curved = tuple(number for number in numbers if number.name in CURVED)
    auc = next((number for number in numbers if number.name == "auc"), None)
    some = _span(rules, n) if positives is None else np.array([positives])
    for rule in rules:
        if not rule.t and not rule.s:
            some = some[rule.p * some + rule.r >= 0]
    if auc is not None:
        some = some[_reachable(some, n, auc)]
    first, last = _shadow(rules, some)
    kept = first <= last
    return Pending(n, tuple(rules), curved, auc, some[kept], first[kept], last[kept])


def _span(rules: Sequence[Rule], n: int) -> Ints:
    """The numbers of positives that can be: all, or with many cases those that a linear programme leaves."""
    if n <= MANY:
        return np.arange(n + 1)
    from scipy.optimize import linprog

    moving = [rule for rule in rules if rule.p or rule.t or rule.s]
    table = np.array([[rule.p, rule.t, rule.s] for rule in moving], dtype=float)
    size = np.abs(table).max(axis=1)
    sides = np.array([rule.r / n for rule in moving]) / size
    ends = []
    for sign in (1, -1):
        found = linprog([sign, 0, 0], A_ub=-table / size[:, None], b_ub=sides, bounds=[(0, 1)] * 3)
        if found.status == 2:
            return np.arange(0)
        if found.x is None:
            return np.arange(n + 1)
        ends.append(n * float(found.x[0]))
    slack = 2 + 1e-6 * n
    return np.arange(max(0, math.floor(ends[0] - slack)), min(n, math.ceil(ends[1] + slack)) + 1)


def _rules(number: Reported, n: int) -> list[Rule]:
    """The inequalities that a reported ratio means: both limits, and that there is something below the line."""
    above, below = RATIOS[number.name]
    scale = math.lcm(number.low.denominator, number.high.denominator)
    low, high = int(number.low * scale), int(number.high * scale)
    over = [scale * a - low * b for a, b in zip(above, below, strict=True)]
    under = [high * b - scale * a for a, b in zip(above, below, strict=True)]
    return [
        _rule(over, n, -1 if number.open_low else 0),
        _rule(under, n, -1 if number.open_high else 0),
        _rule(list(below), n, -1),
    ]


def _rule(weights: Sequence[int], n: int, shift: int) -> Rule:
    """The inequality sum(weights cells) + shift >= 0 in P, TP and TN."""
    tp, fn, fp, tn = weights
    p, t, s, r = fn - fp, tp - fn, tn - fp, fp * n + shift
    common = math.gcd(p, t, s) or 1
    return Rule(p // common, t // common, s // common, r // common)


def _tighten(s: int, rest: Ints, first: Ints, last: Ints) -> None:
    """Cut first and last, in place, to the TN with s TN + rest >= 0."""
    if s > 0:
        np.maximum(first, -(rest // s) if s > 1 else -rest, out=first)
    else:
        np.minimum(last, rest // -s if s < -1 else rest, out=last)


def _bare(rules: Sequence[Rule], some: Ints) -> tuple[Ints, Ints]:
    """First and last TN for each P by the inequalities without TP."""
    first = np.zeros_like(some)
    last = np.full_like(some, np.iinfo(np.int64).max // 4)
    for rule in rules:
        if rule.s and not rule.t:
            _tighten(rule.s, rule.p * some + rule.r, first, last)
    return first, last


def _shadow(rules: Sequence[Rule], some: Ints) -> tuple[Ints, Ints]:
    """First and last TP for each P: TN eliminated from each pair of inequalities, rounded outward."""
    x = some.astype(float)
    low, high = np.zeros_like(x), x.copy()
    lower = [rule for rule in rules if rule.s > 0]
    upper = [rule for rule in rules if rule.s < 0]
    flat = [(float(rule.t), rule.p * x + rule.r) for rule in rules if rule.s == 0 and rule.t]
    for a in lower:
        for b in upper:
            t = a.t / a.s - b.t / b.s
            flat.append((t, (a.p * x + a.r) / a.s - (b.p * x + b.r) / b.s))
    for t, rest in flat:
        size = 1e-9 * (1 + np.abs(rest))
        if abs(t) < 1e-12:
            high = np.where(rest < -size, -1.0, high)
        elif t > 0:
            low = np.maximum(low, (-rest - size) / t)
        else:
            high = np.minimum(high, (rest + size) / -t)
    first, last = np.ceil(low - 1e-6), np.floor(high + 1e-6)
    return np.clip(first, 0, None).astype(np.int64), np.minimum(last, x).astype(np.int64)


def _with_curved(columns: TableRuns, n: int, number: Reported) -> TableRuns:
    """Cut each column to the TN at which a measure that is no ratio lies between the limits."""
    measure = CURVED[number.name]
    needs = measure.needs
    columns = columns.keep((columns.positives > 0) & (columns.positives < n))
    if "fn" in needs:
        columns = columns.keep(columns.tp < columns.positives)
    negatives = n - columns.positives
    none, all_ = columns.tp == 0, columns.tp == columns.positives
    fewest = np.full_like(negatives, "tn" in needs) if "r" not in needs else all_.astype(np.int64)
    fewest_fp = np.full_like(negatives, "fp" in needs) if "q" not in needs else none.astype(np.int64)
    p, tp = columns.positives.astype(float), columns.tp.astype(float)
    limits = [
        (float(number.low) - (0 if number.open_low else EXACT), number.open_low),
        (float(number.high) + (0 if number.open_high else EXACT), number.open_high),
    ]
    ends = [
        (np.clip(measure.solve(p, n - p, tp, limit), -1.0, n + 1.0), -NEAR if is_open else NEAR)
        for limit, is_open in (limits[::-1] if measure.falls else limits)
    ]
    (low, low_slack), (high, high_slack) = ends
    first = np.maximum(columns.first, np.maximum(fewest, np.ceil(low - low_slack).astype(np.int64)))
    most = np.floor(high + high_slack).astype(np.int64)
    last = np.minimum(columns.last, np.minimum(negatives - fewest_fp, most))
    return TableRuns(columns.positives, columns.tp, first, last).keep(first <= last)


def _reachable(some: Ints, n: int, auc: Reported) -> Bools:
    """Whether an AUC of P positives and n - P negatives, a multiple of 1 / (2 P N), can lie in the limits."""
    pairs = 2.0 * some * (n - some)
    low, high = pairs * float(auc.low), pairs * float(auc.high)
    return (pairs > 0) & (np.floor(high + 1e-9) >= np.ceil(low - 1e-9))


def _with_auc(columns: TableRuns, n: int, auc: Reported) -> TableRuns:
    """Cut each column to the operating points that a ROC curve of such an area can pass."""
    p, tp = columns.positives.astype(float), columns.tp.astype(float)
    negatives = n - p
    low, high = float(auc.low), float(auc.high)
    with np.errstate(divide="ignore", invalid="ignore"):
        most = np.where(tp > 0, high * p * negatives / tp, negatives)
        alarms = np.where(p > tp, (1 - low) * p * negatives / (p - tp), negatives)
    first = np.maximum(columns.first, np.ceil(negatives - alarms - 1e-9).astype(np.int64))
    last = np.minimum(columns.last, np.floor(np.minimum(most, negatives) + 1e-9).astype(np.int64))
    return TableRuns(columns.positives, columns.tp, first, last).keep(first <= last)
