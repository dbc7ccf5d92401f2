"""The checks of an audit, a file for each subject, registered with the facts that their pages are made from."""

import importlib
import pkgutil

from referee.checks.audit.registry import LEVEL as LEVEL
from referee.checks.audit.registry import NEEDS as NEEDS
from referee.checks.audit.registry import REGISTRY as REGISTRY
from referee.checks.audit.registry import Check as Check
from referee.checks.audit.registry import InapplicableError as InapplicableError
from referee.checks.audit.registry import Material as Material
from referee.checks.audit.registry import Remark as Remark
from referee.checks.audit.registry import check as check
from referee.checks.audit.registry import examine as examine
from referee.checks.standing import STANDING as STANDING

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
