"""Settings for all tests: no deadlines (machines differ), the same examples on every CI run."""

import os

from hypothesis import settings

settings.register_profile("referee", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("referee")
