"""The page in a real browser: sliders move, numbers follow and are Python's, nothing is asked of a network."""

from __future__ import annotations

import os
import re
from pathlib import Path

import numpy as np
import pytest

import helpers.browser_tool as browser
import referee
from helpers.noun_examples import NOUNS
from helpers.report_pages import EVIL, evaluation, evil, learner_values, models, rows_of, study
from referee import curves
from referee.views.pages import pictures_of
from referee.views.pages.estimate import estimate_row

browser.demand()

OUT = Path(__file__).parents[2] / "out" / "screenshots"
PICTURES = os.environ.get("REFEREE_SCREENSHOTS") or (OUT if os.environ.get("CI") == "true" else None)


@pytest.fixture(scope="session")
def chromium():
    with browser.launched() as made:
        yield made


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    referee.report(evaluation(), folder / "evaluation.html")
    one, two = models()["sharp"], models()["blunt"]
    duel = referee.compare(one, two, margin=0.02, rng=0)
    referee.report(duel, folder / "comparison.html", region=referee.where_better(one, two, rng=0))
    referee.report(referee.compare(one, two, metric="roc_auc", rng=0), folder / "auc.html")
    referee.report(referee.compare_all(models(), margin=0.1, rng=0), folder / "family.html")
    referee.report(referee.evaluate(evil(), costs={"fp": 1, "fn": 2}, rng=0), folder / "evil.html")
    referee.report(referee.evaluate(list("abcabcab"), list("abcaabbb"), rng=0), folder / "classes.html")
    referee.report(learner_values(), folder / "learner.html")
    referee.report(study(), folder / "study.html")
    kinds = {type(value).__name__: value for value in NOUNS.values() if pictures_of(value)}
    referee.report([value for name, value in kinds.items() if name not in LEARNER], folder / "nouns.html")
    bad = [
        referee.TestResult(EVIL, EVIL, 0.5, errs=EVIL, warnings=(EVIL,)),
        referee.Finding("R1", "note", *[EVIL] * 3),
    ]
    scores = {name: {EVIL: i / 10, "b": 0.8, "c": 0.7 - i / 9} for i, name in enumerate((EVIL, "x", "y"))}
    ranked = referee.rank(scores, metric="accuracy", rng=0)
    referee.report(
        [ranked, referee.inference.adjust([0.1, 0.2], labels=[EVIL, "x"]), *bad], folder / "evil-any.html"
    )
    return folder


LEARNER = ("AgainstChance", "LearnerCurve", "Selection", "Skill", "Standings")
NEW = ("learner", "study", "nouns", "evil-any")
ALL = ("evaluation", "comparison", "auc", "family", "evil", "classes", "learner", "study", "nouns", "evil-any")


@pytest.fixture
def opened(chromium, folder):
    made = []

    def opener(name, **options):
        made.append(browser.Watched(chromium, folder / f"{name}.html", **options))
        return made[-1]

    yield opener
    for watched in made:
        watched.quiet()
        watched.context.close()


