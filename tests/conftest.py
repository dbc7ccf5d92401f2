"""Settings for all tests: no time limits (machines differ), the same examples on every run.

REFEREE_RANDOM=1 looks for new ones.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

import bare
import spark_tool

settings.register_profile(
    "referee",
    deadline=None,
    derandomize=os.environ.get("REFEREE_RANDOM") != "1",
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("referee")


@pytest.fixture(scope="session")
def spark():
    """A Spark session of its own, started once; without Java its tests are skipped, and fail under CI=true."""
    session = spark_tool.started()
    yield session
    session.stop()


def pytest_addoption(parser):
    """The whole of the tests that are marked slow is run when asked."""
    parser.addoption("--slow", action="store_true", help="run every case of the tests that are marked slow")


def pytest_collection_modifyitems(config, items):
    """Leave out slow tests; of one with several cases the first is kept, so that each thing is tried once."""
    if config.getoption("--slow"):
        return
    kept, left_out, tried = [], [], set()
    for item in items:
        name, *case = item.nodeid.split("[", 1)
        slow = item.get_closest_marker("slow") and (not case or name in tried)
        (left_out if slow else kept).append(item)
        tried.add(name)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def pytest_configure(config):
    """The run without extras skips what needs them."""
    config.pluginmanager.register(bare.Plugin())
