"""R026 and R040-R045: what to know before believing a ranking of learners over datasets."""

from __future__ import annotations

from collections.abc import Mapping

from referee.checks.close_winner import close_winner
from referee.checks.comparing import sharper_than_intervals
from referee.checks.few_datasets import few_datasets
from referee.checks.floor_ceiling import floor_ceiling
from referee.checks.missing_cells import missing_cells
from referee.checks.regression_to_mean import regression_to_mean
from referee.checks.unadjusted import unadjusted
from referee.core.finding import Finding
from referee.core.standings import Standings


def ranking_findings(
    standings: Standings,
    picked_by: str | None = None,
    picked_scores: Mapping[str, float] | None = None,
    baselines: tuple[str, ...] = (),
) -> list[Finding]:
    """All remarks on standings, the grave ones first."""
    table = standings.table
    found = [
        *few_datasets(standings),
        *missing_cells(table, standings.unranked),
        *regression_to_mean(table, picked_by, picked_scores),
        *unadjusted(standings),
        *floor_ceiling(table, baselines),
        *close_winner(standings),
    ]
    if standings.test == "wilcoxon-holm":
        apart = [
            f"{m.a} - {m.b}"
            for m in standings.matches
            if standings.pairwise.distinguished(m.a, m.b)
            and m.difference.interval is not None
            and 0 in m.difference.interval
        ]
        found += sharper_than_intervals(apart, "holm")
    order = ("serious", "warning", "note")
    return sorted(found, key=lambda finding: order.index(finding.severity))
