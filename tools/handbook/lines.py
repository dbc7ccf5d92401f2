"""Lines of code below a folder: without blanks, comments and docstrings. `python -m tools.handbook.lines [FOLDER]`."""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from pathlib import Path

SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def code_lines(text: str) -> int:
    """Lines of a module that hold code; a string that stands alone is documentation."""
    held: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SKIPPED:
            held.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            assert node.end_lineno is not None
            held.difference_update(range(node.lineno, node.end_lineno + 1))
    return len(held)


def main(folder: str = "src") -> None:
    """Print the lines of each package below the folder, and of all."""
    totals: dict[str, int] = {}
    for file in sorted({*Path(folder).rglob("*.py"), *Path(folder).rglob("*.pyi")}):
        room = "/".join(file.parts[:3]) if len(file.parts) > 3 else str(file.parent)
        totals[room] = totals.get(room, 0) + code_lines(file.read_text())
    for room, lines in totals.items():
        print(f"{lines:7,}  {room}")
    print(f"{sum(totals.values()):7,}  {folder}")


if __name__ == "__main__":
    main(*sys.argv[1:])
