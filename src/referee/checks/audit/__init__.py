"""The checks of an audit, a file for each subject; this loads them and those that results carry."""

import importlib
import pkgutil

from referee.checks import comparing as comparing
from referee.checks import estimating as estimating
from referee.checks import evaluating as evaluating
from referee.checks import ranking as ranking
from referee.checks import room_to_differ as room_to_differ
from referee.checks import scoring as scoring
from referee.checks.audit.material import LEVEL as LEVEL
from referee.checks.audit.material import NEEDS as NEEDS
from referee.checks.audit.material import InapplicableError as InapplicableError
from referee.checks.audit.material import Material as Material
from referee.checks.audit.material import examine as examine
from referee.checks.registry import REGISTRY as REGISTRY

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
