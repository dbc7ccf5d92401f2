"""The page in a real browser: sliders move, numbers follow and are Python's, nothing is asked of a network."""

from __future__ import annotations

import math
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

import helpers.browser_tool as browser
import referee
from helpers.noun_examples import NOUNS
from helpers.report_pages import (
    EVIL,
    audit,
    duel_with_ids,
    evaluation,
    evil,
    gate_example,
    hundred_classes,
    learner_values,
    many_cases,
    models,
    one_dataset,
    rows_of,
    study,
    vehicles,
    wide_study,
    with_ids,
)
from referee.views.numbers import percent_cells
from referee.views.pages import pictures_of
from referee.views.report.comparison import lead_of_comparison
from referee.views.report.explorer import MEASURES, cost_rows
from referee.views.report.margins import margin_stops, margin_text

browser.demand()

OUT = Path(__file__).parents[2] / "out" / "screenshots"
PICTURES = os.environ.get("REFEREE_SCREENSHOTS") or (OUT if os.environ.get("CI") == "true" else None)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    referee.report(evaluation(), folder / "evaluation.html")
    one, two = models()["sharp"], models()["blunt"]
    referee.report(duel_with_ids(), folder / "comparison.html", region=referee.where_better(one, two, rng=0))
    referee.report(gate_example(), folder / "gate.html")
    referee.report(referee.compare(one, two, metric="roc_auc", rng=0), folder / "auc.html")
    referee.report(referee.compare_all(models(), margin=0.1, rng=0), folder / "family.html")
    referee.report(referee.evaluate(evil(), costs={"fp": 1, "fn": 2}, rng=0), folder / "evil.html")
    referee.report(referee.evaluate(list("abcabcab"), list("abcaabbb"), rng=0), folder / "classes.html")
    referee.report(vehicles(), folder / "vehicles.html", on="silhouettes")
    referee.report(learner_values(), folder / "learner.html")
    referee.report(study(), folder / "study.html")
    kinds = {type(value).__name__: value for value in NOUNS.values() if pictures_of(value)}
    referee.report([value for name, value in kinds.items() if name not in LEARNER], folder / "nouns.html")
    bad = [
        referee.core.TestResult(EVIL, EVIL, 0.5, errs=EVIL, warnings=(EVIL,)),
        referee.core.Finding("R1", "note", *[EVIL] * 3),
    ]
    scores = {name: {EVIL: i / 10, "b": 0.8, "c": 0.7 - i / 9} for i, name in enumerate((EVIL, "x", "y"))}
    ranked = referee.rank(scores, metric="accuracy", rng=0)
    referee.report(
        [ranked, referee.inference.adjust([0.1, 0.2], labels=[EVIL, "x"]), *bad], folder / "evil-any.html"
    )
    return folder


CUT = """() => [...document.querySelectorAll(".name, .val, .field span, h1, h2, h3, th, .says, .xs span, .ys span, .marks text")]
  .filter(e => e.getClientRects().length && !e.closest(".scroll, .vh")).filter(e => {
    const b = e.getBoundingClientRect();
    return e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline" && e.clientWidth > 0
      || e.matches(".name") && b.width < 40 && b.height > 60
      || b.left < -1 || b.right > innerWidth + 1 || e.textContent.trim().endsWith("…");
  }).map(e => e.className.baseVal ?? e.className + ": " + e.textContent.slice(0, 80))"""
HOLES = """() => [...document.querySelectorAll(".charts")].flatMap(grid => {
  const edge = grid.getBoundingClientRect(), rows = {};
  for (const cell of grid.children) {
    const b = cell.getBoundingClientRect();
    rows[Math.round(b.top)] = Math.max(rows[Math.round(b.top)] ?? 0, b.right);
  }
  return Object.entries(rows).filter(([, right]) => right < edge.right - 2).map(([top, right]) => top + ": " + (edge.right - right));
})"""
BESIDE = """() => [...document.querySelectorAll(".verdict")].flatMap(part => {
  const [text, chart] = [...part.children].map(e => e.getBoundingClientRect());
  return chart && chart.left > text.right - 1 ? [Math.round(Math.abs(chart.height - part.firstElementChild.lastElementChild.getBoundingClientRect().bottom + text.top))] : [];
})"""
"""What is measured in a page: words that do not fit their box or the window, names set letter below letter, rows of
charts that end early, and how much taller than the verdict the picture beside it is."""

