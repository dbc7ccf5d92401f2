"use strict";
const axes = JSON.parse(document.getElementById("axes").textContent);
const get = name => document.getElementById(name);
const px = (name, v) => { const a = axes[name]; return 1000 * (v - a.x[0]) / (a.x[1] - a.x[0]); };
const py = (name, v) => { const a = axes[name]; return 1000 - 1000 * (v - a.y[0]) / (a.y[1] - a.y[0]); };
// The upper tail of the normal distribution: a series near 0, a continued fraction far out.
function tail(z) {
  const a = Math.abs(z), density = Math.exp(-a * a / 2) / Math.sqrt(2 * Math.PI);
  let out;
  if (a < 3) {
    let term = a, sum = a;
    for (let k = 1; k < 200 && term > 1e-18; k++) { term *= a * a / (2 * k + 1); sum += term; }
    out = 0.5 - density * sum;
  } else {
    let f = 0;
    for (let k = 120; k > 0; k--) f = k / (a + f);
    out = density / (a + f);
  }
  return z >= 0 ? out : 1 - out;
}
const density = x => Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
function measures(d, p, t) {
  const tpr = tail(t - d), fpr = tail(t), tp = p * tpr, fn = p * (1 - tpr), fp = (1 - p) * fpr, tn = (1 - p) * (1 - fpr);
  const bottom = Math.sqrt((tp + fp) * (tn + fn) * (tp + fn) * (tn + fp));
  return {
    tpr, fpr, specificity: 1 - fpr, accuracy: tp + tn, error: fp + fn, majority: Math.max(p, 1 - p),
    precision: tp / (tp + fp), npv: tn / (tn + fn), f1: 2 * tp / (2 * tp + fp + fn),
    gmean: Math.sqrt(tpr * (1 - fpr)), mcc: (tp * tn - fp * fn) / bottom, auc: 1 - tail(d / Math.SQRT2),
  };
}
function best(d, p) { return d > 0 ? d / 2 + Math.log((1 - p) / p) / d : p >= 0.5 ? -3 : 7; }
const points = (chart, xs, f) => xs.map(x => `${px(chart, x).toFixed(1)},${py(chart, f(x)).toFixed(1)}`).join(" ");
const grid = Array.from({ length: 201 }, (_, i) => -3 + i / 20);
function show() {
  const d = +get("dprime").value, p = +get("prevalence").value, t = +get("threshold").value, m = measures(d, p, t);
  get("dprime-text").textContent = d.toFixed(1);
  get("prevalence-text").textContent = p.toFixed(2);
  get("threshold-text").textContent = t.toFixed(2);
  for (const [name, value] of Object.entries(m)) {
    const cell = get(`value-${name}`);
    if (cell) cell.textContent = Number.isFinite(value) ? value.toFixed(4) : "undefined";
  }
  get("says").textContent = `Of 1,000 cases ${Math.round(1000 * p)} are positive; ${Math.round(1000 * p * m.tpr)} of them are found, with ${Math.round(1000 * (1 - p) * m.fpr)} false alarms.`;
  get("classes-negatives").setAttribute("points", points("classes", grid, x => (1 - p) * density(x)));
  get("classes-positives").setAttribute("points", points("classes", grid, x => p * density(x - d)));
  get("classes-cut").setAttribute("points", `${px("classes", t).toFixed(1)},0 ${px("classes", t).toFixed(1)},1000`);
  get("roc-curve").setAttribute("points", grid.map(x => `${px("roc", tail(x)).toFixed(1)},${py("roc", tail(x - d)).toFixed(1)}`).join(" "));
  get("roc-now").setAttribute("cx", `${(px("roc", m.fpr) / 10).toFixed(2)}%`);
  get("roc-now").setAttribute("cy", `${(py("roc", m.tpr) / 10).toFixed(2)}%`);
}
for (const name of ["dprime", "prevalence", "threshold"]) get(name).addEventListener("input", show);
get("go-best").addEventListener("click", () => {
  get("threshold").value = Math.min(7, Math.max(-3, best(+get("dprime").value, +get("prevalence").value)));
  show();
});
show();
