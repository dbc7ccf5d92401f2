"""What the whole shows: learners over many datasets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from referee import _check, _rng
from referee._version import __version__
from referee.checks.ranking import Ranked, ranking_findings
from referee.core import Decision, Match, ScoreTable, Standings, StudyResults, TestResult, Verdict
from referee.core.types import Better, Rng, Table
from referee.data.source import KINDS_OF_FILES
from referee.inference.adjust import adjust
from referee.inference.bayes import check_rope
from referee.inference.friedman import friedman_reversed, rank_learners
from referee.inference.quade import aligned_ranks
from referee.verbs import rank_tests as tests
from referee.verbs.compare import compare_level, disagreement, needed_cases
from referee.verbs.compare_all import pairs_of
from referee.verbs.rank_tests import TESTS
from referee.verbs.rank_words import standings_sentence
from referee.verbs.score_table import check_table, each_dataset, refuse_impossible, table_of, with_scores

RULE = "majority"
LEARN_NOTHING = (RULE, "prior-random")


def rank(
    results: ScoreTable | StudyResults | Mapping[str, Mapping[str, float]] | Table,
    *,
    metric: str | None = None,
    baseline: str | None = None,
    test: str = "auto",
    level: float = 0.95,
    margin: float | None = None,
    rope: float | None = None,
    better: Better | None = None,
    learners: Sequence[str] | None = None,
    missing: str = "drop",
    picked_by: str | None = None,
    picked_scores: Mapping[str, float] | None = None,
    rng: Rng = None,
    random_state: Rng = None,
) -> Standings:
    """Rank learners over many datasets and say which are not distinguished.

    `results` is a `ScoreTable`, the results of a study, a dataframe (one row per dataset, its name first, one column
    per learner), a mapping from learners to scores by dataset, or a file of such a table.

    Two learners: Wilcoxon's signed-rank test with the Hodges-Lehmann interval leads (differences of 0 share their ranks
    between the signs); paired t, swap permutation, bootstrap of pairs shifted to the null, sign test and the Bayesian
    sign and signed-rank tests with `rope` (by default the margin) stand beside it. More: Friedman's test, its p from
    datasets whose order is turned round, that of aligned ranks beside it, and a test of pairs: "wilcoxon-holm" (which
    looks at the two learners alone), "wilcoxon" (not adjusted), "nemenyi", "shaffer", "bergmann" (up to 9 learners),
    "holm" and "finner" (z of average ranks), each learner against a `baseline` with "wilcoxon-holm", "holm", "finner"
    or "bonferroni-dunn". Where the datasets are so few for the number of pairs that Wilcoxon's tests could reach no
    level, "random-effects" leads for a study of at least 5 datasets: the mean over datasets of the differences on their
    splits. This is fixed before any p is seen.

    The baselines that a study added are shown and are in no pair; each learner against its majority rule is a family
    of its own (`over_rule`). Naming one in `learners` or as the `baseline` makes it a learner like the others.

    Verdicts on pairs rest on simultaneous (Bonferroni) intervals; what is distinguished, and the bars of the diagram,
    on the test that was run. Where a score is missing, pairs use the datasets that have both and ranks those that have
    all, which is said; missing="refuse" refuses. `picked_by` names the learner by whose scores the datasets were
    picked, `picked_scores` are those scores. It errs when the datasets are no sample of those one cares for. Reference:
    demsar2006, garcia2008, benavoli2016.

    >>> svm = {"a": 0.91, "b": 0.83, "c": 0.77, "d": 0.88, "e": 0.95, "f": 0.71}
    >>> tree = {name: score - 0.01 * (i + 1) for i, (name, score) in enumerate(svm.items())}
    >>> standings = rank({"svm": svm, "tree": tree}, metric="accuracy", rng=0)
    >>> standings.order, round(standings.overall.p_value, 4)
    (('svm', 'tree'), 0.0312)
    """
    level = compare_level(level)
    if margin is not None:
        margin = _check.positive_number("margin", margin)
    seed = _rng.seed_of(rng, random_state)
    results = _open(results)
    everything = table_of(results, metric, better)
    refuse_impossible(everything)
    table = everything.only(_ranked_learners(everything, results, learners, baseline))
    table, unranked = with_scores(table)
    check_table(table, baseline, missing)
    asked = _Asked(results, test, baseline, level, margin, seed)
    region = check_rope(rope if rope is not None else margin or 0.0) if len(table.learners) == 2 else 0.0
    found = replace(asked.standings(table, region), unranked=unranked)
    rules: tuple[str, ...] = ()
    if isinstance(results, StudyResults):
        found = asked.with_baselines(found, everything)
        reference = found.matches[0].b if len(found.order) == 2 else baseline or found.order[0]
        each = 1 - (1 - level) / len(found.matches)
        alone = each_dataset(results, table, reference, level=each, margin=margin, rng=seed)
        found = replace(found, per_dataset=alone)
        rules = tuple(name for name in results.baselines if name in LEARN_NOTHING)
    found = replace(found, sentence=standings_sentence(found, TESTS[found.test]))
    return replace(found, findings=tuple(ranking_findings(Ranked(found, picked_by, picked_scores, rules))))


def _ranked_learners(
    table: ScoreTable, results: Any, learners: Sequence[str] | None, baseline: str | None
) -> list[str]:
    """The learners whose pairs are tested: those asked for, else all but the baselines that a study added."""
    if learners is not None:
        return [str(name) for name in learners]
    added = results.baselines if isinstance(results, StudyResults) else ()
    own = [name for name in table.learners if name not in added or name == baseline]
    return own if len(own) > 1 else list(table.learners)


def _open(results: Any) -> Any:
    """The table of a file, or the results of a study that is kept in one."""
    if not isinstance(results, str | Path) or Path(results).suffix.lower() in KINDS_OF_FILES:
        return results
    from referee.studies.reading import read_study

    return read_study(results)


@dataclass(frozen=True)
class _Asked:
    """What is asked of the learners of a table."""

    results: Any
    test: str
    baseline: str | None
    level: float
    margin: float | None
    seed: int

    def matches(
        self, table: ScoreTable, pairs: list[tuple[str, str]], test: str, baseline: str | None
    ) -> tuple[str, list[Match]]:
        """The test that leads for a family of pairs, and its matches."""
        sizes = [int(np.isfinite(table.column(a) - table.column(b)).sum()) for a, b in pairs]
        known = {"least": tests.least_p(min(sizes), len(pairs)), "level": self.level}
        splits = tests.has_tested_splits(self.results, table)
        name = tests.choose_test(test, len(table.learners), baseline, **known, splits=splits)
        mean = tests.mean_tests(self.results, table, pairs) if TESTS[name].needs_splits else None
        each = 1 - (1 - self.level) / len(pairs)
        return name, [tests.match_of(table, a, b, each, self.margin, mean) for a, b in pairs]

    def standings(self, table: ScoreTable, rope: float) -> Standings:
        """The tests of all pairs, or of each learner against the baseline, and what they say together."""
        two = len(table.learners) == 2
        ranks = None if two else rank_learners(table.oriented, learners=table.learners, missing="drop")
        order = table.learners if ranks is None else ranks.order
        name, matches = self.matches(table, pairs_of(order, self.baseline), self.test, self.baseline)
        pairs = tests.pairwise_of(table, name, matches, self.baseline, self.level)
        beside: tuple[TestResult, ...] = ()
        needed = None
        if two:
            matches, needed, beside = self._two(table, name, matches[0], rope)
            overall = matches[0].test
        else:
            how: dict[str, Any] = {"datasets": table.datasets, "learners": table.learners, "missing": "drop"}
            overall = friedman_reversed(table.oriented, rng=self.seed, **how)
            beside = (aligned_ranks(table.oriented, **how),)
            matches = [tests.settle(match, pairs, TESTS[name], len(matches) > 1) for match in matches]
        gaps = {dataset for dataset, _, _ in table.missing}
        return Standings(
            table=table,
            test=name,
            overall=overall,
            pairwise=pairs,
            matches=tuple(matches),
            sentence="",
            ranked_on=tuple(dataset for dataset in table.datasets if dataset not in gaps),
            beside=beside,
            baseline=self.baseline,
            margin=self.margin,
            level=self.level,
            seed=self.seed,
            version=__version__,
            needed_datasets=needed,
        )

    def _two(
        self, table: ScoreTable, name: str, match: Match, rope: float
    ) -> tuple[list[Match], int | None, tuple[TestResult, ...]]:
        """The match of two learners with what the tests beside it object, the datasets needed, and those tests."""
        beside = tests.beside_of(table, match.a, match.b, rope, self.level, self.seed)
        if TESTS[name].needs_splits:  # so few datasets that the permutation could reach no level: it cannot object
            return [match], None, beside
        # The last three do not object: the sign test does not look at sizes, the Bayesian tests have no level.
        why = disagreement(match.test, beside[:3], self.level)
        if why and match.verdict is not Verdict.UNDECIDED:
            match = replace(match, decision=Decision(Verdict.UNDECIDED, reason=why))
        narrow = tests.match_of(table, match.a, match.b, 2 * self.level - 1, None).difference.interval
        return [match], needed_cases(match.decision, self.margin, narrow, match.n), beside

    def with_baselines(self, found: Standings, everything: ScoreTable) -> Standings:
        """The standings with the scores of the added baselines, and each learner against the majority rule."""
        added = [
            name for name in self.results.baselines if name not in (*found.table.learners, *dict(found.unranked))
        ]
        gaps = {learner for _, learner, _ in everything.missing}
        if RULE not in added or RULE in gaps:
            return replace(found, baselines=everything.only(added) if added else None)
        pairs = [(name, RULE) for name in found.order]
        test, matches = self.matches(everything.only([*found.order, RULE]), pairs, "auto", RULE)
        adjusted = adjust([m.test.p_value if m.test.p_value == m.test.p_value else 1.0 for m in matches]).adjusted
        over = tuple(replace(match, adjusted_p=p) for match, p in zip(matches, adjusted, strict=True))
        return replace(found, baselines=everything.only(added), over_rule=over, over_rule_test=test)
