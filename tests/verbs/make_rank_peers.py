"""Writes rank_peers.json: what scikit-posthocs and baycomp say of two tables. Run it where both are installed.

python tests/verbs/make_rank_peers.py
"""

from __future__ import annotations

import json
from pathlib import Path

HERE = Path(__file__).parent
REFERENCE = HERE.parent / "reference"


def main() -> None:
    import baycomp
    import numpy as np
    import scikit_posthocs as sp

    demsar = json.loads((REFERENCE / "demsar2006.json").read_text())
    many = json.loads((REFERENCE / "data" / "multi_datasets.json").read_text())
    tables = {"demsar": [row["auc"] for row in demsar["rows"]], "many": many["scores"]}
    out = {}
    for name, rows in tables.items():
        table = np.array(rows)
        columns = [column.tolist() for column in table.T]
        first, second = table[:, 0], table[:, -1]
        out[name] = {
            "scores": table.tolist(),
            "nemenyi": sp.posthoc_nemenyi_friedman(table).to_numpy().tolist(),
            "siegel": sp.posthoc_siegel_friedman(table).to_numpy().tolist(),
            "siegel_holm": sp.posthoc_siegel_friedman(table, p_adjust="holm").to_numpy().tolist(),
            "wilcoxon": sp.posthoc_wilcoxon(columns).to_numpy().tolist(),
            "wilcoxon_holm": sp.posthoc_wilcoxon(columns, p_adjust="holm").to_numpy().tolist(),
            "signed_rank": {
                str(rope): [
                    float(p)
                    for p in baycomp.SignedRankTest.probs(
                        first, second, rope=rope, nsamples=200_000, random_state=1
                    )
                ]
                for rope in (0, 0.00525, 0.02025)  # off the grid of the scores, where a border counts
            },
        }
    (HERE / "rank_peers.json").write_text(json.dumps(out, indent=1) + "\n")


if __name__ == "__main__":
    main()
