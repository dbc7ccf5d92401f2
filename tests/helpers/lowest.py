"""The lowest versions that pyproject.toml admits, one requirement a line: what `make test-lowest` installs."""

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def lowest() -> list[str]:
    """Each dependency of the core at its floor."""
    wanted = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
    return [re.sub(">=", "==", item) for item in wanted]


if __name__ == "__main__":
    print("\n".join(lowest()))
