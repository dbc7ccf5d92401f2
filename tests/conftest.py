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


def pytest_configure(config):
    """The run without extras skips what needs them."""
    config.pluginmanager.register(bare.Plugin())
