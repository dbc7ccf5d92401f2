"""The exceptions and warnings of referee.

::

    RefereeError
    └── InputError (also a ValueError)   an argument, a file or a table is not what it must be
        ├── FileError                    a file is missing, unreadable or lacks a column
        └── PairingError                 two sets of predictions are not about the same cases

    RefereeWarning (a UserWarning)       the answer stands, and there is something to know about it

An undefined value is no error: it is NaN with its reason (see `referee.core.Estimate`).
"""

__all__ = ["FileError", "InputError", "PairingError", "RefereeError", "RefereeWarning"]


class RefereeError(Exception):
    """Whatever referee raises on purpose."""


class InputError(RefereeError, ValueError):
    """An argument, a file or a table is not what it must be; the message is one sentence."""


class FileError(InputError):
    """A file is missing, cannot be read, or lacks a column."""


class PairingError(InputError):
    """Two sets of predictions are not about the same cases."""


class RefereeWarning(UserWarning):
    """The answer stands, and there is something to know about it."""
