"""What ran: the versions of the packages that a result depends on."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

from referee._version import __version__

ALWAYS = ("numpy", "scipy", "sklearn")


def versions_of(recipes: Iterable[str] = ()) -> dict[str, str]:
    """The versions of Python, referee, numpy, scipy, scikit-learn and of the packages that the recipes name.

    >>> list(versions_of())
    ['python', 'referee', 'numpy', 'scipy', 'sklearn']
    """
    import scipy  # noqa: F401
    import sklearn  # noqa: F401

    named = {name for recipe in recipes for name in re.findall(r"(?<![\w.])([A-Za-z_]\w*)\.[\w.]*\(", recipe)}
    out = {"python": "{}.{}".format(*sys.version_info), "referee": __version__}
    for name in (*ALWAYS, *sorted(named - {*ALWAYS, "referee", "builtins", "__main__"})):
        version = getattr(sys.modules.get(name), "__version__", None)
        if isinstance(version, str):
            out[name] = version
    return out


def differing(then: dict[str, str], now: dict[str, str]) -> str:
    """Which versions differ, in words; nothing when none does.

    >>> differing({"numpy": "1.26"}, {"numpy": "2.0", "scipy": "1.14"})
    'numpy 2.0 where it was 1.26'
    """
    other = [name for name in then if name in now and then[name] != now[name]]
    return ", ".join(f"{name} {now[name]} where it was {then[name]}" for name in other)
