"""What standings say, in words."""

from __future__ import annotations

from collections.abc import Sequence

from referee import _format
from referee.core import Match, Standings, Verdict
from referee.verbs.rank_tests import TESTS, PostHoc, least_p
from referee.views.numbers import capital
from referee.views.verdict_words import verdict_sentence


def standings_sentence(found: Standings, kind: PostHoc) -> str:
    """Of two learners the verdict; of many who ranks first, or who is better or worse than the baseline."""
    metric = _format.words(found.metric.partition(":")[0])
    if len(found.order) == 2:
        match = found.matches[0]
        on = f" on {_format.plural(match.n, 'dataset')}"
        two = verdict_sentence(match, metric, found.needed_datasets, of="datasets", where=on)
        return f"{two}{_these_only(found)}{_over_rule(found)}"
    where = f"by {metric} on {_format.plural(found.pairwise.n, 'dataset')}"
    if found.baseline is None:
        return _many(found, kind, where)
    end = f"({kind.words}). {_overall(found)}{_these_only(found)}{_over_rule(found)}"
    before, behind, alike = _around(found, kind, found.baseline)
    sides = {"better": before, "worse": behind, "not distinguished": alike}
    said = "; ".join(f"{word}: {_names(names)}" for word, names in sides.items() if names)
    return f"Against {found.baseline} {where}, {said} {end}{_equivalent(found, found.baseline)}"


def _many(found: Standings, kind: PostHoc, where: str) -> str:
    """Who ranks first, from whom the leader is not distinguished, and which of the others are."""
    rank = found.average_ranks
    lead, best = found.order[0], rank[found.order[0]]
    first = [name for name in found.order if rank[name] == best]
    size = f"average rank {_format.number(best, 2)} of {len(rank)}"
    others = _others(found, kind, "" if len(first) > 1 else lead)
    end = f"{_overall(found)}{others}{_these_only(found)}{_over_rule(found)}{_equivalent(found, lead)}"
    if len(first) > 1:
        return f"{_names(first)} share the first place {where} ({size}). {end}"
    before, behind, alike = _around(found, kind, lead)
    text = f"{lead} ranks first {where} ({size})"
    if before:
        text += f", yet is worse than {_names(before)} pair by pair"
    if not alike and not before:
        text += " and is distinguished from every other learner"
    elif alike:
        text += f"{'; it is' if before else ' but is'} not distinguished from {_names(alike)}"
        if behind:
            text += f", only from {_names(behind)}"
    return f"{text} ({kind.words}). {end}"


def _others(found: Standings, kind: PostHoc, lead: str) -> str:
    """The pairs without the leader, where there is one, that the test distinguishes: who is ahead of whom."""
    ahead: dict[str, list[str]] = {}
    for match in found.matches:
        if lead not in (match.a, match.b) and found.pairwise.distinguished(match.a, match.b):
            first = _ahead(match, found.average_ranks, kind)
            ahead.setdefault(match.b if first == match.a else match.a, []).append(first)
    if len(ahead) > 3:
        pairs = _format.plural(sum(map(len, ahead.values())), "other pair" if lead else "pair")
        return f" {pairs} are distinguished: the table has them."
    said = [
        f"{_names(names)} {'is' if len(names) == 1 else 'are'} distinguished from {_names([behind])}, and ahead"
        for behind, names in ahead.items()
    ]
    return f" {'Of the others ' if lead else ''}{'; '.join(said)}." if said else ""


def _around(found: Standings, kind: PostHoc, name: str) -> tuple[list[str], list[str], list[str]]:
    """The learners that the test puts before one, behind it, and those it does not distinguish from it, by rank."""
    rank = found.average_ranks
    sides: tuple[list[str], ...] = ([], [], [])
    for match in found.matches:
        if name in (match.a, match.b):
            other = match.b if match.a == name else match.a
            place = 1 if _ahead(match, rank, kind) == name else 0
            sides[place if found.pairwise.distinguished(name, other) else 2].append(other)
    before, behind, alike = (sorted(names, key=rank.__getitem__) for names in sides)
    return before, behind, alike


