"""The gallery: its page, its command, and the code of every picture."""

from __future__ import annotations

import re

import matplotlib
import pytest

from tools.gallery.__main__ import main, page_of
from tools.gallery.scenes import SCENES, SETUP

matplotlib.use("Agg")


def test_the_page_shows_each_picture_that_was_drawn_and_all_code():
    names = [scene.name for scene in SCENES]
    page = page_of(SCENES, set(names[1:]))
    assert re.findall(r"\(gallery/(.*)\.png\)", page) == names[1:]
    assert len(set(names)) == len(names)
    assert all(scene.code in page for scene in SCENES)


def test_the_command_draws_and_writes_the_page(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["gallery", "width", "--folder", str(tmp_path)])
    main()
    assert [path.name for path in (tmp_path / "gallery").iterdir()] == ["width.png"]
    assert "(gallery/width.png)" in (tmp_path / "gallery.md").read_text(encoding="utf-8")


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
