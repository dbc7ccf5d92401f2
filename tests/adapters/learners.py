"""Cases about learners."""

from __future__ import annotations

from referee import stattests

SEED = {"jackknife_variance": lambda i: stattests.jackknife_variance(i["leave_one_out_estimates"])}
