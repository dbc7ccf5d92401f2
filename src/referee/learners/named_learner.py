"""Learners by name: a dotted path with parameters, as a command line or a study file writes them."""

from __future__ import annotations

import ast
import difflib
import functools
import importlib
import inspect
from collections.abc import Mapping
from typing import Any, NoReturn

from referee import _check, _format
from referee.core.types import Column, Learner, Table

_WORDS = {"true": True, "false": False, "null": None, "none": None}
_FORM = "Write path(name=value, ...), such as sklearn.neighbors.KNeighborsClassifier(n_neighbors=3)."


KNOWN = ("sklearn", "imblearn", "xgboost", "lightgbm", "catboost", "referee")
"""Packages whose constructors a text may name, and the only ones that are imported where nothing is run."""


_ROOMS = """
linear_model naive_bayes tree ensemble neighbors svm discriminant_analysis neural_network dummy gaussian_process
calibration pipeline preprocessing feature_selection decomposition
"""
_SEARCHED = (*(f"sklearn.{room}" for room in _ROOMS.split()), "lightgbm", "xgboost", "catboost")
"""Where a name without a path is looked for."""


class NotImported:
    """A learner of a module that is not known: its path and its parameters, for a plan that runs nothing."""

    def __init__(self, path: str, *args: Any, **params: Any) -> None:
        self.path, self.args, self.params = path, args, params

    def __repr__(self) -> str:
        return f"{self.path}, not imported"

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters that were given."""
        return dict(self.params)

    def fit(self, X: Table, y: Column) -> NoReturn:
        """Refuse to be run."""
        _check.fail("learner", "be imported before it is run", self.path)

    predict = predict_proba = fit_resample = fit


def named_learner(path: str, params: Mapping[str, Any] | None = None, *, known_only: bool = False) -> Learner:
    """The learner that a text names: `path`, `path(name=value, ...)`, and parameters beside it.

    The path is that of a class with `fit`, or of a class or a function make_... of scikit-learn and the packages in
    `KNOWN`; anything else is refused and not called. A class of scikit-learn, LightGBM, XGBoost or CatBoost needs no
    path: its name is enough. A value is a number, a text (quotes are needed only where it is
    not a word), true, false, null, a list or mapping of values, or another `path(...)`, so that pipelines can be
    written. Nothing else is evaluated. A module is imported to find its class, which runs the module: with
    `known_only` one outside those packages is not imported, and a `NotImported` stands for its learner.

    >>> named_learner("sklearn.neighbors.KNeighborsClassifier", {"n_neighbors": 3})
    KNeighborsClassifier(n_neighbors=3)
    >>> named_learner("make_pipeline(StandardScaler(), LogisticRegression(C=0.1))").steps[-1][1].C
    0.1
    """
    try:
        node = ast.parse(path.strip(), mode="eval").body
    except (SyntaxError, ValueError, AttributeError, RecursionError, MemoryError):
        _check.fail("learner", "be a path, with parameters in brackets", _check.show_value(path), _FORM)
    call = node if isinstance(node, ast.Call) else ast.Call(node, [], [])
    return _call(call, _check.mapping("params", params), known_only)


def named_learners(text: str) -> dict[str, Learner]:
    """Several learners by name: `name=path(...)` with commas between them; the class is the name when none is said.

    >>> list(named_learners("sklearn.naive_bayes.GaussianNB, 1nn=sklearn.neighbors.KNeighborsClassifier(p=1)"))
    ['GaussianNB', '1nn']
    """
    out: dict[str, Any] = {}
    for item in _split_items(_check.instance("learners", text, str)):
        before, bracket, _ = item.partition("(")
        name, equals, path = before.partition("=")
        if not equals:
            name, path = before.rpartition(".")[2], before
        name = name.strip()
        if not name or not path.strip():
            _check.fail("learners", "be paths with commas between them", _check.show_value(text), _FORM)
        if name in out:
            hint = "Write name=path to tell them apart."
            _check.fail("learners", "name each learner once", f"{_format.quote(name)} twice", hint)
        out[name] = named_learner(path + item[len(before) :] if bracket else path)
    return out


def _split_items(text: str) -> list[str]:
    """The items between commas that stand in no bracket and no quotes."""
    items, start, depth, quote = [], 0, 0, ""
    for i, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign == "," and not depth:
            items.append(text[start:i])
            start = i + 1
        else:
            depth += (sign in "([{") - (sign in ")]}")
    return [item.strip() for item in (*items, text[start:])]


def _call(call: ast.Call, params: dict[str, Any], known_only: bool = False) -> Any:
    """What a path gives when it is called with its parameters."""
    path = _path(call.func)
    if path is None:
        _refuse(call.func)
    kind = _import_path(path, known_only)
    given = [_value(arg, known_only) for arg in call.args]
    named: dict[str, Any] = {}
    for item in call.keywords:
        if item.arg is None:
            _refuse(item.value)
        if item.arg in named or item.arg in params:
            _check.fail("param", "be given once", f"{item.arg!r} twice")
        named[item.arg] = _value(item.value, known_only)
    named |= params
    try:
        return kind(*given, **named)
    except (TypeError, ValueError) as error:
        got = ", ".join([*map(repr, given), *(f"{key}={value!r}" for key, value in named.items())])
        _check.fail("param", f"be parameters of {path.rpartition('.')[2]}", got or "none", f"{error}.")


def _path(node: ast.expr) -> str | None:
    """A dotted path, or None."""
    text = ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
    return text if all(part.isidentifier() for part in text.split(".")) else None


def _import_path(path: str, known_only: bool = False) -> Any:
    """The class or function of a path; a class within a class is found too."""
    parts = path.split(".")
    if len(parts) == 1:
        return _constructor(path, _search(path))
    if known_only and parts[0] not in KNOWN:
        return functools.partial(NotImported, path)
    hint = "Write the whole path, such as mine.learners.Stump."
    for end in range(len(parts) - 1, 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        except ImportError as error:
            hint = f"{error}."
            break
        for name in parts[end:]:
            found = getattr(found, name, None)
        if callable(found):
            return _constructor(path, found)
        break
    _check.fail("learner", "name a class that can be imported", _check.show_value(path), hint)


def _search(name: str) -> Any:
    """What a name without a path means in the packages where it is looked for."""
    seen: list[str] = []
    for room in _SEARCHED:
        try:
            module = importlib.import_module(room)
        except ImportError:
            continue
        if callable(found := getattr(module, name, None)):
            return found
        seen += [
            other for other, what in vars(module).items() if inspect.isclass(what) and hasattr(what, "predict")
        ]
    inside = [other for other in seen if name.lower() in other.lower()]
    near = (inside or difflib.get_close_matches(name, seen, cutoff=0.5))[:3]
    hint = f"Did you mean {' or '.join(near)}?" if near else "Write the whole path, such as mine.learners.Stump."
    _check.fail("learner", "name a class that can be imported", _check.show_value(name), hint)


def _constructor(path: str, found: Any) -> Any:
    """What a path means, where it makes a learner or a part of one; whatever else could be called is refused."""
    known = str(getattr(found, "__module__", "")).split(".")[0] in KNOWN
    if inspect.isclass(found) and (known or callable(getattr(found, "fit", getattr(found, "fit_resample", None)))):
        return found
    if known and inspect.isfunction(found) and found.__name__.startswith("make_"):
        return found
    rule = f"name a class with fit and predict, or one of {', '.join(KNOWN)}"
    _check.fail("learner", rule, _check.show_value(path), "Nothing else is called.")


def paths_in(text: str) -> list[str]:
    """The paths that a text would import.

    >>> paths_in("sklearn.pipeline.make_pipeline(mine.Scaler(), tree=other.Tree(depth=3))")
    ['sklearn.pipeline.make_pipeline', 'mine.Scaler', 'other.Tree']
    """
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)] or [tree]
    return [path for path in map(_path, calls) if path]


def _value(node: ast.expr, known_only: bool = False) -> Any:
    """A value as it was written."""
    part = functools.partial(_value, known_only=known_only)
    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            return _WORDS.get(node.id.lower(), node.id)
        case ast.Call():
            return _call(node, {}, known_only)
        case ast.List() | ast.Tuple():
            items = [part(item) for item in node.elts]
            return items if isinstance(node, ast.List) else tuple(items)
        case ast.Dict() if None not in node.keys:
            return {part(key): part(value) for key, value in zip(node.keys, node.values, strict=True) if key}
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return -number
    _refuse(node)


def _refuse(node: ast.expr) -> NoReturn:
    _check.fail("param", "be a number, a text, a list, a mapping or a path with brackets", repr(ast.unparse(node)))


def parameter_of(text: str) -> tuple[str, Any]:
    """One parameter written as name=value.

    >>> parameter_of("n_neighbors=3"), parameter_of("penalty=l2"), parameter_of("bootstrap=false")
    (('n_neighbors', 3), ('penalty', 'l2'), ('bootstrap', False))
    """
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        _check.fail("param", "be written as name=value", _check.show_value(text))
    try:
        node = ast.parse(value.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return key.strip(), value.strip()
    plain = isinstance(node, ast.Attribute | ast.BinOp | ast.Compare)
    return key.strip(), value.strip() if plain else _value(node)
