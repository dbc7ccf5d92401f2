"""The tests of learners over many datasets: pairs by Wilcoxon or by average ranks, adjusted or not."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import Decision, Match, Pairwise, ScoreTable, TestResult
from referee.core.types import Bools, Floats
from referee.core.verdict import decide
from referee.inference.adjust import Adjust, adjust
from referee.inference.bayes import bayes_sign, bayes_signed_rank
from referee.inference.binomial import sign
from referee.inference.bootstrap_tests import bootstrap_paired
from referee.inference.effect_sizes import akinshin_gamma, cohens_d, hedges_g
from referee.inference.friedman import rank_learners
from referee.inference.mann_whitney import cliffs_delta
from referee.inference.nemenyi import nemenyi, rank_z
from referee.inference.paired_randomization import paired_randomization
from referee.inference.t_paired import t_paired
from referee.inference.wilcoxon import wilcoxon
from referee.verbs.rank_effects import LEAST, SplitEffects


@dataclass(frozen=True)
class PostHoc:
    """A test of pairs by name: what it ranks, how it adjusts, and whether it is for all pairs or against a baseline.

    One that `needs_splits` reads the scores of every split, which a study has and a bare table has not.
    """

    title: str
    by_ranks: bool
    adjust: Adjust | None
    how: str = ""
    pairs: bool = True
    baseline: bool = True
    needs_splits: bool = False

    @property
    def words(self) -> str:
        """The test and how it adjusts."""
        return f"{self.title}, {self.how}" if self.how else self.title


TESTS: dict[str, PostHoc] = {
    "wilcoxon-holm": PostHoc("Wilcoxon signed-rank tests", False, "holm", "adjusted by Holm"),
    "wilcoxon": PostHoc("Wilcoxon signed-rank tests", False, None, "not adjusted"),
    "random-effects": PostHoc(
        "random effects over datasets", False, "holm", "adjusted by Holm", needs_splits=True
    ),
    "nemenyi": PostHoc("Nemenyi test", True, None, baseline=False),
    "shaffer": PostHoc("z tests of average ranks", True, "shaffer", "adjusted by Shaffer", baseline=False),
    "bergmann": PostHoc(
        "z tests of average ranks", True, "bergmann", "adjusted by Bergmann and Hommel", baseline=False
    ),
    "holm": PostHoc("z tests of average ranks", True, "holm", "adjusted by Holm"),
    "finner": PostHoc("z tests of average ranks", True, "finner", "adjusted by Finner"),
    "bonferroni-dunn": PostHoc("Bonferroni-Dunn test", True, "bonferroni", pairs=False),
}
"""Every test of pairs by name; Wilcoxon's look at the two learners alone, the others at ranks among all."""

SLOW = range(25, 41)
DRAWN = 9_999
"""So many patterns of signs are drawn for numbers of datasets where all of them take seconds."""


def least_p(datasets: int, pairs: int) -> float:
    """The least p that Wilcoxon's test of a pair can have, adjusted for the number of pairs.

    >>> least_p(9, 15)
    0.05859375
    """
    return min(1.0, pairs * 2.0 ** (1 - datasets))


def choose_test(
    test: str,
    learners: int,
    baseline: str | None,
    *,
    least: float = 0.0,
    level: float = 0.95,
    splits: bool = False,
) -> str:
    """The name of the test that is run, when it is for what is asked.

    Fixed by the numbers of datasets and pairs, before any p is seen: Wilcoxon's tests where their `least` p is below
    1 - level, else random effects over datasets where the scores of the splits are known.

    >>> choose_test("auto", 4, None), choose_test("auto", 6, None, least=0.06, splits=True)
    ('wilcoxon-holm', 'random-effects')
    """
    _check.choice("test", test, ("auto", *TESTS))
    if test == "random-effects" and not splits:
        hint = f"A study has them; at least {LEAST} datasets, and splits whose corrected t test holds its level."
        _check.fail("test", "be one for scores without their splits", "'random-effects'", hint)
    if test == "auto" and splits and least >= 1 - level:
        return "random-effects"
    if learners == 2 and test != "random-effects":
        if test not in ("auto", "wilcoxon", "wilcoxon-holm"):
            rule = "be 'auto', 'wilcoxon' or 'random-effects' for two learners"
            _check.fail("test", rule, _check.show_value(test))
        return "wilcoxon"
    if test == "auto":
        return "wilcoxon-holm"
    if baseline is None and not TESTS[test].pairs:
        _check.fail("baseline", f"be named for {test!r}", "None")
    if baseline is not None and not TESTS[test].baseline:
        others = ", ".join(repr(name) for name, kind in TESTS.items() if kind.baseline)
        _check.fail("test", "be one for a baseline", _check.show_value(test), f"They are {others}.")
    return test


