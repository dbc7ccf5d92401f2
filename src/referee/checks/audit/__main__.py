"""Write the pages of the checks into a folder: `python -m referee.checks.audit docs/checks`."""

from __future__ import annotations

import sys

from referee.checks.audit.pages import write

if __name__ == "__main__":
    write(sys.argv[1])
