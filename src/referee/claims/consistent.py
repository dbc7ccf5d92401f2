"""Which tables of counts can stand behind printed numbers, or which of the numbers contradict each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import islice

from referee import _check, _format
from referee.claims.columns import TableRuns, every, plan_columns
from referee.claims.measures import RANGED, ends_of, measure_name, values
from referee.claims.reported import Reported, Rounding, contradicting, parse_reported
from referee.core import ConsistentMatrices

MOST_CASES = 10**8
"""Beyond this the search needs more memory than a machine has."""
MOST_COLUMNS = 40_000_000
MOST_RANGED = 1_000_000
LISTED = 1_000
FEW = 50_000
_TOO_MANY = "too many tables to look at: none was found among evenly spread numbers of positives"


def consistent_matrices(
    *,
    n: int,
    positives: int | None = None,
    digits: int | None = None,
    rounding: Rounding = "half",
    tolerance: float | None = None,
    most: int = LISTED,
    **numbers: float | str | None,
) -> ConsistentMatrices:
    """All two-class tables of n cases that give the reported numbers, or the fewest numbers that cannot all be true.

    `numbers` are measures by name or alias: accuracy, sensitivity, specificity, ppv, npv, f1, mcc, kappa, auc, ...; a
    text such as "0.850" or "85%" says its own decimals (see `parse_reported` for `digits`, `rounding` and `tolerance`).
    Every number is one that is defined: a table whose precision is 0/0 gives no precision. An AUC is taken to be of
    the scores whose threshold gives the table, and has the range of `auc_through`. Measures of both classes need cases
    of both. At most `most` tables are listed, all are counted. It errs when the numbers are of another protocol, such
    as means over folds (see `consistent_folds`). Reference: fazekas2024.

    >>> consistent_matrices(n=30, accuracy="0.85").because
    'no whole number of 30 cases is an accuracy of 0.85: the nearest are 25 of 30 (0.833) and 26 of 30 (0.867)'
    >>> found = consistent_matrices(n=200, positives=100, sensitivity="0.63", accuracy="0.675")
    >>> found.matrices, found.ranges["specificity"]
    (((63, 37, 28, 72),), (0.72, 0.72))
    """
    n = _check.whole("n", n, least=1)
    if n > MOST_CASES:
        _check.fail("n", f"be at most {MOST_CASES}", n)
    most = _check.whole("most", most, least=1)
    if positives is not None:
        positives = _check.whole("positives", positives)
        if positives > n:
            _check.fail("positives", f"be at most n = {n}", positives)
    given: list[Reported] = []
    for word, value in numbers.items():
        if value is None:
            continue
        name = measure_name(word)
        if any(other.name == name for other in given):
            _check.fail(word, "be given once", value, f"It is another word for {name}.")
        ends = ends_of(name)
        given.append(parse_reported(name, value, ends=ends, digits=digits, rounding=rounding, tolerance=tolerance))
    printed = {number.name: number.text for number in given}
    found = _search(n, positives, given, most)
    if found is None:
        names, because = _contradiction(n, positives, given)
        return ConsistentMatrices(n, positives, printed, 0, (), {}, names, because, rounding)
    count, matrices, ranges, note = found
    return ConsistentMatrices(n, positives, printed, count, matrices, ranges, rounding=rounding, note=note)


_Found = tuple[int | None, tuple[tuple[int, int, int, int], ...], dict[str, tuple[float, float]], str]


def _search(
    n: int, positives: int | None, numbers: Sequence[Reported], most: int, columns_at_most: int = MOST_COLUMNS
) -> _Found | None:
    """The count, the first tables, the ranges and a note; None when there is no table."""
    plan = plan_columns(n, positives, numbers)
    notes = []
    counted = plan.size <= columns_at_most
    if not counted:
        plan = plan.thin(MOST_RANGED)
        notes.append("too many tables to count: ranges are over evenly spread numbers of positives")
    share = max(1, math.ceil(plan.size / MOST_RANGED))
    count = 0
    listed: list[tuple[int, int, int, int]] = []
    ranges: dict[str, tuple[float, float]] = {}
    for columns in plan:
        count += columns.count
        if len(listed) < most:
            listed += _list_tables(columns, n, most - len(listed))
        _widen(ranges, columns if share == 1 else columns.keep(every(len(columns.tp), share)), n)
    if count == 0:
        return None if counted else (None, (), {}, _TOO_MANY)
    if counted and share > 1:
        notes.append("ranges are over evenly spread tables: they are at least so wide")
    if any(number.name == "auc" for number in numbers):
        notes.append("the table is taken to be a threshold on the scores of the AUC")
    return count if counted else None, tuple(listed), ranges, "; ".join(notes)


def _list_tables(columns: TableRuns, n: int, most: int) -> list[tuple[int, int, int, int]]:
    """The first tables of the columns."""
    found = (
        (int(tp), int(p - tp), int(n - p - tn), tn)
        for p, tp, first, last in zip(columns.positives, columns.tp, columns.first, columns.last, strict=True)
        for tn in range(int(first), int(last) + 1)
    )
    return list(islice(found, most))


def _widen(ranges: dict[str, tuple[float, float]], columns: TableRuns, n: int) -> None:
    """Widen the ranges of all measures by the tables of the columns; each has its extremes at the ends of a column."""
    counts = columns.ends(n)
    found = {name: (values(name, counts),) * 2 for name in RANGED}
    sn, sp = values("sensitivity", counts), values("specificity", counts)
    found["auc"] = sn * sp, 1 - (1 - sn) * (1 - sp)
    for name, (least, most) in found.items():
        known = least == least
        if known.any():
            low, high = ranges.get(name, (math.inf, -math.inf))
            ranges[name] = (min(low, float(least[known].min())), max(high, float(most[known].max())))


def _feasible(n: int, positives: int | None, numbers: Sequence[Reported]) -> bool:
    """Whether some table gives the numbers: looked for in some of the columns, then in all."""
    plan = plan_columns(n, positives, numbers)
    return any(True for most in (FEW, MOST_COLUMNS) for _ in plan.thin(most))


def _contradiction(n: int, positives: int | None, numbers: Sequence[Reported]) -> tuple[tuple[str, ...], str]:
    """The fewest reported numbers that cannot all be true, and why; the positives only where they are needed."""
    chosen = contradicting(numbers, lambda some: _feasible(n, positives, some))
    names = tuple(number.name for number in chosen)
    if positives is not None and _feasible(n, None, chosen):
        return (*names, "positives"), _because(n, positives, chosen)
    return names, _because(n, None, chosen)


def _because(n: int, positives: int | None, numbers: Sequence[Reported]) -> str:
    """Why no table gives the numbers: what all but one of them allow, beside that one."""
    total = {"accuracy": n, "error_rate": n, "sensitivity": positives, "false_negative_rate": positives}
    if positives is not None:
        total |= {"specificity": n - positives, "false_positive_rate": n - positives}
    if len(numbers) == 1 and total.get(numbers[0].name):
        return _no_count(numbers[0], int(total[numbers[0].name] or 0))
    for number in sorted(numbers, key=lambda item: RANGED.index(item.name) if item.name in RANGED else 99):
        rest = [other for other in numbers if other is not number]
        found = _search(n, positives, rest, 1, MOST_RANGED)
        if found is None or number.name not in found[2]:
            continue
        low, high = found[2][number.name]
        said = [str(other) for other in rest]
        if positives is not None:
            said.append(_format.plural(positives, "positive"))
        said.append(f"n = {_format.count(n)}")
        between = "but no table gives" if low <= number.value <= high else "not"
        name = _format.words(number.name)
        allow = f"{' with '.join([', '.join(said[:-1]), said[-1]]) if len(said) > 1 else said[0]} allow"
        return f"{allow} {name} from {_format.number(low)} to {_format.number(high)}, {between} {number.text}"
    return f"no table of {_format.plural(n, 'case')} gives {', '.join(map(str, numbers))}"


def _no_count(number: Reported, total: int) -> str:
    """Why a proportion cannot be of so many cases: the counts beside it."""
    below = math.floor(number.value * total)
    beside = [k for k in (below, below + 1) if 0 <= k <= total]
    near = " and ".join(f"{k:,} of {total:,} ({_format.number(k / total)})" for k in beside)
    name = _format.words(number.name)
    article = "an" if name[0] in "aeiou" else "a"
    cases = _format.plural(total, "case")
    return f"no whole number of {cases} is {article} {name} of {number.text}: the nearest are {near}"
