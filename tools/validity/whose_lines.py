"""A plugin of pytest for `tests_by_line`: each line belongs to every test that needs it.

What runs while a test file is read belongs to the file. What one test made for all is made again: for each test what
the package keeps, for each file what helpers keep.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path

import pytest

READ = "collect"
_last: list[Path] = []


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Name the file that is read as what runs."""
    contexts = collector.config.pluginmanager.getplugin("_cov_contexts")
    named = contexts is not None and isinstance(collector, pytest.File) and contexts.cov_controller.started
    if named:
        contexts.switch_context(collector, READ)
    report = yield
    if named:
        contexts.cov_controller.cov.switch_context("")
    return report


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Forget what earlier tests had made."""
    rooms = ("referee",) if [item.path] == _last else ("referee", "helpers")
    _last[:] = [item.path]
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in rooms:
            for value in list(vars(module).values()):
                if callable(forget := getattr(value, "cache_clear", None)):
                    forget()
