"""Many cases of one test: some in every run, the others in the slow run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def some_slow(cases: Sequence[Any], of: int) -> list[Any]:
    """One case of so many is tried in every run."""
    return [case if i % of == 0 else pytest.param(case, marks=pytest.mark.slow) for i, case in enumerate(cases)]