WIDE = {
    "audit": audit,
    "wide-study": wide_study,
    "one-dataset": one_dataset,
    "hundred-classes": hundred_classes,
    "many-cases": many_cases,
}
LEARNER = ("AgainstChance", "LearnerCurve", "Selection", "Skill", "Standings")
NEW = ("learner", "study", "nouns", "evil-any")
ALL = (
    "evaluation",
    "comparison",
    "gate",
    "auc",
    "family",
    "evil",
    "classes",
    "vehicles",
    "learner",
    "study",
    "nouns",
    "evil-any",
    *WIDE,
)


@pytest.fixture
def opened(chromium, folder):
    made = []

    def opener(name, **options):
        if name in WIDE and not (folder / f"{name}.html").exists():  # they take seconds: made when asked for
            referee.report(WIDE[name](), folder / f"{name}.html")
        made.append(browser.Watched(chromium, folder / f"{name}.html", **options))
        return made[-1]

    yield opener
    for watched in made:
        watched.quiet()
        watched.context.close()


def now(page):
    """What the panel says: value and interval of each measure."""
    return page.page.evaluate(
        "() => [...document.querySelectorAll('#measures-now tr')].map(r => [r.cells[1].textContent, r.cells[2].textContent])"
    )


def test_the_slider_moves_and_the_numbers_are_pythons(opened):
    page = opened("evaluation")
    table = rows_of()
    for i in (0, 3, len(table) // 2, len(table) - 1):
        page.slide("threshold", i)
        for shown, measure in zip(now(page), table.measures[i], strict=False):
            value, span = percent_cells(measure)
            assert shown == [value, span if measure.defined else f"undefined: {measure.undefined}"]
        counts = {kind: int(page.text(kind).replace(",", "")) for kind in ("tn", "fp", "fn", "tp")}
        assert sum(counts.values()) == 1000
        for kind, cell in zip(counts, table.counts[i].ravel().tolist(), strict=True):
            assert abs(counts[kind] - 1000 * cell / 240) < 1
        assert f"{counts['tp'] + counts['fp']} of 1,000 cases in use are called “ill”" in page.text("at")


def in_use(table, i, prevalence, ratio):
    """The cells of the panel at another prevalence, by `evaluate`."""
    matrix = referee.ConfusionMatrix(table.counts[i], table.labels, table.labels[1])
    metrics = [*MEASURES, "mean_cost"]
    costs = {"fp": 1.0, "fn": ratio}
    result = referee.evaluate(matrix, metrics=metrics, costs=costs, prevalence=prevalence, rng=0)
    cost = result["mean_cost"]
    cells = [list(percent_cells(result[name])) for name in MEASURES]
    return cells, [1000 * v for v in (cost.value, *cost.interval)]


def test_at_every_prevalence_the_numbers_are_pythons(opened):
    page, table = opened("evaluation"), rows_of()
    data = page.page.evaluate("referee.data")
    for j in range(0, len(data["prevalences"]), 4):
        p = data["prevalences"][j]
        if p == data["share"]:
            continue
        for i in range(2, len(table) - 2, 17):
            shown = page.page.evaluate(f"referee.cells({i}, {p!r}, 20)")
            cells, cost = in_use(table, i, p, 20.0)
            assert shown[:6] == [c if c[0] != "–" else shown[k] for k, c in enumerate(cells)], (i, p)
            assert shown[6][0] == f"{math.floor(cost[0] + 0.5):,}"
            assert shown[6][1] == f"[{math.floor(cost[1] + 0.5):,}, {math.floor(cost[2] + 0.5):,}]"


def test_the_prevalence_slider_moves_what_it_must(opened):
    page = opened("evaluation")
    before = now(page)
    curve = page.page.locator("#pr-line0").get_attribute("points")
    page.slide("prevalence", 3)
    after = now(page)
    assert after[:2] == before[:2], "recalls do not depend on the prevalence"
    assert all(a != b for a, b in zip(after[2:], before[2:], strict=True))
    assert page.page.locator("#pr-line0").get_attribute("points") != curve
    page.page.get_by_role("button", name="Start again").click()
    assert now(page) == before
    assert page.page.locator("#pr-line0").get_attribute("points") == curve


def test_the_address_keeps_and_restores_the_state(opened, chromium, folder):
    page = opened("evaluation")
    page.slide("threshold", 12)
    page.slide("prevalence", 5)
    page.slide("ratio", 3)
    address, cells = page.page.evaluate("location.href"), now(page)
    assert re.search(r"#t=[\d.]+&p=0.01&c=0.1$", address)
    page.page.get_by_role("link", name="Details").click()
    assert page.page.evaluate("location.href") == address
    again = chromium.new_context(offline=True)
    other = again.new_page()
    other.goto(address)
    assert other.locator("#threshold").input_value() == "12"
    shown = other.evaluate("[...document.querySelectorAll('#measures-now td')].map(c => c.textContent)")
    assert shown == [text for row in cells for text in row]
    again.close()


LINKED = ("roc", "pr", "scores", "price", "reliability", "decision")


def test_hovering_marks_the_same_threshold_everywhere_and_a_click_sets_it(opened):
    page = opened("evaluation", viewport={"width": 1400, "height": 1000})
    before, tree = now(page), page.page
    tree.locator("#roc").scroll_into_view_if_needed()
    box = tree.locator("#roc").bounding_box()
    tree.mouse.move(box["x"] + 0.05 * box["width"], box["y"] + 0.5 * box["height"])
    for name in LINKED:
        assert tree.locator(f"#{name} .seen *").count() > 0, name
    seen = page.text("threshold-text")
    assert now(page) != before
    tree.mouse.click(box["x"] + 0.05 * box["width"], box["y"] + 0.5 * box["height"])
    tree.mouse.move(2, 2)
    assert page.text("threshold-text") == seen
    assert tree.locator("#pr .seen *").count() == 0
    tree.locator("#roc").hover(position={"x": 0.8 * box["width"], "y": 4})
    tree.mouse.move(2, 2)
    assert page.text("threshold-text") == seen


def test_the_keyboard_moves_the_slider_and_every_picture(opened):
    page = opened("evaluation")
    before = page.text("threshold-text")
    page.page.locator("#threshold").focus()
    page.page.keyboard.press("ArrowRight")
    after = page.text("threshold-text")
    assert after != before
    assert page.page.locator("#threshold").get_attribute("aria-valuetext") == after
    for name in LINKED:
        shown = page.text("threshold-text")
        page.page.locator(f"#{name}").focus()
        page.page.keyboard.press("ArrowRight")
        assert page.text("threshold-text") != shown, name
        assert page.text("threshold-text") in page.page.locator(f"#{name}").get_attribute("aria-valuetext")
    page.page.locator("#roc").focus()
    page.page.keyboard.press("Home")
    assert page.text("threshold-text") == "above all scores"
    page.page.get_by_role("button", name="Start again").press("Enter")
    assert page.text("threshold-text") == before


def test_the_cheapest_threshold_costs_least(opened):
    page, table = opened("evaluation"), rows_of()
    for j, k in ((2, 3), (14, 10), (20, 18)):
        page.slide("prevalence", j)
        page.slide("ratio", k)
        page.page.get_by_role("button", name="Cheapest threshold").click()
        data = page.page.evaluate("referee.data")
        costs = cost_rows(table, data["prevalences"][j], data["ratios"][k])
        at = int(page.page.locator("#threshold").input_value())
        assert costs[at] == pytest.approx(costs.min(), abs=1e-6)


def test_a_class_is_picked_for_all_curves_and_kept_in_the_address(opened):
    page = opened("vehicles").page
    picked = "[...document.querySelectorAll('polyline.now')].map(line => line.id)"
    least = min(range(4), key=lambda i: vehicles().by_class[i][1][0].value)
    assert page.evaluate(picked) == [f"{name}-line{least}" for name in ("roc", "pr", "reliability")]
    page.get_by_role("button", name="van").click()
    assert page.evaluate(picked) == [f"{name}-line1" for name in ("roc", "pr", "reliability")]
    area = vehicles().parts["roc of class 1"].facts["auc"]
    assert page.inner_text("#roc-kick") == f"ROC curve of van, area {100 * area:.1f}%"
    assert page.evaluate("location.hash") == "#class=van"
    assert page.locator("#class-0 .row.now .name").inner_text() == "van"


def test_confused_classes_stand_side_by_side_on_demand(opened):
    page = opened("vehicles").page
    heads = "[...document.querySelectorAll('.heat thead th, .heat tbody th')].map(cell => cell.textContent)"
    diagonal = "[...document.querySelectorAll('.heat tbody tr')].map((row, i) => row.children[i + 1].textContent)"
    given, right = page.evaluate(heads), page.evaluate(diagonal)
    page.get_by_role("button", name="Confused classes side by side").click()
    order = page.evaluate(heads)
    assert order[:4] == order[4:]
    assert abs(order.index("opel") - order.index("saab")) == 1
    assert sorted(page.evaluate(diagonal)) == sorted(right)
    page.get_by_role("button", name="Confused classes side by side").click()
    assert page.evaluate(heads) == given


MARGIN = (
    "() => [...['margin-text', 'margin-word', 'margin-says'].map(id => document.getElementById(id).textContent)]"
)


def test_the_verdict_at_every_margin_is_pythons_and_the_address_keeps_it(opened, chromium):
    page, duel = opened("comparison").page, duel_with_ids()
    stops = margin_stops(duel.enough, duel.margin, 1.0)
    assert page.evaluate(MARGIN)[1] == str(duel.verdict)
    words = set()
    for k, margin in enumerate(stops):
        page.locator("#margin").fill(str(k))
        at = replace(duel, margin=margin, decision=duel.at_margin(margin), needed_n=None)
        shown = page.evaluate(MARGIN)
        assert shown == [margin_text(duel, margin), str(at.verdict), lead_of_comparison(at).sentence]
        again = referee.compare(*with_ids().values(), margin=margin, rng=0)
        assert shown[1] == str(again.verdict)
        words.add((shown[1], again.decision.negligible))
        zone = page.locator("#forest .lines rect.zone").bounding_box()
        zero = page.locator("#forest .lines line.ax").bounding_box()
        assert zone["x"] <= zero["x"] <= zone["x"] + zone["width"]
    assert len(words) > 1, "stops on both sides of where the verdict changes"
    address = page.evaluate("location.href")
    assert address.endswith(f"#m={stops[-1]}")
    other = chromium.new_context(offline=True).new_page()
    other.goto(address)
    assert other.evaluate(MARGIN) == page.evaluate(MARGIN)
    other.context.close()


def test_a_gate_passes_from_the_margin_that_its_limit_clears(opened):
    page, gate = opened("gate").page, gate_example()
    for k, margin in enumerate(margin_stops(-gate.limit, gate.margin, 1.0)):
        page.locator("#margin").fill(str(k))
        assert page.evaluate(MARGIN)[1] == ("pass" if gate.limit > -margin else "no pass")
    assert page.evaluate(MARGIN)[1] == "pass"


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
    for name in ("Threshold", "ill among cases in use", "A miss costs as much as", "ROC curve", "Calibration"):
        assert re.search(rf'slider "{name}', tree), name
    assert 'img "Measured on the test cases' in tree


@pytest.mark.slow
@pytest.mark.parametrize(("name", "width"), [(n, w) for n in ALL for w in (360, 1280, 1920)])
def test_nothing_overflows_is_cut_or_leaves_a_hole(opened, name, width):
    page = opened(name, viewport={"width": width, "height": 800})
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    page.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.page.evaluate(CUT) == [], "names that are cut"
    assert page.page.evaluate(HOLES) == [], "rows of the grid that end early"
    framed = (
        "[...document.querySelectorAll('.below')].filter(e => getComputedStyle(e).borderTopWidth !== '0px').length"
    )
    assert page.page.evaluate(framed) == 0, "a mark of a row that is drawn as the foot of the page"
    assert max(page.page.evaluate(BESIDE), default=0) < 640, "a verdict beside a picture that is much taller"


def test_text_of_the_user_does_not_run(opened):
    page = opened("evil")
    for i in range(0, 40, 7):
        page.slide("threshold", i)
        page.slide("prevalence", i % 20)
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


def test_the_table_of_a_study_sorts(opened):
    page = opened("study").page
    column = "[...document.querySelectorAll('.scores tbody tr')].map(row => row.cells[2].textContent.trim())"
    page.locator(".scores thead button").nth(2).click()
    shown = [float(re.match(r"[\d.]+", text).group()) for text in page.evaluate(column) if text[0].isdigit()]
    assert shown == sorted(shown, reverse=True)
    page.locator(".scores thead button").nth(2).click()
    again = [float(re.match(r"[\d.]+", text).group()) for text in page.evaluate(column) if text[0].isdigit()]
    assert again == sorted(shown)


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
    assert not dark.locator("#threshold").is_visible()
    assert dark.locator("#measures-now").is_visible()
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
    assert page.inner_text("#value-4") == percent_cells(evaluation()["accuracy"])[0]
    assert len(table) > 10
    context.close()


@pytest.mark.skipif(not PICTURES, reason="REFEREE_SCREENSHOTS names no folder for screenshots")
def test_screenshots(opened):
    sizes = {width: {"viewport": {"width": width, "height": 900}} for width in (360, 1280, 1920)}
    looks = {f"{w}-{s}": {**size, "color_scheme": s} for w, size in sizes.items() for s in ("light", "dark")}
    Path(PICTURES).mkdir(parents=True, exist_ok=True)
    for name in ALL:
        for look, options in looks.items():
            opened(name, **options).page.screenshot(path=Path(PICTURES) / f"{name}-{look}.png", full_page=True)
        opened(name).page.pdf(path=Path(PICTURES) / f"{name}-print.pdf", format="A4")
        assert (Path(PICTURES) / f"{name}-print.pdf").stat().st_size > 10_000
