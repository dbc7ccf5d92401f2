"""What standings say, in words."""

from __future__ import annotations

from collections.abc import Sequence

from referee import _format
from referee.core import Match, Pairwise, TestResult, Verdict
from referee.views.verdict_words import verdict_sentence


def ahead(match: Match, pairs: Pairwise, by_ranks: bool) -> str:
    """Which of the two the test puts in front: by average rank, or by the sums of signed ranks."""
    if by_ranks:
        rank = dict(zip(pairs.learners, pairs.average_ranks, strict=True))
        return match.a if rank[match.a] < rank[match.b] else match.b
    details = match.test.details
    return match.a if details["r_plus"] > details["r_minus"] else match.b


def many_sentence(
    metric: str, overall: TestResult, pairs: Pairwise, matches: Sequence[Match], title: str, by_ranks: bool
) -> str:
    """Who ranks first, and from whom the leader is not distinguished."""
    rank = dict(zip(pairs.learners, pairs.average_ranks, strict=True))
    first = [name for name in pairs.order if rank[name] == min(rank.values())]
    where = f"by {metric} on {_format.plural(pairs.n, 'dataset')}"
    size = f"average rank {_format.number(min(rank.values()), 2)} of {len(rank)}"
    if len(first) > 1:
        end = f"{_overall(overall, pairs.level)}{_equivalent(matches, first[0])}"
        return f"{_names(first)} share the first place {where} ({size}). {end}"
    lead = first[0]
    alike: list[str] = []
    behind: list[str] = []
    before: list[str] = []
    for match in matches:
        if lead not in (match.a, match.b):
            continue
        other = match.b if match.a == lead else match.a
        if not pairs.distinguished(lead, other):
            alike.append(other)
        else:
            (behind if ahead(match, pairs, by_ranks) == lead else before).append(other)
    text = f"{lead} ranks first {where} ({size})"
    if before:
        text += f", yet is worse than {_names(before)} pair by pair"
    if not alike and not before:
        text += " and is distinguished from every other learner"
    elif alike:
        text += f"{'; it is' if before else ' but is'} not distinguished from {_names(_by_rank(alike, rank))}"
        if behind:
            text += f", only from {_names(_by_rank(behind, rank))}"
    return f"{text} ({title}). {_overall(overall, pairs.level)}{_equivalent(matches, lead)}"


def control_sentence(
    metric: str, overall: TestResult, pairs: Pairwise, matches: Sequence[Match], title: str, by_ranks: bool
) -> str:
    """Which learners are better or worse than the control."""
    control = str(pairs.control)
    rank = dict(zip(pairs.learners, pairs.average_ranks, strict=True))
    sides: dict[str, list[str]] = {"better": [], "worse": [], "not distinguished": []}
    for match in matches:
        if not pairs.distinguished(match.a, match.b):
            sides["not distinguished"].append(match.a)
        else:
            sides["better" if ahead(match, pairs, by_ranks) == match.a else "worse"].append(match.a)
    said = "; ".join(f"{word}: {_names(_by_rank(names, rank))}" for word, names in sides.items() if names)
    where = f"by {metric} on {_format.plural(pairs.n, 'dataset')}"
    end = f"{_overall(overall, pairs.level)}{_equivalent(matches, control)}"
    return f"Against {control} {where}, {said} ({title}). {end}"


def two_sentence(metric: str, match: Match, needed: int | None) -> str:
    """The verdict on two learners."""
    where = f" on {_format.plural(match.n, 'dataset')}"
    return verdict_sentence(
        match.a, match.b, metric, match.decision, match.difference,
        margin=match.margin, needed=needed, of="datasets", where=where,
    )  # fmt: skip


def _overall(test: TestResult, level: float) -> str:
    if test.inapplicable:
        return f"Friedman's test could not be run: {test.inapplicable}."
    p = _format.p_equals(test.p_value)
    if test.p_value < 1 - level:
        return f"The learners differ (Friedman, {p})."
    return f"Friedman's test does not show that the learners differ ({p})."


def _equivalent(matches: Sequence[Match], name: str) -> str:
    """Those that are shown to differ from a learner by less than the margin."""
    found = [
        m.b if m.a == name else m.a for m in matches if name in (m.a, m.b) and m.verdict is Verdict.EQUIVALENT
    ]
    return f" Equivalent to {name} within {matches[0].margin:g}: {_names(found)}." if found else ""


def _names(names: Sequence[str]) -> str:
    shown = [_format.label(name, 30) for name in names[:6]]
    if len(names) > 6:
        return f"{', '.join(shown)} and {len(names) - 6} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _by_rank(names: list[str], rank: dict[str, float]) -> list[str]:
    return sorted(names, key=rank.__getitem__)
