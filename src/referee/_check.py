"""Argument checks and the one error sentence: "`arg` must RULE; got VALUE. HINT."."""

from __future__ import annotations

import difflib
import importlib
import math
import numbers
import re
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from referee.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Made = TypeVar("Made")
MOST = 2**53
"""Above this floats skip whole numbers."""

_CALLED = (
    "password|passwd|passphrase|pwd|token|secret|signature|credentials?|(?:access|account|api|private|shared)[_-]?key|"
    "authorization"
)
_VALUE = r"""(?:"[^"]*"|'[^']*'|[^&;,\s"')}\]]+)"""
SECRETS = tuple(
    (re.compile(form, re.IGNORECASE), shown)
    for form, shown in (
        (r"(\w:/{1,2})[^/\s]*@", r"\1***@"),
        (r"(?<![\w.])[\w.+-]+:[^\s:/@'\"]+@(?=[\w.-])", "***@"),
        (r"\b(bearer|basic)\s+[\w.~+/=-]{6,}", r"\1 ***"),
        (rf"(\b[\w-]*(?:{_CALLED}|\bsig|\bsas|\bauth)\b[\"']?\s*[=:]\s*){_VALUE}", r"\1***"),
        (rf"(--[\w-]*(?:{_CALLED})\s+)\S+", r"\1***"),
        (r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_\w{20,}|\bsk-[\w-]{20,}|\bxox[abpr]-[\w-]{10,}", "***"),
        (r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*", "***"),
    )
)
"""Forms of secrets, and what is shown of them."""


def sentence(arg: str, rule: str, got: object, hint: str = "") -> str:
    """The error sentence: one line, control characters escaped, secrets of addresses left out.

    >>> sentence("level", "lie strictly between 0 and 1", 95, "Did you mean 0.95?")
    '`level` must lie strictly between 0 and 1; got 95. Did you mean 0.95?'
    """
    shown = mask_secrets(got if isinstance(got, str) else show_value(got))
    if len(shown) > 200:
        shown = shown[:197] + "..."
    text = f"`{mask_secrets(arg)}` must {rule}; got {shown}.{' ' + mask_secrets(hint) if hint else ''}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def mask_secrets(text: str) -> str:
    """A text without the secrets in it: of addresses, of parameters and headers that are called so, and bare keys.

    >>> mask_secrets("postgresql://me:secret@host/db?password=hidden&x=1")
    'postgresql://***@host/db?password=***&x=1'
    """
    for form, shown in SECRETS:
        text = form.sub(shown, text)
    return text


def show_value(value: object) -> str:
    """A value as its repr, or its type where that cannot be written, such as a whole number of 5000 digits.

    >>> show_value(10**5000)
    'a value of type int that cannot be written'
    """
    try:
        return repr(value)
    except Exception:
        return f"a value of type {type(value).__name__} that cannot be written"


def fail(arg: str, rule: str, got: object, hint: str = "", *, error: type[InputError] = InputError) -> NoReturn:
    """Raise the error sentence."""
    raise error(sentence(arg, rule, got, hint)) from None


def number(arg: str, value: object) -> float:
    """A finite real number, as a float."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        fail(arg, "be a finite number", show_value(value))
    try:
        x = float(value)
    except OverflowError:
        x = math.inf
    if not math.isfinite(x):
        fail(arg, "be a finite number", show_value(value))
    return x


def fraction(arg: str, value: object) -> float:
    """A number strictly between 0 and 1; a percentage gets its fraction suggested."""
    x = number(arg, value)
    if not 0 < x < 1:
        hint = f"Did you mean {x / 100:g}?" if 1 < x < 100 else ""
        fail(arg, "lie strictly between 0 and 1", value, hint)
    return x


def share(arg: str, value: object) -> float:
    """A number from 0 to 1, ends included."""
    x = number(arg, value)
    if not 0 <= x <= 1:
        hint = f"Did you mean {x / 100:g}?" if 1 < x <= 100 else ""
        fail(arg, "lie between 0 and 1", value, hint)
    return x


def positive_number(arg: str, value: object) -> float:
    """A finite number greater than 0."""
    x = number(arg, value)
    if x <= 0:
        fail(arg, "be greater than 0", value)
    return x


def whole(arg: str, value: object, *, least: int = 0) -> int:
    """A whole number of at least `least`; 25.0 counts as 25, 25.5 does not."""
    x = number(arg, value)
    if x != math.floor(x):
        hint = f"{x:g} cases cannot be: the nearest counts are {math.floor(x)} and {math.ceil(x)}."
        fail(arg, "be a whole number", value, hint)
    if x < least:
        fail(arg, f"be at least {least}", value)
    if x > MOST:
        fail(arg, f"be at most {MOST}", value)
    return int(value) if isinstance(value, numbers.Integral) else int(x)


def flag(arg: str, value: object) -> bool:
    """True or False."""
    import numpy as np

    if not isinstance(value, bool | np.bool_):
        fail(arg, "be True or False", show_value(value))
    return bool(value)


def jobs(value: object) -> int:
    """A number of processes, as joblib counts them: -1 for all cores; None is one."""
    found = 1 if value is None else whole("n_jobs", value, least=-4096)
    if found == 0 or found > 4096:
        fail("n_jobs", "be a number of processes, or -1 for all cores", show_value(value))
    return found


def mapping(arg: str, value: Any) -> dict[Any, Any]:
    """A dictionary or the like; None is an empty one."""
    if value is not None and not isinstance(value, Mapping):
        fail(arg, "be a dictionary", show_value(value))
    return dict(value or {})


def instance(arg: str, value: object, kind: type[Made]) -> Made:
    """A value of one of referee's own types."""
    if not isinstance(value, kind):
        fail(arg, f"be a {kind.__name__}", type(value).__name__)
    return value


def floats(arg: str, value: object) -> NDArray[np.float64]:
    """An array of floats of any shape; what is no number is refused."""
    import numpy as np

    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        fail(arg, "hold numbers", show_value(value))


def sizable(arg: str, column: Any) -> None:
    """Refuse numbers whose squares floats do not hold."""
    if column.size and abs(column).max() > 1e150:
        fail(arg, "hold numbers of at most 1e150 in size", float(column[abs(column).argmax()]))


def items(arg: str, value: Any, of: str) -> list[Any]:
    """The items of a list or another row of values; one value alone is refused."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        fail(arg, f"be a list of {of}", show_value(value))
    try:
        return list(value)
    except TypeError:
        fail(arg, f"be a list of {of}", show_value(value))


def names(arg: str, value: Any) -> tuple[str, ...]:
    """One name or several."""
    return (value,) if isinstance(value, str) else tuple(items(arg, value, "names"))


def near(word: str, options: Iterable[str]) -> str:
    """A hint that names the options nearest to a misspelt word, or all when they are few."""
    names = sorted(options)
    known = "Known: " + ", ".join(names) + "." if len(names) <= 30 else ""
    return _close(word, names) or known


def _close(word: str, names: list[str]) -> str:
    close = difflib.get_close_matches(word.lower(), names, n=3, cutoff=0.5)
    return "Did you mean " + " or ".join(repr(c) for c in close) + "?" if close else ""


def choice(arg: str, value: object, options: Iterable[str]) -> str:
    """One of a few words."""
    names = tuple(options)
    if not isinstance(value, str) or value not in names:
        hint = _close(value, sorted(names)) if isinstance(value, str) and len(names) > 6 else ""
        fail(arg, "be one of " + ", ".join(repr(n) for n in names), show_value(value), hint)
    return value


def package(name: str, extra: str) -> ModuleType:
    """A package of an extra, imported; where it is missing, the sentence says what to install."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        fail(extra, f"find the package {name}", "none", f"Install it with: pip install 'referee[{extra}]'.")
