"""All tables of 1e5 cases that four reported numbers allow, against the one second that they may take.

The class counts are not told, so the tables have three free cells. Two of the claims contradict themselves: the time
includes finding the fewest numbers that do.
"""

from __future__ import annotations

from referee.claims import consistent_matrices
from tools.benchmarks.timing import Row, cpu, row

N = 100_000
CLAIMS = {
    "3 decimals": {"accuracy": "0.912", "sensitivity": "0.874", "specificity": "0.921", "ppv": "0.701"},
    "2 decimals": {"accuracy": "0.91", "sensitivity": "0.87", "specificity": "0.92", "ppv": "0.70"},
    "with F1 and MCC": {"accuracy": "0.91", "sensitivity": "0.87", "f1": "0.80", "mcc": "0.75"},
    "with kappa and NPV": {"accuracy": "0.912", "kappa": "0.724", "npv": "0.972", "f1": "0.778"},
    "three contradict": {"accuracy": "0.91", "sensitivity": "0.95", "specificity": "0.80", "ppv": "0.70"},
    "all four contradict": {
        "accuracy": "0.9123",
        "sensitivity": "0.8741",
        "specificity": "0.9210",
        "mcc": "0.701",
    },
}


def jobs() -> list[Row]:
    """A row a claim."""
    rows = []
    for name, numbers in CLAIMS.items():
        found = consistent_matrices(n=N, **numbers)
        assert found.possible == ("contradict" not in name)
        ours = cpu(lambda numbers=numbers: consistent_matrices(n=N, **numbers), 3)  # type: ignore[misc]
        rows.append(row(f"consistent tables, {name}", N, ours, "one second", 1.0, 1.0, at_most=True))
    return rows
