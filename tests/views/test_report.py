"""The page without a browser: what it says, that it is whole, and that it is safe."""

from __future__ import annotations

import json
import math
import re
import sys
from dataclasses import replace

import numpy as np
import pytest

import referee
from helpers.cli_runner import run
from helpers.report_pages import EVIL, checked, evaluation, evil, models, rows_of, vehicles, words
from referee import inference
from referee.verbs.report import explorer_table
from referee.views.numbers import share_text
from referee.views.picture import ticks
from referee.views.report import render
from referee.views.report.comparison import lead_of_comparison
from referee.views.report.evaluation import lead_of_evaluation
from referee.views.report.explorer import price_picture, start_row
from referee.views.report.page import Occasion, _environment

PAGES = {
    "scores": lambda: evaluation(),
    "labels": lambda: referee.evaluate([1, 1, 0, 0, 1], [1, 0, 0, 0, 1], rng=0),
    "classes": lambda: referee.evaluate(list("abcabcab"), list("abcaabbb"), rng=0),
    "many classes": lambda: referee.evaluate(
        [f"c{i}" for i in range(30)] * 2, [f"c{i}" for i in range(30)] * 2, rng=0
    ),
    "scores only": lambda: referee.evaluate([1, 0, 1, 0, 1], None, [0.9, 0.1, 0.8, 0.4, 0.3], positive=1, rng=0),
    "class probabilities": lambda: referee.evaluate(
        referee.read(list("abcabc"), list("abcaab"), np.eye(3)[[0, 1, 2, 0, 0, 1]], labels=list("abc")), rng=0
    ),
    "counts": lambda: referee.evaluate(referee.ConfusionMatrix.from_counts(tp=2, fn=18, fp=15, tn=965), rng=0),
    "rates": lambda: referee.evaluate(
        referee.ConfusionMatrix.from_rates(sensitivity=0.5, specificity=0.99, prevalence=0.01), rng=0
    ),
    "one class": lambda: referee.evaluate([1, 1], [1, 1], rng=0),
    "scores of one class": lambda: referee.evaluate([1, 1, 1], [1, 1, 0], [0.2, 0.3, 0.1], positive=1, rng=0),
    "infinite scores": lambda: referee.evaluate([1, 0, 1, 0], None, [np.inf, -np.inf, 2, 3], positive=1, rng=0),
    "weights": lambda: referee.evaluate(
        referee.read([1, 0, 1, 0], [1, 0, 0, 0], [0.9, 0.2, 0.4, 0.5], weights=[1, 2, 1.5, 1], positive=1), rng=0
    ),
    "groups": lambda: referee.evaluate(
        referee.read(
            [1, 0, 1, 0] * 6, [1, 0, 0, 0] * 6, [0.9, 0.2, 0.4, 0.5] * 6, groups=np.arange(24) // 2, positive=1
        ),
        rng=0,
    ),
    "one measure": lambda: referee.evaluate([1, 0, 1], [1, 0, 0], metrics="f1", rng=0),
    "comparison": lambda: referee.compare(models()["sharp"], models()["blunt"], margin=0.02, rng=0),
    "comparison of scores": lambda: referee.compare(models()["sharp"], models()["blunt"], metric="auc", rng=0),
    "the same twice": lambda: referee.compare(models()["sharp"], models()["sharp"], margin=0.02, rng=0),
    "different sets": lambda: referee.compare(
        *(referee.ConfusionMatrix.from_counts(tp=8, fn=2, fp=i, tn=20) for i in (1, 6)), rng=0
    ),
    "family": lambda: referee.compare_all(models(), margin=0.1, rng=0),
    "family with a baseline": lambda: referee.compare_all(models(), baseline="blunt", metric="mcc", rng=0),
    "evil evaluation": lambda: referee.evaluate(evil(), costs={"fp": 1, "fn": 2}, rng=0),
    "evil comparison": lambda: referee.compare(evil(), evil(), rng=0),
    "evil family": lambda: referee.compare_all({EVIL: evil(), "b": evil()}, rng=0),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_every_kind_of_result_has_a_whole_page_that_asks_for_nothing(name, tmp_path):
    value = PAGES[name]()
    page = referee.report(value, tmp_path / "page.html")
    html = page.read_text(encoding="utf-8")
    checker = checked(html)
    assert checker.scripts == (2 if 'id="data"' in html else 1)
    assert page.stat().st_size < 1_500_000
    for word in ("undefined: None", "nan", "None,", "Undefined"):
        assert word not in re.sub(r"<script>.*?</script>|<style>.*?</style>", "", html, flags=re.S), word
    back = referee.report(referee.load(value.to_dict()), tmp_path / "again.html")
    assert back.read_text(encoding="utf-8") == html


def test_the_verdict_comes_first_in_words():
    text = words(render(evaluation()))
    accuracy = evaluation()["accuracy"]
    low, high = (f"{100 * end:.0f}%" for end in accuracy.interval)
    assert f"Better than no model It is right on {100 * accuracy.value:.0f}% [{low}, {high}]" in text
    assert "Always answering “well” is right on 62%." in text
    assert text.index("It is right on") < text.index("ROC curve") < text.index("All measures")


@pytest.mark.parametrize(
    ("counts", "word", "rule"),
    [
        ({"tp": 2, "fn": 18, "fp": 15, "tn": 965}, "Worse than no model", "98%"),
        ({"tp": 3, "fn": 3, "fp": 3, "tn": 5}, "Not shown to be better than no model", "57%"),
    ],
)
def test_the_majority_rule_is_named(counts, word, rule):
    text = words(render(referee.evaluate(referee.ConfusionMatrix.from_counts(**counts), rng=0)))
    assert word in text
    assert f"Always answering “negative” is right on {rule}." in text


def test_several_classes_have_curves_of_each_against_the_rest():
    result = vehicles()
    for i, label in enumerate(result.labels):
        truth = [label == own for own in np.repeat(result.labels, result.confusion.support)]
        assert result.parts[f"roc of class {i}"].positives == sum(truth)
        assert 0.5 < result.parts[f"roc of class {i}"].facts["auc"] <= 1
        assert result.parts[f"reliability of class {i}"].cases.sum() == result.n
    text = words(render(result, occasion=Occasion("silhouettes")))
    pair = result.confusion.counts[2, 3] + result.confusion.counts[3, 2]
    assert f"{pair} take opel for saab or saab for opel" in text or f"{pair} take saab for opel" in text
    assert "forest on silhouettes" in text
    assert f"opel → saab {result.confusion.counts[2, 3]}," in text
    labels_only = referee.evaluate(list("abcabcab"), list("abcaabbb"), rng=0)
    assert not any("of class" in name for name in labels_only.parts)


def test_findings_and_facts_are_on_the_page():
    result = referee.evaluate(referee.ConfusionMatrix.from_counts(tp=2, fn=18, fp=15, tn=965), rng=7)
    text = words(render(result, occasion=Occasion(command="referee evaluate x.csv --truth 'a b'")))
    for finding in result.findings:
        assert finding.code in text
        assert finding.evidence[1:] in text
        assert finding.advice in text
    for fact in (
        "seed 7",
        "Berry and Armitage (1995)",
        "referee evaluate x.csv --truth 'a b'",
        "1,000 test cases",
    ):
        assert fact in text
    html = render(evaluation())
    assert ', doi <a href="https://doi.org/10.2307/2531595">10.2307/2531595</a></span></li>' in html
    text = words(html)
    assert evaluation().fingerprint in text
    assert "referee.evaluate(answers, costs={'fp': 1, 'fn': 5}, rng=4)" in text


def test_the_explorer_says_what_evaluate_says_at_each_threshold():
    table = rows_of()
    rng = np.random.default_rng(3)
    y = rng.random(240) < 0.4
    p = (1 / (1 + np.exp(-rng.normal(2.4 * y - 1.2, 1.0)))).round(2)
    truth = np.where(y, "ill", "well")
    for i in range(1, len(table), 9):
        threshold = float(table.thresholds[i])
        direct = referee.evaluate(referee.read(truth, None, p, positive="ill", threshold=threshold), rng=4)
        assert (table.counts[i] == direct.confusion.binary().counts).all()
        for measure in table.measures[i]:
            assert measure == direct[measure.name]


def test_the_slider_starts_at_the_evaluated_classes():
    table = rows_of()
    assert (table.counts[start_row(evaluation(), table)] == evaluation().confusion.binary().counts).all()
    scored = referee.evaluate([1, 0, 1, 0, 1, 0], None, [5, 1, 4, 2, 3, 3], positive=1, rng=0)
    table = explorer_table(scored)
    best = table.counts[start_row(scored, table)]
    assert best.tolist() == [[2, 1], [0, 3]]


def test_many_scores_make_few_rows_and_keep_what_matters():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 20_000)
    s = rng.normal(y)
    result = referee.evaluate(y, None, s, positive=1, costs={"fp": 1, "fn": 3}, rng=0)
    table = explorer_table(result, most=101)
    assert 60 <= len(table) <= 101
    assert np.isin(result.threshold.threshold, table.thresholds)
    assert (np.diff(table.thresholds) < 0).all()
    steps = np.diff(table.counts[:, :, 1] / table.counts.sum(axis=2), axis=0)
    assert steps.max() < 0.1


