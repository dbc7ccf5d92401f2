"""Tests that stand in another file than the table that names them."""

import ast
from pathlib import Path


def exists(place: str) -> bool:
    """Whether a test, or a row of a table of odd inputs, of that name ("studies.test_store.test_x") is there.

    Its file is read and not imported.
    """
    module, name = place.rsplit(".", 1)
    file = Path(__file__).parents[1] / (module.replace(".", "/") + ".py")
    return any(
        isinstance(node, ast.FunctionDef) and node.name == name for node in ast.walk(ast.parse(file.read_text()))
    )