@pytest.mark.slow
def test_the_slider_moves_and_the_numbers_are_pythons(opened):
    page = opened("evaluation")
    table = rows_of()
    for i in (0, 3, len(table) // 2, len(table) - 1):
        page.slide("threshold", i)
        cells = [page.text(f"count-{k}") for k in range(4)]
        assert cells == [f"{c:,}" for c in table.counts[i].ravel().tolist()]
        for k, measure in enumerate(table.measures[i]):
            row = estimate_row(measure, measure.name)
            assert page.text(f"value-{k}") == row[1]
            shown = row[2] if measure.defined else f"undefined: {measure.undefined}"
            assert page.text(f"interval-{k}") == shown
        called = int(table.counts[i][:, 1].sum())
        assert f"{called} of 240 cases are called ill" in page.text("says")


def test_the_keyboard_moves_the_slider(opened):
    page = opened("evaluation")
    before = page.text("threshold-text")
    page.page.locator("#threshold").focus()
    page.page.keyboard.press("ArrowRight")
    after = page.text("threshold-text")
    assert after != before
    assert page.page.locator("#threshold").get_attribute("aria-valuetext") == after
    page.page.keyboard.press("Home")
    assert page.text("threshold-text") == "above all scores"
    page.page.get_by_role("button", name="Back to the start").press("Enter")
    assert page.text("threshold-text") == before


def place(page, name):
    mark = page.page.locator(f"#{name}").get_attribute("transform")
    return tuple(float(v) for v in re.findall(r"-?[\d.]+", mark))


def test_the_points_follow_in_every_picture(opened):
    page = opened("evaluation")
    names = ("roc-now", "pr-now", "gain-now", "cost-now", "scores-now", "reliability-now", "decision-now")
    table = rows_of()
    page.slide("threshold", len(table) // 3)
    first = {name: place(page, name) for name in names}
    page.slide("threshold", 2 * len(table) // 3)
    for name in names:
        assert place(page, name) != first[name], name
    counts = table.counts[2 * len(table) // 3]
    fpr, tpr = counts[0, 1] / counts[0].sum(), counts[1, 1] / counts[1].sum()
    x, y = place(page, "roc-now")
    assert x == pytest.approx(46 + fpr * (360 - 46 - 12), abs=0.1)
    assert y == pytest.approx(300 - 42 - tpr * (300 - 10 - 42), abs=0.1)


def test_the_line_of_equal_cost_is_pythons(opened):
    page = opened("evaluation")
    hull = evaluation().hull
    data = page.page.evaluate("referee.data")
    every = "() => referee.data.prevalences.map(p => referee.data.ratios.map(r => referee.iso(referee.data.hull, p, r)))"
    for p, row in zip(data["prevalences"], page.page.evaluate(every), strict=True):
        for ratio, found in zip(data["ratios"], row, strict=True):
            costs = {"fp": 1, "fn": ratio}
            slope = curves.iso_performance_slope(positives=p, negatives=1 - p, costs=costs)
            assert found["slope"] == pytest.approx(slope, rel=1e-12)
            assert found["mix"] == pytest.approx(curves.probability_cost(p, costs=costs), rel=1e-9)
            best = curves.operating_points(hull, costs=costs, prevalence=p)
            here = (hull.fpr[found["best"]], hull.tpr[found["best"]])
            assert any(np.allclose(here, (b.fpr, b.tpr), atol=1e-6) for b in best)


def test_prevalence_and_cost_move_the_line_and_the_best_point(opened):
    page = opened("evaluation")
    page.slide("ratio", 0)
    page.slide("prevalence", 0)
    low = page.page.locator("#roc-iso").get_attribute("points"), place(page, "roc-best"), place(page, "cost-mix")
    page.slide("ratio", 15)
    page.slide("prevalence", 16)
    high = page.page.locator("#roc-iso").get_attribute("points"), place(page, "roc-best"), place(page, "cost-mix")
    assert all(a != b for a, b in zip(low, high, strict=True))
    page.page.get_by_role("button", name="Go to the cheapest threshold").click()
    assert place(page, "roc-now") == place(page, "roc-best")
    ends = (f"the cheapest threshold is {page.text('threshold-text')}.", "is below all scores.")
    assert page.text("advice").endswith(ends)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "scheme"), [(n, s) for n in ALL for s in ("light", "dark") if s == "light" or n not in NEW[2:]]
)
def test_axe_finds_nothing(opened, name, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(name, color_scheme=scheme)
    page.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    found = axe.run(page.page).response["violations"]
    assert [(v["id"], [n["html"][:200] for n in v["nodes"]][:3]) for v in found] == []


def test_every_control_has_a_name(opened):
    tree = opened("evaluation").page.locator("main").aria_snapshot()
    for name in ("Threshold on the score", "Prevalence in use", "A miss costs as much as"):
        assert re.search(rf'slider "{name}', tree), name
    for name in ("ROC curve", "Calibration", "Cost curve"):
        assert f'img "{name}' in tree


@pytest.mark.slow
@pytest.mark.parametrize(("name", "width"), [(n, w) for n in ALL for w in (340, 1200) if w == 340 or n not in NEW])
def test_no_page_is_wider_than_its_window(opened, name, width):
    page = opened(name, viewport={"width": width, "height": 800})
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width


def test_text_of_the_user_does_not_run(opened):
    page = opened("evil")
    for i in range(0, 40, 7):
        page.slide("threshold", i)
    assert page.page.evaluate("window.hacked === undefined")
    assert "<script>window.hacked" in page.page.inner_text("main")
    assert page.page.locator("img").count() == 0


def test_text_of_the_user_does_not_run_in_any_page(opened):
    page = opened("evil-any")
    assert page.page.evaluate("window.hacked === undefined")
    assert "<script>window.hacked" in page.page.inner_text("main")
    assert page.page.locator("img").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["learner", "study", "comparison", "nouns"])
def test_every_page_is_dark_and_prints(opened, name):
    page = opened(name, color_scheme="dark").page
    colour = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(colour) != "rgb(255, 255, 255)"
    page.emulate_media(media="print")
    assert page.evaluate(colour) == "rgb(255, 255, 255)"
    assert not page.locator("nav").is_visible()
    assert page.locator("#how").is_visible()
    assert len(page.pdf()) > 10_000


def test_the_words_in_a_picture_stay_inside_it(opened):
    script = """() => [...document.querySelectorAll("svg.chart")].flatMap(svg => {
      const box = svg.getBoundingClientRect();
      return [...svg.querySelectorAll("text")].filter(t => t.textContent.length < 46).map(t => [t, t.getBoundingClientRect()])
        .filter(([t, b]) => b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 1 || b.bottom > box.bottom + 1)
        .map(([t]) => svg.id + ": " + t.textContent);
    })"""
    for name in ("auc", "learner", "study", "nouns"):
        assert opened(name).page.evaluate(script) == [], name


def test_a_study_says_its_picture_to_who_cannot_see_it(opened):
    tree = opened("study").page.locator("main").aria_snapshot()
    assert 'img "Critical-difference diagram' in tree
    assert "Average ranks:" in tree
    assert re.search(r'cell "0\.\d+ (best|tie)', tree)


def test_dark_print_and_colours(opened):
    light, dark = (opened("evaluation", color_scheme=scheme).page for scheme in ("light", "dark"))
    colour = "getComputedStyle(document.body).backgroundColor"
    assert light.evaluate(colour) == "rgb(255, 255, 255)"
    assert dark.evaluate(colour) != light.evaluate(colour)
    dark.emulate_media(media="print")
    assert dark.evaluate(colour) == "rgb(255, 255, 255)"
    assert not dark.locator(".controls").is_visible()
    assert dark.locator("#live-measures").is_visible()
    assert len(dark.pdf()) > 10_000


def test_the_paragraph_is_copied(opened):
    page = opened("evaluation", permissions=["clipboard-read"])
    page.page.get_by_role("button", name="Copy the paragraph").click()
    assert page.text("copied") in ("Copied.", "Selected: copy it with the keyboard.")


def test_without_scripts_the_page_still_reads(chromium, folder):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "evaluation.html").as_uri())
    assert "The sliders need scripts" in page.inner_text("main")
    table = rows_of()
    assert page.inner_text("#value-0") == f"{evaluation()['accuracy'].value:.3f}"
    assert len(table) > 10
    context.close()


@pytest.mark.skipif(not PICTURES, reason="REFEREE_SCREENSHOTS names no folder for screenshots")
def test_screenshots(opened):
    looks = {"light": {}, "dark": {"color_scheme": "dark"}, "phone": {"viewport": {"width": 390, "height": 800}}}
    Path(PICTURES).mkdir(parents=True, exist_ok=True)
    for name in ALL:
        for look, options in looks.items():
            opened(name, **options).page.screenshot(path=Path(PICTURES) / f"{name}-{look}.png", full_page=True)
        opened(name).page.pdf(path=Path(PICTURES) / f"{name}-print.pdf", format="A4")