def pairwise_of(
    table: ScoreTable, name: str, matches: list[Match], baseline: str | None, level: float
) -> Pairwise:
    """The test of average ranks on the datasets with a score of every learner, or the tests of each pair alone.

    The latter are adjusted for their number, beside the average ranks.
    """
    options: dict[str, Any] = {"learners": table.learners, "missing": "drop", "level": level}
    how = TESTS[name].adjust
    if name == "nemenyi":
        return nemenyi(table.oriented, **options)
    if TESTS[name].by_ranks:
        return rank_z(table.oriented, baseline=baseline, adjust=how, **options)
    found = rank_learners(table.oriented, learners=table.learners, missing="drop", least_learners=2)
    p = np.full((len(table.learners),) * 2, np.nan)
    np.fill_diagonal(p, 1.0)
    raw = [1.0 if math.isnan(m.test.p_value) else m.test.p_value for m in matches]
    final = raw if how is None or len(raw) == 1 else adjust(raw, adjust=how).adjusted
    for match, value in zip(matches, final, strict=True):
        i, j = (table.learners.index(name) for name in (match.a, match.b))
        p[i, j] = p[j, i] = value
    many = len(matches) > 1
    return Pairwise(
        TESTS[name].title + (f" ({how.title() if how else 'not adjusted'})" if many else ""),
        matches[0].test.null,
        table.learners,
        tuple(found.average.tolist()),
        tuple(tuple(row) for row in p.tolist()),
        len(found.ranks),
        adjusted=how is not None or not many,
        level=level,
        errs=matches[0].test.errs,
        baseline=baseline,
    )


def match_of(
    table: ScoreTable, a: str, b: str, level: float, margin: float | None, effects: SplitEffects | None = None
) -> Match:
    """Two learners on the datasets that have a score of both: the test, effects, and the verdict.

    The test is Wilcoxon's, or with the `effects` on splits that of their mean over datasets.
    """
    x, y, both = _common_scores(table, a, b)
    left_out = tuple(name for name, kept in zip(table.datasets, both, strict=True) if not kept)
    if len(x) < 2:
        got = f"{_format.plural(len(x), 'dataset')} with a score of {_format.quote(a)} and {_format.quote(b)}"
        hint = "Leave out a learner, or on one dataset compare its splits."
        _check.fail("table", "hold at least 2 datasets for each pair", got, hint)
    levels = (level, 2 * level - 1)
    test, narrow = (wilcoxon(x, y, level=at) if effects is None else effects.test(a, b, at) for at in levels)
    assert test.effect is not None
    assert narrow.effect is not None
    title = "Hodges-Lehmann centre" if effects is None else "weighted mean"
    difference = replace(test.effect, name=f"{table.metric}_difference", title=title)
    return Match(
        a,
        b,
        len(x),
        difference,
        test,
        decide(difference.interval, narrow.effect.interval, margin),
        cliffs_delta(x, y),
        wins=int((x > y).sum()),
        ties=int((x == y).sum()),
        losses=int((x < y).sum()),
        margin=margin,
        left_out=left_out,
        sizes=(cohens_d(x, y), hedges_g(x, y), akinshin_gamma(x, y)),
        _narrow=narrow.effect.interval,
    )


def settle(match: Match, pairs: Pairwise, kind: PostHoc, many: bool) -> Match:
    """The match with the p of the test that was run; where it contradicts the interval there is no verdict."""
    p = pairs.p(match.a, match.b)
    decision = match.decision
    interval = match.difference.interval
    if kind.by_ranks and interval is not None and (0 not in interval) != (p < 1 - pairs.level):
        words = f"{pairs.name} has {_format.p_equals(p)}, the simultaneous interval by Wilcoxon's test"
        words += " holds 0" if 0 in interval else " does not hold 0"
        decision = Decision("undecided", reason=f"two tests disagree: {words}")  # type: ignore[arg-type]
    shown = p if many and (kind.by_ranks or kind.adjust is not None) else None
    return replace(match, adjusted_p=shown, decision=decision)


def beside_of(table: ScoreTable, a: str, b: str, rope: float, level: float, seed: int) -> tuple[TestResult, ...]:
    """The other tests of two learners, on the datasets that have a score of both: the tests of location first."""
    x, y, _ = _common_scores(table, a, b)
    drawn = DRAWN if len(x) in SLOW else None
    return (
        t_paired(x, y, level=level),
        paired_randomization(x, y, level=level, resamples=drawn, rng=seed),
        bootstrap_paired(x, y, null="shift", level=level, rng=seed),
        sign(x, y, level=level),
        bayes_sign(x, y, rope=rope),
        bayes_signed_rank(x, y, rope=rope, rng=seed),
    )


def _common_scores(table: ScoreTable, a: str, b: str) -> tuple[Floats, Floats, Bools]:
    """The scores of two learners on the datasets that have both, and which datasets these are."""
    x, y = table.column(a), table.column(b)
    both = np.isfinite(x) & np.isfinite(y)
    return x[both], y[both], both
