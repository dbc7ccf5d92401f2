"""The gallery is what its command makes: the same scenes, every picture there, and not too large."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import pytest

from tools.gallery.__main__ import MOST, page_of
from tools.gallery.scenes import SCENES, SETUP

ROOT = Path(__file__).parents[1]
matplotlib.use("Agg")


def test_the_page_shows_the_scenes():
    assert (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8") == page_of(SCENES)


def test_every_picture_is_there_and_no_other():
    files = {path.stem for path in (ROOT / "docs" / "gallery").glob("*.png")}
    assert files == {scene.name for scene in SCENES}
    assert sum(path.stat().st_size for path in (ROOT / "docs" / "gallery").iterdir()) < MOST


@pytest.fixture(scope="module")
def common():
    names = {}
    exec(SETUP, names)
    return names


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=[s.name for s in SCENES])
def test_the_code_of_a_picture_runs(scene, common, tmp_path, monkeypatch):
    from matplotlib import pyplot

    monkeypatch.chdir(tmp_path)
    names = {**common}
    exec(scene.code, names)
    if scene.height:
        assert "<html" in (tmp_path / names["page"]).read_text(encoding="utf-8")
    else:
        assert names["ax"].get_figure() is not None
    pyplot.close("all")
