"use strict";
// The page computes no statistics: it looks up what Python wrote for each threshold. The one formula here is that of
// the line of equal cost, slope = (1 - p) c_FP / (p c_FN), with the hull vertex that it touches.
(function () {
  const TOP = 10, RIGHT = 12, BOTTOM = 42;
  const by = (id) => document.getElementById(id);

  function iso(hull, p, ratio) {
    const slope = (1 - p) / (p * ratio);
    let best = 0;
    for (let i = 1; i < hull[0].length; i++) {
      const gain = hull[1][i] - hull[1][best] - slope * (hull[0][i] - hull[0][best]);
      if (gain > 1e-9 * Math.max(1, slope)) best = i;
    }
    return { slope: slope, best: best, mix: 1 / (1 + slope) };
  }

  function ends(x, y, slope) {
    const left = Math.max(0, x - y / slope), right = Math.min(1, x + (1 - y) / slope);
    return [[left, y + slope * (left - x)], [right, y + slope * (right - x)]];
  }

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", function () {
      const range = document.createRange();
      range.selectNodeContents(by(button.dataset.copy));
      const selection = window.getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      const done = document.execCommand("copy");
      by("copied").textContent = done ? "Copied." : "Selected: copy it with the keyboard.";
    });
  }

  const closed = [];
  window.addEventListener("beforeprint", function () {
    for (const part of document.querySelectorAll("details:not([open])")) { part.open = true; closed.push(part); }
  });
  window.addEventListener("afterprint", function () { while (closed.length) closed.pop().open = false; });

  const source = by("data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const last = data.thresholds.length - 1;
  const slider = by("threshold"), mixSlider = by("prevalence"), ratioSlider = by("ratio");

  function place(chart, x, y) {
    const c = data.charts[chart];
    const across = (x - c.x[0]) / (c.x[1] - c.x[0]), up = (y - c.y[0]) / (c.y[1] - c.y[0]);
    return [c.left + across * (c.width - c.left - RIGHT), c.height - BOTTOM - up * (c.height - TOP - BOTTOM)];
  }
  function put(chart, name, x, y) {
    const mark = by(chart + "-" + name);
    if (!mark) return;
    mark.toggleAttribute("hidden", x === null || y === null);
    if (x === null || y === null) return;
    const c = data.charts[chart];
    const at = place(chart, Math.min(c.x[1], Math.max(c.x[0], x)), Math.min(c.y[1], Math.max(c.y[0], y)));
    mark.setAttribute("transform", "translate(" + at[0].toFixed(1) + " " + (mark.classList.contains("upright") ? "0" : at[1].toFixed(1)) + ")");
  }
  function draw(chart, name, points) {
    const mark = by(chart + "-" + name);
    if (mark) mark.setAttribute("points", points.map((p) => place(chart, p[0], p[1]).map((v) => v.toFixed(1)).join(",")).join(" "));
  }
  function beyond(i) {
    if (data.place[i] !== null) return data.place[i];
    return i === 0 ? Infinity : -Infinity;
  }

  function follow() {
    const i = Number(slider.value), j = Number(mixSlider.value), k = Number(ratioSlider.value);
    const p = data.prevalences[j], ratio = data.ratios[k];
    by("threshold-text").textContent = data.thresholds[i];
    by("prevalence-text").textContent = data.prevalenceTexts[j];
    by("ratio-text").textContent = data.ratioTexts[k];
    slider.setAttribute("aria-valuetext", data.thresholds[i]);
    mixSlider.setAttribute("aria-valuetext", data.prevalenceTexts[j]);
    ratioSlider.setAttribute("aria-valuetext", data.ratioTexts[k] + " false alarms");
    by("says").textContent = data.says[i];
    data.counts[i].forEach((text, cell) => { by("count-" + cell).textContent = text; });
    data.totals[i].forEach((text, cell) => { by("total-" + cell).textContent = text; });
    data.cells[i].forEach((pair, row) => {
      by("value-" + row).textContent = pair[0];
      by("interval-" + row).textContent = pair[1];
    });
    const fpr = data.fpr[i], tpr = data.tpr[i];
    put("roc", "now", fpr, tpr);
    put("pr", "now", data.precision[i] === null ? null : tpr, data.precision[i]);
    put("gain", "now", data.called[i], tpr);
    for (const chart of ["scores", "reliability", "decision"]) if (data.charts[chart]) put(chart, "now", beyond(i), 0);
    if (!data.hull.length) return;
    const found = iso(data.hull, p, ratio);
    const x = data.hull[0][found.best], y = data.hull[1][found.best];
    put("roc", "best", x, y);
    draw("roc", "iso", ends(x, y, found.slope));
    if (data.charts.cost) {
      draw("cost", "line", [[0, fpr], [1, 1 - tpr]]);
      put("cost", "mix", found.mix, 0);
      put("cost", "now", found.mix, (1 - tpr) * found.mix + fpr * (1 - found.mix));
    }
    by("advice").textContent = "At prevalence " + data.prevalenceTexts[j] + " and this cost ratio the lines of equal cost have slope " +
      Number(found.slope.toPrecision(3)) + "; on these cases the cheapest threshold is " + data.hullThresholds[found.best] + ".";
    by("go-best").dataset.row = data.hullRows[found.best];
  }
  for (const control of [slider, mixSlider, ratioSlider]) control.addEventListener("input", follow);
  by("go-best").addEventListener("click", function () { slider.value = this.dataset.row; follow(); });
  by("go-start").addEventListener("click", function () {
    slider.value = data.start; mixSlider.value = data.prevalence; ratioSlider.value = data.ratio; follow();
  });
  slider.max = last;
  follow();
  globalThis.referee = { iso: iso, data: data };
})();
