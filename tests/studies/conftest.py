"""Processes to kill."""

from __future__ import annotations

import pytest

from helpers.killed_study import forkserver


@pytest.fixture(scope="session")
def children():
    """Processes that start at once."""
    return forkserver()