def test_weighted_and_grouped_cases_have_values_only():
    for name in ("weights", "groups"):
        table = explorer_table(PAGES[name]())
        assert "values only" in table.note
        assert all(m.interval is None for row in table.measures for m in row)


def test_text_of_the_user_is_shown_and_never_markup():
    result = PAGES["evil evaluation"]()
    html = render(result, table=explorer_table(result), occasion=Occasion(EVIL, EVIL, EVIL))
    assert EVIL in "".join(checked(html).text)
    assert "<img" not in html
    data = re.search(r'id="data">(.*?)</script>', html, flags=re.S).group(1)
    assert "<" not in data
    assert "<script>" in json.loads(data)["name"]
    assert "<img" not in render(PAGES["evil comparison"]()) + render(PAGES["evil family"]())


def test_a_comparison_shows_its_verdict_its_pair_and_what_would_settle_it():
    duel = PAGES["comparison"]()
    text = words(render(duel))
    assert duel.sentence in text
    joint = duel.joint
    both = int(joint.a.counts.diagonal().sum()) - joint.only_a_right
    neither = joint.n - both - joint.only_a_right - joint.only_b_right
    for count, name in ((both, "both right"), (joint.only_a_right, "only sharp right"), (neither, "both wrong")):
        limits = inference.midp(count, joint.n, level=duel.level)
        assert (
            f"{count} {name} {share_text(referee.core.Estimate(name, count / joint.n, joint.n, limits))}" in text
        )
    assert "A is sharp, B is blunt" in text
    undecided = referee.compare(models()["sharp"], models()["middle"], margin=0.02, rng=0)
    text = words(render(undecided))
    if undecided.needed_n:
        assert f"About {undecided.needed_n:,} cases" in text


