"""Settings for all tests: no time limits (machines differ), the same examples on every run.

REFEREE_RANDOM=1 looks for new ones.
"""

import os
import signal
import threading

import pytest
from hypothesis import HealthCheck, settings

from helpers import bare, browser_tool, spark_tool

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


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests of pages: a second one in the same process cannot be driven."""
    browser_tool.demand()
    with browser_tool.launched() as made:
        yield made


def pytest_addoption(parser):
    """What is left out of a quick run is run when asked."""
    parser.addoption(
        "--slow", action="store_true", help="run the slow cases that are left out otherwise, and no others"
    )


def pytest_collection_modifyitems(config, items):
    """Leave out slow tests; of one with several cases the first is kept, so that each thing is tried once.

    A test that is asked for by its name is run.
    """
    if any("::" in arg for arg in config.args):
        return
    quick, slow, tried = [], [], set()
    for item in items:
        name, *case = item.nodeid.split("[", 1)
        late = item.get_closest_marker("slow") and (not case or name in tried)
        (slow if late else quick).append(item)
        tried.add(name)
    items[:], left_out = (slow, quick) if config.getoption("--slow") else (quick, slow)
    config.hook.pytest_deselected(items=left_out)


def pytest_configure(config):
    """The run without extras skips what needs them.

    A suite that is started in the background of a script ignores Ctrl-C, and so would every process that it starts.
    """
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.pluginmanager.register(bare.Plugin())
