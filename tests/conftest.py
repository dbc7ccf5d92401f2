"""Settings for all tests: no time limits (machines differ), the same examples on every CI run."""

import os

from hypothesis import HealthCheck, settings

import bare

settings.register_profile(
    "referee",
    deadline=None,
    derandomize=os.environ.get("CI") == "true",
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("referee")


def pytest_configure(config):
    """The run without extras skips what needs them."""
    config.pluginmanager.register(bare.Plugin())