def test_a_comparison_can_show_where_it_is_better(tmp_path):
    one, two = models()["sharp"], models()["blunt"]
    duel, region = referee.compare(one, two, rng=0), referee.where_better(one, two, rng=0)
    html = referee.report(duel, tmp_path / "p.html", region=region).read_text()
    assert "Where it is better" in html
    with pytest.raises(referee.InputError, match="`region` must be what where_better returns, with a Comparison"):
        referee.report(evaluation(), tmp_path / "p.html", region=region)


def test_where_it_is_better_is_shown_by_default(tmp_path):
    one, two = models()["sharp"], models()["blunt"]
    duel = referee.compare(one, two, rng=3)
    html = referee.report(duel, tmp_path / "a.html").read_text()
    given = referee.report(duel, tmp_path / "b.html", region=referee.where_better(one, two, rng=3)).read_text()
    assert "Where it is better" in html
    assert html == given
    classes = referee.read_models(list("abcabc"), preds={"p": list("abcabb"), "q": list("abcaaa")})
    duel = referee.compare(*classes, rng=0)
    assert "Where it is better" not in referee.report(duel, tmp_path / "c.html").read_text()


def test_the_difference_of_two_rocs_has_a_band(tmp_path):
    duel = PAGES["comparison of scores"]()
    html = referee.report(duel, tmp_path / "p.html").read_text()
    chart = re.search(r'<div class="box" id="gap".*?</svg>', html, flags=re.S).group()
    assert chart.count('class="area c0"') == 1
    band = duel.curve_difference
    apart = int(((band.low > 0) | (band.high < 0)).sum())
    assert f"leave 0 at {apart} of 51 rates" in chart
    assert "Tango (1998)" in html


def test_two_rocs_have_bands(tmp_path):
    html = referee.report(PAGES["comparison of scores"](), tmp_path / "p.html").read_text()
    chart = re.search(r'<div class="box" id="rocs".*?</svg>', html, flags=re.S).group()
    assert chart.count('class="area') == 2
    assert chart.count("<polyline") == 3


def test_a_family_lists_every_pair():
    family = PAGES["family"]()
    text = words(render(family))
    for duel in family:
        assert duel.sentence in text
        assert f"{duel.a} − {duel.b}" in text


def test_a_family_of_learners_counts_learners():
    from sklearn.dummy import DummyClassifier

    rules = {strategy: DummyClassifier(strategy=strategy) for strategy in ("prior", "uniform", "stratified")}
    family = referee.compare_learners(rules, np.zeros((40, 1)), np.arange(40) % 2, rng=0)
    text = words(render(family))
    assert "3 learners by accuracy" in text
    assert "3 learners were compared, in all pairs" in text
    assert "3 models were compared, in all pairs" in words(render(PAGES["family"]()))


def test_other_things_and_places_are_refused(tmp_path):
    with pytest.raises(referee.InputError) as caught:
        referee.report([evaluation(), "text"], tmp_path / "p.html")
    assert str(caught.value) == "`value` must be a result of referee, or a list of them; got str."
    with pytest.raises(referee.InputError, match="`value` must hold at least one result; got none"):
        referee.report([], tmp_path / "p.html")
    with pytest.raises(referee.errors.FileError, match="`path` must be a file that can be written"):
        referee.report(evaluation(), tmp_path / "no" / "p.html")


