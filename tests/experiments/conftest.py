"""Processes to kill."""

from __future__ import annotations

import multiprocessing
import os
import sys

import pytest


@pytest.fixture(scope="session")
def children():
    """Processes that start at once, for everything is imported before they are forked."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["study_learners"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        child = context.Process(target=len, args=("",))
        child.start()
        child.join()
    return context
