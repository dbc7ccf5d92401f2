"use strict";
const axes = JSON.parse(document.getElementById("axes").textContent);
const get = name => document.getElementById(name);
const px = (name, v) => { const a = axes[name]; return 1000 * (v - a.x[0]) / (a.x[1] - a.x[0]); };
const py = (name, v) => { const a = axes[name]; return 1000 - 1000 * (v - a.y[0]) / (a.y[1] - a.y[0]); };
const Z = axes.z, KEPT = 50;
const formulas = {
  wald: (k, n) => { const e = k / n, h = Z * Math.sqrt(e * (1 - e) / n); return [Math.max(0, e - h), Math.min(1, e + h)]; },
  wilson: (k, n) => {
    const e = k / n, h = Z * Math.sqrt(Z * Z + 4 * n * e * (1 - e)), c = 2 * n * e + Z * Z, b = 2 * (n + Z * Z);
    return [k ? (c - h) / b : 0, k < n ? (c + h) / b : 1];
  },
};
// A generator with a seed, so that the page can be repeated.
let state = 7;
function random() {
  state = (state + 0x6D2B79F5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
let drawn = [], held = { wald: 0, wilson: 0 }, last = [];
const rate = () => +get("rate").value, size = () => +get("size").value;
function exact(name) {
  const n = size(), p = rate();
  let chance = Math.pow(1 - p, n), sum = 0;
  for (let k = 0; k <= n; k++) {
    const [low, high] = formulas[name](k, n);
    if (low <= p && p <= high) sum += chance;
    chance *= (n - k) / (k + 1) * p / (1 - p);
  }
  return sum;
}
function more() {
  const n = size(), p = rate();
  last = [];
  for (let i = 0; i < KEPT; i++) {
    let k = 0;
    for (let j = 0; j < n; j++) k += random() < p;
    last.push(k);
    drawn.push(k);
    for (const name of Object.keys(formulas)) {
      const [low, high] = formulas[name](k, n);
      held[name] += low <= p && p <= high;
    }
  }
  show();
}
function restart() { drawn = []; last = []; held = { wald: 0, wilson: 0 }; state = 7; show(); }
function lines(name) {
  const n = size(), p = rate(), paths = { held: "", missed: "" };
  last.forEach((k, i) => {
    const [low, high] = formulas[name](k, n), at = py(name, KEPT - i - 0.5).toFixed(1);
    const from = px(name, low), to = Math.max(px(name, high), from + 4);
    paths[low <= p && p <= high ? "held" : "missed"] += `${from.toFixed(1)},${at} ${to.toFixed(1)},${at} `;
  });
  return paths;
}
function segments(id, pairs) {
  // One polyline per kind would join the intervals; each gets a line of its own.
  const mark = get(id), group = mark.parentNode;
  group.querySelectorAll(`[data-of="${id}"]`).forEach(line => line.remove());
  const ends = pairs.trim().split(" ").filter(Boolean);
  for (let i = 0; i < ends.length; i += 2) {
    const line = mark.cloneNode();
    line.removeAttribute("id");
    line.setAttribute("data-of", id);
    line.setAttribute("points", `${ends[i]} ${ends[i + 1]}`);
    group.appendChild(line);
  }
}
function show() {
  get("rate-text").textContent = rate().toFixed(2);
  get("size-text").textContent = String(size());
  for (const name of Object.keys(formulas)) {
    get(`drawn-${name}`).textContent = String(drawn.length);
    get(`held-${name}`).textContent = String(held[name]);
    get(`share-${name}`).textContent = drawn.length ? (held[name] / drawn.length).toFixed(3) : "–";
    get(`exact-${name}`).textContent = exact(name).toFixed(4);
    get(`${name}-true`).setAttribute("points", `${px(name, rate()).toFixed(1)},0 ${px(name, rate()).toFixed(1)},1000`);
    const found = lines(name);
    segments(`${name}-held`, found.held);
    segments(`${name}-missed`, found.missed);
  }
  get("errors").textContent = last.length ? last.join(", ") : "none drawn yet";
  get("says").textContent = drawn.length
    ? `${drawn.length} test sets: Wald missed the true rate ${drawn.length - held.wald} times, Wilson ${drawn.length - held.wilson} times.`
    : "Draw test sets to see the intervals.";
}
get("draw").addEventListener("click", more);
get("reset").addEventListener("click", restart);
for (const name of ["rate", "size"]) get(name).addEventListener("input", restart);
show();