def test_a_noun_without_a_page_of_its_own_is_written_as_it_prints(tmp_path):
    plan = referee.plan("paired", effect=0.05, discordance=0.15)
    text = referee.report(plan, tmp_path / "p.html", command="referee plan <b>").read_text()
    assert plan.sentence in text
    assert "referee plan &lt;b&gt;" in text


def test_report_from_the_command_line(tmp_path):
    saved, page = tmp_path / "result.json", tmp_path / "page.html"
    evaluation().to_json(saved)
    assert run("report", saved, "-o", page) == (0, f"The page is {page}\n", "")
    assert page.read_text() == referee.report(evaluation(), tmp_path / "direct.html").read_text()
    code, out, err = run("report", tmp_path / "none.json", "-o", page)
    assert (code, out) == (2, "")
    assert "must be a readable file" in err


def test_html_beside_the_printed_result(tmp_path):
    page = tmp_path / "page.html"
    counts = ("--tp", "6", "--fn", "3", "--fp", "2", "--tn", "7")
    assert run("evaluate", *counts, "--html", page) == run("evaluate", *counts)
    assert "no model" in page.read_text()


def test_compare_writes_its_page_too(tmp_path):
    page = tmp_path / "page.html"
    rates = ("--accuracy", "0.85", "--n", "30", "--against", "0.75", "--against-n", "5000")
    assert run("compare", *rates, "--html", page) == run("compare", *rates)
    assert "Undecided is not the same as equal" in page.read_text()


def test_without_the_extra_one_sentence_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    _environment.cache_clear()
    with pytest.raises(referee.InputError) as caught:
        referee.report(evaluation(), tmp_path / "p.html")
    assert str(caught.value).endswith("Install it with: pip install 'referee[report]'.")
    assert not (tmp_path / "p.html").exists()


def test_ticks_are_round_and_inside():
    for low, high in [(0, 1), (-0.031, 0.06), (3, 1000), (0.9, 0.91), (-5, -4.2)]:
        made = [place for place, _ in ticks(low, high)]
        assert 3 <= len(made) <= 11
        assert low <= made[0] + 1e-9
        assert made[-1] <= high + 1e-9


def test_rare_cases_are_said_to_two_places(tmp_path):
    """Of 3% positive the page asks for 0.3%."""
    y = np.arange(1000) < 30
    scores = np.clip(np.random.default_rng(0).normal(0.3 + 0.4 * y, 0.1), 0, 1)
    page = referee.report(referee.evaluate(y, scores > 0.5, scores, rng=0), tmp_path / "page.html")
    found = re.findall(r"Where \S+ are “True” instead of \S+", words(page.read_text(encoding="utf-8")))
    assert found == ["Where 0.30% are “True” instead of 3%,"]


@pytest.mark.parametrize(("shift", "ends"), [(0.0, (0.0, 1.0)), (-0.5, None), (0.5, None)])
def test_the_price_of_scores_from_0_to_1_has_the_whole_axis(shift, ends):
    y = np.arange(40) % 2
    scored = referee.evaluate(y, y_score=np.linspace(0.01, 0.99, 40) + shift, positive=1, rng=0)
    start = {"prevalences": [0.2], "ratios": [5.0], "knobs": [{"at": 0}] * 3}
    picture = price_picture(explorer_table(scored), start)
    assert picture.x.limits == ends
    costs, nobody, everybody = picture.lines
    assert (nobody.y.tolist(), everybody.y.tolist()) == ([1000.0] * 2, [800.0] * 2)
    assert costs.x.min() >= nobody.x[0]


def test_two_findings_at_most_stand_at_the_answer():
    found = tuple(referee.core.Finding(f"R{i}", "warning", f"T{i}", "seen", f"A{i}.") for i in range(3))
    lead = lead_of_evaluation(replace(evaluation(), findings=found))
    assert [caution.subject for caution in lead.distrust] == ["T0.", "T1.", "The share found"]


def test_a_wider_margin_is_told_in_tenths_of_a_point():
    draw = np.random.default_rng(2)
    y = draw.integers(0, 2, 300)
    one, two = (np.where(draw.random(300) < 0.8, y, 1 - y) for _ in range(2))
    duel = referee.compare(referee.read(y, one), referee.read(y, two), rng=0)
    assert duel.verdict.value == "undecided"
    told = " ".join(caution.words for caution in lead_of_comparison(duel).changes)
    assert f"If differences up to {math.ceil(1000 * duel.enough) / 10:g} points did not matter" in told
