"""A docstring as Markdown: paragraphs, its example as code, its references in full."""

from __future__ import annotations

import inspect
import re
from typing import Any

from referee._references import works

_KEY = r"[a-z]+\d{4}[a-z]*"
_CITED = re.compile(rf"References?:\s+({_KEY}(?:,\s+{_KEY})*)\.?")


def markdown(thing: Any) -> str:
    """What a function or class says of itself."""
    text = inspect.getdoc(thing) or ""
    blocks: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        if block.lstrip().startswith(">>>"):
            blocks.append(f"```pycon\n{block}\n```")
        elif block.startswith("    ") or "\n    " in block:
            blocks.append(f"```text\n{block}\n```")
        else:
            blocks.append(_CITED.sub(_cite, _escape(block)))
    return "\n\n".join(blocks)


def _cite(match: re.Match[str]) -> str:
    """Keys of references, written out."""
    return "Reference: " + "; ".join(map(reference, re.findall(_KEY, match[1]))) + "."


def reference(key: str) -> str:
    """A work in full, its DOI as a link."""
    work = works()[key]
    doi = f", doi [{_escape(work.doi)}]({work.link})" if work.doi else ""
    return _escape(work.text) + doi


def signature(thing: Any) -> str:
    """How it is called, types left out: they are in the code."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    empty = inspect.Parameter.empty
    plain = [p.replace(annotation=empty) for p in found.parameters.values() if p.name != "self"]
    text = str(found.replace(parameters=plain, return_annotation=inspect.Signature.empty))
    return re.sub(r"<[^<>]*(<lambda>)?[^<>]*>", "...", text)


def _escape(text: str) -> str:
    """Prose whose signs are not taken for markup; what stands between backticks stays."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else part.replace("<", "&lt;").replace("*", "\\*") for part in parts
    )
