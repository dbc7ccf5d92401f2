"""The command line: one subcommand a verb, each in its own module, loaded when it is called."""

import click
import importlib
import sys
from __future__ import annotations
from referee._version import __version__
from typing import Any

__all__ = [
]
