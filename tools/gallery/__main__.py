"""Make docs/gallery.md and its pictures, under docs/ or another folder. Pages are shown when there is a browser."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.gallery.scenes import SCENES, SETUP, Scene

DOCS = Path(__file__).parents[2] / "docs"
DPI = 110
MOST = 1_500_000


def main() -> None:
    """Draw every scene, or those that are named, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.gallery", description=__doc__)
    parser.add_argument("names", nargs="*", help="scenes to draw; all when none is named")
    parser.add_argument("--folder", type=Path, default=DOCS, help="where to write; docs/ when none is named")
    wanted, home = (vars(parser.parse_args())[name] for name in ("names", "folder"))
    folder = home.resolve() / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    import matplotlib

    matplotlib.use("Agg")
    common: dict[str, Any] = {}
    exec(SETUP, common)
    chosen = [scene for scene in SCENES if not wanted or scene.name in wanted]
    browser = _browser() if any(scene.height for scene in chosen) else contextlib.nullcontext()
    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place), browser as chromium:
        for scene in chosen:
            _draw(scene, {**common}, folder / f"{scene.name}.png", chromium)
            print(scene.name, flush=True)
    drawn = {path.stem for path in folder.glob("*.png")}
    (folder.parent / "gallery.md").write_text(page_of(SCENES, drawn), encoding="utf-8")
    size = sum(path.stat().st_size for path in folder.glob("*.png"))
    print(f"{len(drawn)} pictures, {size / 1e6:.2f} MB")
    if size > MOST:
        sys.exit(f"the pictures must stay below {MOST / 1e6:g} MB")


def page_of(scenes: tuple[Scene, ...], drawn: set[str]) -> str:
    """The page that shows the pictures with the code that made them; what was not drawn has its code alone."""
    out = [
        "# Gallery\n",
        "The figures of the textbook have [a gallery of their own](textbook/figures.md). Those below are made by "
        "`python -m tools.gallery`,\nwhich runs the code shown under each picture after this:\n",
        f"```python\n{SETUP}```\n",
    ]
    for scene in scenes:
        out.append(f"## {scene.title}\n\n{scene.words}\n")
        if scene.name in drawn:
            out.append(f"![{scene.title}](gallery/{scene.name}.png)\n")
        out.append(f"```python\n{scene.code}\n```\n")
    return "\n".join(out)


def _draw(scene: Scene, names: dict[str, Any], path: Path, chromium: Any) -> None:
    """Run the code of a scene and keep its picture."""
    with contextlib.redirect_stdout(io.StringIO()):
        exec(scene.code, names)
    if "page" in names:
        if chromium is not None:
            _shoot(chromium, Path(names["page"]).resolve(), path, scene.height)
        return
    from matplotlib import pyplot

    names["ax"].figure.savefig(path, dpi=DPI)
    pyplot.close("all")


@contextlib.contextmanager
def _browser() -> Iterator[Any]:
    """Headless chromium, or None with a line that says so."""
    program = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        program = None
    if program is None or not os.path.exists(program):
        print("no browser: the pictures of pages are left out (`make system` installs one)")
        yield None
        return
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


def _shoot(chromium: Any, page: Path, path: Path, height: int) -> None:
    """The top of a page as a picture, in few colours."""
    from PIL import Image

    context = chromium.new_context(viewport={"width": 1000, "height": height}, offline=True)
    view = context.new_page()
    view.goto(page.as_uri())
    picture = Image.open(io.BytesIO(view.screenshot()))
    picture.convert("RGB").quantize(96, dither=Image.Dither.NONE).save(path, optimize=True)
    context.close()


if __name__ == "__main__":
    main()
