"""The size of the source and what is too large in it: `python -m tools.handbook.lines [FOLDER]`.

Lines of code are those without blanks, comments and docstrings; stubs count. Long functions and files are named,
so that a change that makes one is seen.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
LONG_FILES = (400, 300)
LONG_FUNCTION = 60
MANY_PARAMETERS = 8


def is_docstring(node: ast.AST) -> bool:
    """Whether a statement is a string that stands alone."""
    return (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )


def lines_of(node: ast.AST) -> range:
    """The lines of a node."""
    return range(getattr(node, "lineno", 1), getattr(node, "end_lineno", 0) + 1)


def code_lines(text: str) -> set[int]:
    """The lines of a module that hold code; a string that stands alone is documentation."""
    held: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SKIPPED:
            held.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if is_docstring(node):
            held.difference_update(lines_of(node))
    return held


def comments(text: str) -> int:
    """Comments that stand alone on their lines."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return sum(t.type == tokenize.COMMENT and t.line.lstrip().startswith("#") for t in tokens)


def functions(text: str) -> Iterator[tuple[ast.FunctionDef, int, int]]:
    """Each function with its lines of code and its number of parameters."""
    held = code_lines(text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            names = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            yield node, len(held & set(lines_of(node))), sum(a.arg not in ("self", "cls") for a in names)


def listing(title: str, rows: list[tuple[int, str]]) -> None:
    """Print how many rows there are and which, the largest first."""
    print(f"{len(rows):7,}  {title}")
    for size, name in sorted(rows, reverse=True):
        print(f"{'':9}{size:4}  {name}")


def main(folder: str = "src") -> None:
    """Print the lines of each package below the folder, and of all; then what is long."""
    totals: dict[str, int] = {}
    texts = {
        file: file.read_text() for file in sorted({*Path(folder).rglob("*.py"), *Path(folder).rglob("*.pyi")})
    }
    for file, text in texts.items():
        room = "/".join(file.parts[:3]) if len(file.parts) > 3 else str(file.parent)
        totals[room] = totals.get(room, 0) + len(code_lines(text))
    for room, lines in totals.items():
        print(f"{lines:7,}  {room}")
    print(f"{sum(totals.values()):7,}  {folder}, {len(texts)} files")
    print(f"{sum(map(comments, texts.values())):7,}  comments that stand alone")
    for most in LONG_FILES:
        sizes = [(len(text.splitlines()), str(file)) for file, text in texts.items()]
        listing(f"files of more than {most} lines of text", [row for row in sizes if row[0] > most])
    found = [
        (f"{file}:{node.name}", node, size, taken)
        for file, text in texts.items()
        for node, size, taken in functions(text)
    ]
    listing(
        f"functions of more than {LONG_FUNCTION} lines of code",
        [(s, name) for name, _, s, _ in found if s > LONG_FUNCTION],
    )
    listing(
        f"functions of more than {MANY_PARAMETERS} parameters",
        [(t, name) for name, _, _, t in found if t > MANY_PARAMETERS],
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
