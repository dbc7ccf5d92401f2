"""R134: repeated measurements of one case that disagree."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.registry import InapplicableError, Material, Remark, Remarks, check


@check(
    "R134",
    "Repeated measurements of one case disagree on its class",
    needs=("ids",),
    errs="A case whose class changed between measurements disagrees honestly.",
    advice="Their labels carry that much noise: no model can be shown to be better than it. Settle them, or say so.",
    reference="duda2001",
)
def unlike_repeats(m: Material) -> Remarks:
    """Ids with several rows, in either set, whose classes are not all the same."""
    sets = [d for d in (m.train, m.test) if d is not None and "ids" in d.roles and d.y is not None]
    ids = np.concatenate([d.roles["ids"] for d in sets])
    y = np.concatenate([d.y for d in sets if d.y is not None])
    _, place, sizes = np.unique(ids, return_inverse=True, return_counts=True)
    if sizes.max() == 1:
        raise InapplicableError("no case was measured twice")
    classes, _ = np.unique([place, y], axis=1)
    unlike = np.bincount(classes) > 1
    if unlike.any():
        twice = int((sizes > 1).sum())
        yield Remark(f"{_format.plural(int(unlike.sum()), 'case')} of {twice:,} that were measured more than once")
