"""The checks of an audit: one coded check a file, registered with the facts that its page in the docs is made from."""

import importlib
import pkgutil

from referee.checks.audit.registry import (
    LEVEL,
    NEEDS,
    REGISTRY,
    Check,
    InapplicableError,
    Material,
    Remark,
    check,
    examine,
)
from referee.checks.standing import STANDING

__all__ = [
    "LEVEL",
    "NEEDS",
    "REGISTRY",
    "STANDING",
    "Check",
    "InapplicableError",
    "Material",
    "Remark",
    "check",
    "examine",
]

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
