"""The two teaching pages in a real browser: their numbers are Python's, nothing is asked of a network, axe is content."""

from __future__ import annotations

import math

import pytest

import helpers.browser_tool as browser
from referee import ConfusionMatrix, curves, inference, metrics
from tools.handbook import teaching

browser.demand()
PAGES = ("two-normals", "sampling")


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    home = tmp_path_factory.mktemp("docs")
    (home / "textbook").mkdir()
    for name, text in teaching.pages().items():
        (home / name).write_text(text)
    return home / "textbook"


@pytest.fixture
def opened(chromium, book):
    made = []

    def opener(name, **options):
        made.append(browser.Watched(chromium, book / f"{name}.html", **options))
        return made[-1]

    yield opener
    for watched in made:
        watched.quiet()
        watched.context.close()


def test_the_pages_are_small_and_ask_no_network():
    for text in teaching.pages().values():
        assert len(text.encode()) < 300_000
        assert "http://" not in text
        assert "https://" not in text


MEASURES = {
    "tpr": metrics.sensitivity,
    "fpr": metrics.false_positive_rate,
    "specificity": metrics.specificity,
    "precision": metrics.precision,
    "npv": metrics.negative_predictive_value,
    "accuracy": metrics.accuracy,
    "error": metrics.error_rate,
    "majority": metrics.no_information_rate,
    "f1": metrics.f1,
    "gmean": metrics.g_mean,
    "mcc": metrics.mcc,
}


def test_the_sliders_of_two_normals_give_pythons_numbers(opened):
    page = opened("two-normals")
    for d, p, t in ((2, 0.5, 1), (2, 0.01, 2), (0.5, 0.9, -1.5), (4, 0.3, 5.5), (0, 0.2, 0.35)):
        for name, value in (("dprime", d), ("prevalence", p), ("threshold", t)):
            page.slide(name, value)
        tail = [inference.tables.normal_tail(t - shift)[0] for shift in (d, 0)]
        table = ConfusionMatrix.from_rates(sensitivity=tail[0], specificity=1 - tail[1], prevalence=p)
        for name, metric in MEASURES.items():
            assert abs(float(page.text(f"value-{name}")) - metric(table)) < 5.1e-5, (name, d, p, t)
        assert abs(float(page.text("value-auc")) - curves.auc_from_dprime(d)) < 5.1e-5
        across, down = (float(page.page.locator("#roc-now").get_attribute(a).rstrip("%")) for a in ("cx", "cy"))
        assert abs(across - 100 * tail[1]) < 0.01
        assert abs(down - 100 * (1 - tail[0])) < 0.01


def test_the_button_goes_to_the_fewest_errors(opened):
    page = opened("two-normals")
    page.slide("dprime", 2)
    page.slide("prevalence", 0.2)
    page.page.get_by_role("button", name="Go to the threshold of fewest errors").click()
    best = 1 + math.log(0.8 / 0.2) / 2
    assert abs(float(page.text("threshold-text")) - best) <= 0.05
    lowest = float(page.text("value-error"))
    page.slide("threshold", 1)
    assert float(page.text("value-error")) > lowest


@pytest.mark.parametrize(("rate", "size"), [(0.05, 30), (0.02, 30), (0.3, 40), (0.5, 200)])
def test_the_intervals_of_drawn_test_sets_are_pythons(opened, rate, size):
    page = opened("sampling")
    page.slide("rate", rate)
    page.slide("size", size)
    for name in ("wald", "wilson"):
        assert abs(float(page.text(f"exact-{name}")) - inference.coverage(size, rate, method=name)) < 5.1e-5
    page.page.get_by_role("button", name="Draw 50 test sets").click()
    errors = [int(k) for k in page.text("errors").split(", ")]
    assert len(errors) == 50
    assert abs(sum(errors) / (50 * size) - rate) < 5 * math.sqrt(rate * (1 - rate) / (50 * size))
    for name, formula in (("wald", inference.wald), ("wilson", inference.wilson)):
        held = sum(rate in formula(k, size) for k in errors)
        assert int(page.text(f"held-{name}")) == held
        lines = page.page.locator(f"polyline[data-of='{name}-missed']").count()
        assert lines == 50 - held
    page.page.get_by_role("button", name="Draw 50 test sets").click()
    assert page.text("drawn-wald") == "100"
    page.page.get_by_role("button", name="Start again").click()
    assert page.text("drawn-wald") == "0"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(opened, name, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(name, color_scheme=scheme)
    if name == "sampling":
        page.page.get_by_role("button", name="Draw 50 test sets").click()
    found = axe.run(page.page).response["violations"]
    assert [(v["id"], [n["html"][:200] for n in v["nodes"]][:3]) for v in found] == []