def _ahead(match: Match, rank: dict[str, float], kind: PostHoc) -> str:
    """Which of the two the test puts in front: by average rank, or by the sums of signed ranks."""
    if kind.by_ranks:
        return match.a if rank[match.a] < rank[match.b] else match.b
    if kind.needs_splits:
        return match.a if match.difference.value > 0 else match.b
    details = match.test.details
    return match.a if details["r_plus"] > details["r_minus"] else match.b


def _overall(found: Standings) -> str:
    """What Friedman's test says of all learners, and how it goes with what the tests of pairs say."""
    test = found.overall
    if test.inapplicable:
        return f"Friedman's test could not be run: {test.inapplicable}."
    p = _format.p_equals(test.p_value)
    some = any(found.pairwise.distinguished(m.a, m.b) for m in found.matches)
    if test.p_value < 1 - found.level:
        said = f"The learners differ (Friedman, {p})"
        if some:
            return f"{said}."
        pairs = _format.plural(len(found.matches), "pair")
        why = f"it looks at all ranks at once, and none of {pairs} is shown"
        return f"{said}, but which of them is not known: {why}."
    said = f"Friedman's test does not show that the learners differ ({p})"
    return f"{said}; it looks at ranks, the test of pairs at sizes." if some else f"{said}."


def _these_only(found: Standings) -> str:
    """Where no outcome could distinguish a pair: what is known of these datasets alone."""
    least = least_p(min(match.n for match in found.matches), len(found.matches) if found.test != "wilcoxon" else 1)
    if not found.test.startswith("wilcoxon") or least < 1 - found.level:
        return ""
    sets = _format.plural(len(found.table.datasets), "dataset")
    if not found.per_dataset:
        return f" No scores on {sets} could distinguish a pair: what they show is about these datasets only."
    parts = []
    for name in dict.fromkeys(duel.a for duel in found.per_dataset):
        mine = [duel.verdict for duel in found.per_dataset if duel.a == name]
        counts = {word: mine.count(word) for word in (Verdict.BETTER, Verdict.WORSE)}
        parts.append(
            f"{_format.label(name, 30)} better on {counts[Verdict.BETTER]}, worse on {counts[Verdict.WORSE]}"
        )
    reference = _format.label(found.per_dataset[0].b, 30)
    said = f"of these datasets only, than {reference}: {'; '.join(parts)}"
    return f" No scores on {sets} could distinguish a pair; {said}."


def _over_rule(found: Standings) -> str:
    """Which learners are better than the majority rule: a family of their own."""
    if not found.over_rule:
        return ""
    good = [m.a for m in found.over_rule if m.verdict is Verdict.BETTER]
    rest = [m.a for m in found.over_rule if m.verdict is not Verdict.BETTER]
    end = f"({TESTS[found.over_rule_test].words})"
    if not rest:
        who = "Both" if len(good) == 2 else f"All {len(good)}"
        return f" {who} are better than the majority rule {end}."
    lacking = f"not shown to be better than the majority rule: {_names(rest)} {end}."
    return f" Better than the majority rule: {_names(good)}; {lacking}" if good else f" {capital(lacking)}"


def _equivalent(found: Standings, name: str) -> str:
    """Those that are shown to differ from a learner by less than the margin."""
    near = [m for m in found.matches if name in (m.a, m.b) and m.verdict is Verdict.EQUIVALENT]
    names = [m.b if m.a == name else m.a for m in near]
    return f" Equivalent to {name} within {found.margin:g}: {_names(names)}." if names else ""


def _names(names: Sequence[str]) -> str:
    shown = [_format.label(name, 160) for name in names[:6]]
    if len(names) > 6:
        return f"{', '.join(shown)} and {len(names) - 6} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
