"""Run the examples of a page of documentation, from top to bottom, in one folder and one Python namespace.

A fenced block is an example, and its kind says how it is run:

- `pycon`: a session; what it prints is compared.
- `python`: a script.
- `console`: lines `$ referee ...` with what they print below them, or lines `referee ...` alone.
- any kind with `title="NAME"`: a file, written under that name before the examples run.
- `text`: a drawing, on the pages that are named in DRAWINGS and nowhere else.

A command between backticks in the text is run as well; `referee NAME` alone only names it. A block of another kind and a
command that is neither run nor in NOT_RUN fail the test, so that no example can stand unexecuted.
"""

from __future__ import annotations

import contextlib
import doctest
import importlib.util
import io
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from helpers.cli_runner import run
from referee.cli import COMMANDS

ROOT = Path(__file__).parents[2]

INSTALLS = "it installs; `make package` installs the wheel and the sdist in a clean environment and uses them"
MAKES = "it makes an environment of its own; CI does the same by `make test` and `make package`"
NOT_RUN = {
    "python3 -m venv .venv": MAKES,
    ". .venv/bin/activate": MAKES,
    "pip install '.[report,plot]'": INSTALLS,
    "pipx install '.[report]'": INSTALLS,
    "uv tool install '.[report]'": INSTALLS,
    "make demo": MAKES,
    "make test": MAKES,
}
DRAWINGS = {"docs/architecture.md": "the picture"}

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FENCE = re.compile(r'^( *)```(\S*)(?: title="([^"\n]+)")?\n((?:.*\n)*?)\1```$', re.M)
QUOTED = re.compile(r"`([^`]+)`")
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M))


@dataclass(frozen=True)
class Example:
    """A fenced block, or a command in the text (kind `inline`)."""

    kind: str
    title: str
    text: str
    line: int


def examples(text: str) -> list[Example]:
    """What a page shows, in its order."""
    found, done = [], 0
    for fence in FENCE.finditer(text):
        found += _inline(text, done, fence.start())
        body = re.sub(f"^{fence[1]}", "", fence[4], flags=re.M)
        found.append(Example(fence[2], fence[3] or "", body, text.count("\n", 0, fence.start()) + 1))
        done = fence.end()
    found += _inline(text, done, len(text))
    assert text.count("```") == 2 * len(FENCE.findall(text)), "a fence that this module cannot read"
    return found


def _inline(text: str, start: int, end: int) -> list[Example]:
    """The commands between backticks."""
    return [
        Example("inline", "", " ".join(quoted[1].split()), text.count("\n", 0, start + quoted.start()) + 1)
        for quoted in QUOTED.finditer(text[start:end])
        if re.match(r"(referee|make|python -m|pip|pipx|uv|uvx) ", quoted[1])
    ]


def run_page(page: Path, names: dict | None = None, shorter: tuple[tuple[str, str], ...] = ()) -> None:
    """Run the examples of a page in the current folder; `shorter` replaces text in files, to save time."""
    names = {} if names is None else names
    where = str(page.relative_to(ROOT))
    shown = examples(page.read_text())
    for example in shown:
        if example.title:
            text = example.text
            for old, new in shorter:
                assert old in text, f"{where}: {old}"
                text = text.replace(old, new)
            Path(example.title).write_text(text)
    for example in [one for one in shown if not one.title]:
        place = f"{where}:{example.line}"
        if example.kind == "pycon":
            run_session(example.text, names, place)
        elif example.kind == "python":
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile("\n" * example.line + example.text, where, "exec"), names)
        elif example.kind == "console":
            for command, output in _commands(example.text, place):
                run_command(command, output, place)
        elif example.kind == "inline":
            run_inline(example.text, place)
        else:
            assert example.kind == "text", f"{place}: a block of the unknown kind {example.kind!r} is not run"
            assert where in DRAWINGS, f"{place}: a `text` block is not run; show it as `console` or name the page"


def run_session(text: str, names: dict, place: str) -> None:
    """A session of the interpreter; the names stay."""
    test = doctest.DocTestParser().get_doctest(text + "\n", {}, place, place, 0)
    test.globs = names
    try:
        doctest.DebugRunner(optionflags=FLAGS, verbose=False).run(test, clear_globs=False)
    except doctest.DocTestFailure as failure:
        wanted, got = failure.example, failure.got
        raise AssertionError(f"{place}: {wanted.source}wanted\n{wanted.want}got\n{got}") from None


def run_command(command: str, output: str | None, place: str) -> None:
    """A line of a terminal, with what it prints when that is shown (`...` stands for anything)."""
    words = shlex.split(command, comments=True)
    if shlex.join(words) in {shlex.join(shlex.split(line)) for line in NOT_RUN}:
        assert not output, f"{place}: output of a command that is not run"
        return
    assert words[0] == "referee", f"{place}: {command!r} is neither run nor in NOT_RUN"
    code, out, err = run(*words[1:])
    assert code in (0, 1), f"{place}: {err}"  # 1: a verdict that is not met is an answer too
    told = [
        line for line in err.splitlines() if not line.startswith("  ")
    ]  # but for the price, told before the work
    assert not told, f"{place}: {err}"
    if output is None:
        assert out, place
    else:
        same = doctest.OutputChecker().check_output(output, out, doctest.ELLIPSIS)
        assert same, f"{place}: {command}\nwanted\n{output}got\n{out}"


def run_inline(command: str, place: str) -> None:
    """A command in the text: run, or the name of one that there is."""
    words = shlex.split(command)
    if words[0] == "make" and len(words) == 2:
        assert words[1] in TARGETS, f"{place}: the Makefile has no {words[1]}"
    elif words[:2] == ["python", "-m"]:
        module = ".".join([words[2], *[w for w in words[3:4] if w.islower() and w.isalpha()]])
        assert importlib.util.find_spec(module), f"{place}: there is no module {module}"
    elif len(words) == 2 and words[0] == "referee":
        assert words[1] in COMMANDS, f"{place}: there is no command {words[1]}"
    else:
        run_command(command, None, place)


def _commands(text: str, place: str) -> list[tuple[str, str | None]]:
    """The commands of a block with what they print: those after `$`, or one a line."""
    if not text.startswith("$ "):
        assert "\n$ " not in text, f"{place}: a block with lines with and without $"
        return [(line, None) for line in text.splitlines() if line]
    parts = re.split(r"^\$ ", text, flags=re.M)[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]
