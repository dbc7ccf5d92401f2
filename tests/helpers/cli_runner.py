"""Run the command line in this process."""

from __future__ import annotations

import contextlib
import io

import pytest

from helpers import bare
from referee.cli import main


def run(*args: object) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of `referee ARGS`."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main([str(arg) for arg in args])
            code = 0
        except SystemExit as end:
            code = end.code
    if bare.BARE and bare.OFFER in err.getvalue():
        pytest.skip(err.getvalue())
    return code, out.getvalue(), err.getvalue()
