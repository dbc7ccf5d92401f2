"""A learner's skill, its splits and its results as text."""

from __future__ import annotations

from referee import _format
from referee.core.estimate import Estimate
from referee.core.results import Results
from referee.core.skill import Skill
from referee.core.splits import Splits
from referee.views.text.finding import finding_lines
from referee.views.text.table import columns, wrapped


def render_skill(skill: Skill) -> str:
    """The estimate, the apparent value beside it, how it was made, and what to know."""
    n = skill.results.n if skill.results is not None else skill.estimate.n
    title = f"{_format.label(skill.learner)}: {skill.metric.replace('_', ' ')} on new cases, from "
    lines = [f"{title}{_format.plural(n, 'case')}", ""]
    rows = [["", "value", f"{_format.percent(skill.level)} interval", "how"]]
    rows.append(_row("true, estimated", skill.estimate))
    rows += [_row("", part) for part in skill.parts]
    rows.append(_row("apparent", skill.apparent))
    lines += columns(rows, "<><<")
    lines += ["", *wrapped(f"Method {skill.method}: {skill.why}; {_format.plural(skill.fits, 'fit')}.", "  ")]
    for estimate in (skill.estimate, *skill.parts):
        if estimate.note:
            lines += wrapped(f"{estimate.title or estimate.name}: {estimate.note}.", "  ")
    for note in skill.notes:
        lines += wrapped(f"Note: {note}.", "  ")
    if skill.findings:
        lines += ["", *finding_lines(skill.findings)]
    shown = f"seed {skill.seed}"
    if skill.results is not None:
        shown += f", splits {skill.results.splits.fingerprint[:12]}"
    lines += ["", f"  {shown}"]
    return "\n".join(lines)


def _row(name: str, estimate: Estimate) -> list[str]:
    how = estimate.title.partition(", ")[2] or estimate.title
    if not estimate.defined:
        return [name, "–", "undefined", f"{how}: {estimate.undefined}"]
    if estimate.interval is None:
        return [name, _format.number(estimate.value, 4), "–", how]
    interval = estimate.interval
    places = _format.decimals(interval.width)
    span = _format.span(interval.low, interval.high, places)
    return [name, _format.number(estimate.value, places), span, f"{how}; interval by {interval.method}"]


def render_splits(splits: Splits) -> str:
    """What kind, how many, how large the parts are."""
    trains = [len(splits.train(i)) for i in range(len(splits))]
    tests = [len(test) for test in splits.tests]
    seed = "" if splits.seed is None else f", seed {splits.seed}"
    return "\n".join(
        [
            f"{splits.kind}: {_format.plural(len(splits), 'split')} of {_format.plural(splits.n, 'case')}",
            f"  train {_range(trains)}, test {_range(tests)}{seed}, fingerprint {splits.fingerprint[:12]}",
        ]
    )


def render_results(results: Results) -> str:
    """Whose predictions, on how many splits, and what failed."""
    done = f"{len(results.finished)} of {_format.plural(len(results.splits), 'split')} ({results.splits.kind})"
    lines = [f"{_format.label(results.learner)}: predictions on {done}, {_format.plural(results.n, 'case')}"]
    for i, why in results.failures[:5]:
        where = f"split {i}" if i >= 0 else "all cases"
        lines += wrapped(f"! {where}: {_format.label(why, 160)}", "  ")
    if len(results.failures) > 5:
        lines.append(f"  and {len(results.failures) - 5} more failures: see .failures")
    return "\n".join(lines)


def _range(sizes: list[int]) -> str:
    low, high = min(sizes), max(sizes)
    return _format.count(low) if low == high else f"{_format.count(low)} to {_format.count(high)}"
