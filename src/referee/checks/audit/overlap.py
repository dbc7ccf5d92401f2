"""R101 to R106: what training and test share."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.material import InapplicableError, Material, demand
from referee.checks.registry import Remark, Remarks, check
from referee.core.types import Floats
from referee.data.dataset import CaseSet
from referee.data.near_rows import are_sequences, near_rows, near_sequences
from referee.data.row_keys import copied_groups, row_keys

MUCH = 0.01
MOST = 200_000
MOST_SEQUENCES = 50_000


@check(
    "R101",
    "Test cases are also training cases",
    severity="serious",
    needs=("train", "test"),
    errs="Cases repeated before the split in a finite space of patterns look natural to it, and are a note only.",
    advice="Remove them from one of the sets, or split again so that repeats stay together.",
    reference="kapoor2023",
)
def exact_overlap(m: Material) -> Remarks:
    """Equal rows of features in both sets, missing values equal to missing ones.

    Serious from 1% of the test cases, a warning below; a note where a finite space of patterns must repeat rows.
    """
    _, test = m.both()
    count = m.shared.count
    if not count:
        return
    rows = _format.listing((np.flatnonzero(m.shared.seen)[:3] + 1).tolist())
    share = f"{count:,} of {test.n:,} test cases ({_format.percent(count / test.n)})"
    where = f"the first are rows {rows} of the test set, counted from 1"
    evidence = f"{share} have the features of a training case; {where}"
    if m.shared.natural:
        advice = (
            "Rows repeat within training as often: a finite space of patterns. Read R141, seen and unseen apart."
        )
        yield Remark(evidence, advice, "Test cases repeat patterns of training, as few patterns must", "note")
    else:
        yield Remark(evidence, severity="serious" if count >= MUCH * test.n else "warning")


@check(
    "R102",
    "Equal cases have different classes in training and test",
    needs=("train", "test"),
    errs="In a finite space of patterns it is the error that no rule can avoid, and a note only.",
    advice="Look at these cases: one of the two labels is wrong, or the features do not determine the class.",
    reference="northcutt2021",
)
def conflicting_labels(m: Material) -> Remarks:
    """Test rows equal to a training row whose class is another."""
    train, test = m.both()
    if train.y is None or test.y is None:
        return
    rows = np.flatnonzero(m.shared.seen)
    unlike = rows[train.y[m.shared.match[rows]] != test.y[rows]]
    if not len(unlike):
        return
    first, twin = int(unlike[0]), int(m.shared.match[unlike[0]])
    one, other = (_format.quote(m.labels[code]) for code in (test.y[first], train.y[twin]))
    pair = f"test {_format.row(first)} is {one}, training {_format.row(twin)} is {other}"
    evidence = f"{len(unlike):,} of {len(rows):,} repeated test cases; {pair}"
    yield Remark(evidence, severity="note" if m.shared.natural else "warning")


@check(
    "R103",
    "Test cases nearly repeat training cases",
    severity="serious",
    needs=("train", "test"),
    errs="Dense clumps of honest cases look like repeats; a pair at the radius is met with a chance of 0.99.",
    advice="Look at some pairs. Keep copies, windows of one sequence and repeated measurements in one set.",
    reference="datar2004",
)
def near_overlap(m: Material) -> Remarks:
    """Pairs nearer than chance allows: a hundredth of a pair is expected in the whole comparison of smooth data.

    Distances are Euclidean on standardized numbers; categories and missing cells must agree. The radius is at most a
    quarter of the usual distance to the nearest neighbour. Sequences of 8 letters or more, such as protein windows,
    are near when they share a window longer than chance allows. Equal rows belong to R101.
    """
    train, test = m.both()
    numbers = np.flatnonzero(train.numeric)
    sequences = [j for j, levels in enumerate(train.levels) if levels is not None and are_sequences(levels)]
    for column in sequences:
        yield from _shared_windows(m, column)
    if sequences and not len(numbers):
        return
    demand(len(numbers), "features that are numbers or sequences of letters")
    rows = m.some(train, MOST, "near train"), m.some(test, MOST, "near test")
    a, b = _scale(train.rows(rows[0]), test.rows(rows[1]), numbers)
    near = near_rows(a, b, seed=m.seed)
    if not near.radius > 0:
        raise InapplicableError("rows of numbers repeat exactly too often to say what is near")
    hit = np.flatnonzero(near.match >= 0)
    one, two = train.rows(rows[0][near.match[hit]]), test.rows(rows[1][hit])
    hit = hit[_same_rest(one, two) & ~m.shared.seen[rows[1][hit]]]
    if not len(hit):
        return
    i = int(hit[np.argmin(near.distance[hit])])
    radius = f"within {near.radius / near.usual:.2g} of the usual distance to a neighbour"
    pair = rows[1][i], rows[0][near.match[i]]
    yield _near_remark(len(hit), len(b), f"are {radius}; the nearest are", pair)


def _shared_windows(m: Material, column: int) -> Remarks:
    """Sequences of letters that share a window longer than chance allows; equal rows belong to R101."""
    train, test = m.both()
    levels = train.levels[column] or ()
    rows = m.some(train, MOST_SEQUENCES, "near train"), m.some(test, MOST_SEQUENCES, "near test")
    rows = tuple(r[~d.missing[r, column]] for r, d in zip(rows, (train, test), strict=True))
    one, two = (
        [levels[int(code)] for code in d.values[r, column]] for r, d in zip(rows, (train, test), strict=True)
    )
    if not one or not two:
        return
    near = near_sequences(one, two)
    hit = np.flatnonzero((near.match >= 0) & ~m.shared.seen[rows[1]])
    if len(hit):
        letters = f"{near.width} letters in a row of {_format.quote(train.names[column])}"
        pair = rows[1][hit[0]], rows[0][near.match[hit[0]]]
        yield _near_remark(len(hit), len(two), f"share {letters} with a training case; such as", pair)


def _near_remark(count: int, n: int, words: str, pair: tuple[np.int64, np.int64]) -> Remark:
    """How many of n test cases are near a training case, and one of the pairs, a test row and a training row."""
    rows = f"test {_format.row(int(pair[0]))} and training {_format.row(int(pair[1]))}"
    share = f"{count:,} of {n:,} test cases ({_format.percent(count / n)})"
    return Remark(f"{share} {words} {rows}", severity="serious" if count / n >= MUCH else "warning")


def _scale(train: CaseSet, test: CaseSet, numbers: np.ndarray) -> tuple[Floats, Floats]:
    """The numbers of both sets on the scale of training, missing ones in the middle."""
    a, b = train.values[:, numbers], test.values[:, numbers]
    with np.errstate(invalid="ignore"):
        known = ~np.isnan(a)
        size = np.maximum(known.sum(axis=0), 1)
        centre = np.where(known, a, 0.0).sum(axis=0) / size
        scale = np.sqrt((np.where(known, a - centre, 0.0) ** 2).sum(axis=0) / size)
    scale[scale == 0] = 1.0
    return (np.nan_to_num((a - centre) / scale), np.nan_to_num((b - centre) / scale))


def _same_rest(one: CaseSet, two: CaseSet) -> np.ndarray:
    """Whether the categories and the missing cells of pairs of rows agree."""
    rest = ~one.numeric
    parts = [np.concatenate([np.nan_to_num(d.values[:, rest], nan=-1.0), d.missing], axis=1) for d in (one, two)]
    return np.asarray(row_keys(parts[0]) == row_keys(parts[1]))


@check(
    "R104",
    "Groups are in both training and test",
    severity="serious",
    needs=("train", "test", "groups"),
    errs="It is right only if groups are what must stay together: a patient, a document, a site.",
    advice="Split by group, as referee's recipes do with groups=..., and test again.",
    reference="kapoor2023",
)
def shared_groups(m: Material) -> Remarks:
    """Groups with cases in both sets, so that a model can recognise them."""
    train, test = m.both()
    groups = test.roles["groups"]
    both = np.intersect1d(train.roles["groups"], groups)
    if len(both):
        cases = int(np.isin(groups, both).sum())
        count = f"{_format.plural(len(both), 'group')} of {len(np.unique(groups)):,} in the test set"
        yield Remark(f"{count}, with {cases:,} of {test.n:,} cases")


@check(
    "R105",
    "Training cases are later than test cases",
    severity="serious",
    needs=("train", "test", "times"),
    errs="It is right only if the model will be used on later cases than it was trained on.",
    advice="Train on what came before, test on what came after.",
    reference="kapoor2023",
)
def time_order(m: Material) -> Remarks:
    """Training cases later than the first test case: the future helps to predict the past. Equal times are allowed."""
    train, test = m.both()
    later = int((train.roles["times"] > test.roles["times"].min()).sum())
    if later:
        early = int((test.roles["times"] < train.roles["times"].max()).sum())
        after = f"{later:,} of {_format.plural(train.n, 'training case')} are later than the first test case"
        before = f"{early:,} of {_format.plural(test.n, 'test case')} are earlier than the last training case"
        yield Remark(f"{after}; {before}")


@check(
    "R106",
    "Cases of the table are copies of others",
    severity="serious",
    needs=("train",),
    errs="Cases of a finite space of patterns repeat by chance, and are left out; so are tables with one feature.",
    advice="Remove them, or keep them together in every split: groups=referee.data.copy_groups(X).",
    reference="kapoor2023",
)
def copied_cases(m: Material) -> Remarks:
    """Rows that equal others in every feature, where chance cannot have made them so: splits put them on both sides."""
    assert m.train is not None
    group = copied_groups(m.train.values)
    if group is not None:
        count = int((np.bincount(group)[group] > 1).sum())
        share = f"{count:,} of {m.train.n:,} cases ({_format.percent(count / m.train.n)})"
        yield Remark(
            f"{share} equal another in every feature",
            severity="serious" if count >= MUCH * m.train.n else "warning",
        )
