"use strict";
// The page looks up what Python wrote for each threshold. At another prevalence it takes the closed forms that Python
// has, on the limits that Python stored: tests hold both to the printed digits.
// `root` is the document or the shadow root of a widget; `host` reads, writes and hears the text that keeps the state.
function startPage(root, host) {
  const by = (id) => root.getElementById(id);
  const all = (query, inside = root) => [...inside.querySelectorAll(query)];
  const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
  const shape = (name, attributes, inside) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    return inside.appendChild(made);
  };

  // Small things of every page: links that leave the address alone, copying, printing what is folded.
  for (const link of all(".bar a, .skip")) {
    link.addEventListener("click", (event) => {
      const target = by(link.hash.slice(1));
      event.preventDefault();
      target.scrollIntoView();
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    });
  }
  for (const button of all("[data-copy]")) {
    button.addEventListener("click", () => {
      const range = document.createRange();
      range.selectNodeContents(by(button.dataset.copy));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      by("copied").textContent = document.execCommand("copy") ? "Copied." : "Selected: copy it with the keyboard.";
    });
  }
  const closed = [];
  addEventListener("beforeprint", () => all("details:not([open])").forEach((part) => { part.open = true; closed.push(part); }));
  addEventListener("afterprint", () => { while (closed.length) closed.pop().open = false; });

  // Tables that sort by a click on a head: numbers from the best printed down, names by the alphabet; again turns it.
  for (const table of all("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, k) => {
      const button = document.createElement("button"), words = [...head.childNodes];
      button.type = "button";
      button.append(...words);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") !== "descending", value = (row) => Number.parseFloat(row.cells[k].textContent.replace("−", "-"));
        const order = (a, b) => (k ? (Number.isNaN(value(a)) - Number.isNaN(value(b))) || value(b) - value(a) : a.cells[0].textContent.localeCompare(b.cells[0].textContent));
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const rows = [...table.tBodies[0].rows].sort(order);
        table.tBodies[0].append(...(down ? rows : rows.reverse()));
      });
    });
  }

  // A heat map whose rows and columns can stand by confusion.
  for (const button of all(".sorts")) {
    const table = button.closest("figure").querySelector("table.heat"), order = table.dataset.order.split(" ").map(Number);
    button.hidden = false;
    const given = all("tbody tr", table), cells = all("tr", table).map((row) => [row, [...row.children]]);
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true", places = on ? order : order.map((_, k) => k);
      button.setAttribute("aria-pressed", on);
      table.tBodies[0].append(...places.map((k) => given[k]));
      for (const [row, own] of cells) row.append(own[0], ...places.map((k) => own[k + 1]));
    });
  }

  if (!by("data")) return undefined;
  const data = JSON.parse(by("data").textContent);
  if (data.classes) return pickers();
  if (data.margins) return margins();

  // A comparison at other margins: Python wrote the verdict at each stop; the shade of the first chart follows.
  function margins() {
    const slider = by("margin"), lines = by(data.chart).querySelector(".lines svg"), [low, high] = data.ends;
    let zone = lines.querySelector("rect.zone");
    const at = (v) => (100 * (clamp(v, low, high) - low)) / (high - low);
    const show = (k) => {
      const m = data.margins[k], [word, sentence, settled] = data.says[k];
      slider.value = k;
      slider.setAttribute("aria-valuetext", data.texts[k]);
      by("margin-text").textContent = data.texts[k];
      by("margin-word").textContent = word;
      by("margin-word").classList.toggle("open", !settled);
      by("margin-says").textContent = sentence;
      if (!zone) lines.prepend(zone = shape("rect", { class: "zone back", height: "100%" }, lines));
      zone.setAttribute("x", `${at(-m)}%`);
      zone.setAttribute("width", `${at(data.one_sided ? Infinity : m) - at(-m)}%`);
    };
    const from = () => data.texts.findIndex((_, k) => String(data.margins[k]) === new URLSearchParams(host.read()).get("m"));
    slider.addEventListener("input", () => {
      show(Number(slider.value));
      host.write(`m=${data.margins[slider.value]}`);
    });
    host.hear(() => { if (from() >= 0) show(from()); });
    if (from() >= 0) show(from());
  }

  // Several classes: one is picked, its lines stand in front of the others.
  function pickers() {
    const pick = (k, save = true) => {
      all("#picker button").forEach((button, i) => button.setAttribute("aria-pressed", i === k));
      for (const name of ["roc", "pr", "reliability"]) {
        const box = by(name), own = data.classes[k].lines[name];
        if (!box) continue;
        box.classList.toggle("one", name === "reliability");
        all("polyline.line[id]", box).forEach((line) => line.classList.toggle("now", line.id === `${name}-line${own}`));
        const dots = all("circle.dot", box), lines = all("polyline.line[id]", box);
        let at = 0;
        lines.forEach((line) => {
          const many = line.getAttribute("points").split(" ").length;
          dots.slice(at, at + many).forEach((dot) => dot.classList.toggle("now", line.classList.contains("now")));
          at += many;
        });
        const front = lines.find((line) => line.classList.contains("now"));
        if (front && name !== "reliability") front.parentNode.append(front);
        by(`${name}-kick`).textContent = data.classes[k].kicks[name] ?? "";
      }
      const name = data.classes[k].name;
      for (const row of all("#class-0 .row, #class-1 .row")) row.classList.toggle("now", row.querySelector(".name").textContent === name);
      if (save) host.write(`class=${encodeURIComponent(name)}`);
    };
    all("#picker button").forEach((button, k) => button.addEventListener("click", () => pick(k)));
    for (const row of all("#class-0 .row, #class-1 .row")) {
      const k = data.classes.findIndex((c) => c.name === row.querySelector(".name").textContent);
      if (k >= 0) row.addEventListener("click", () => pick(k));
    }
    const from = () => data.classes.findIndex((c) => c.name === new URLSearchParams(host.read()).get("class"));
    host.hear(() => { if (from() >= 0) pick(from(), false); });
    pick(from() >= 0 ? from() : data.picked, false);
  }

  // Numbers as Python writes them.
  const percent = (v, places = 0) => (Math.floor(100 * v * 10 ** places + 0.5) / 10 ** places + 0).toFixed(places).replace("-", "−") + "%";
  const places = (width) => (width > 0 ? clamp(Math.ceil(-Math.log10(width / 0.03) - 1e-9), 0, 5) : 0);
  const whole = (v) => Math.floor(v + 0.5).toLocaleString("en").replace("-", "−");
  const shares = ([v, low, high]) => {
    if (v === null) return ["–", "undefined"];
    if (low === null) return [percent(v, 1), "–"];
    const digits = places(high - low);
    return [percent(v, digits), `[${percent(low, digits)}, ${percent(high, digits)}]`];
  };
  const amounts = ([v, low, high]) => [whole(v), low === null ? "–" : `[${whole(low)}, ${whole(high)}]`];

  const [tpr, tnr] = data.recalls, fpr = tnr.map((v) => 1 - v), size = data.t.length;
  const state = { i: data.start, p: data.knobs[1].at, c: data.knobs[2].at, seen: null };
  const prevalence = () => data.prevalences[state.p], ratio = () => data.ratios[state.c];

  // A value of two recalls with its limits: each recall in turn at its limits, the changes added in squares.
  function moved(formula, i, least = -Infinity, most = Infinity) {
    const value = formula(tpr[i], tnr[i]);
    if (!data.limits) return [value, null, null];
    let down = 0, up = 0;
    for (const ends of [data.limits[0][i].map((s) => formula(s, tnr[i])), data.limits[1][i].map((s) => formula(tpr[i], s))]) {
      down = Math.hypot(down, Math.max(0, value - Math.min(...ends)));
      up = Math.hypot(up, Math.max(0, Math.max(...ends) - value));
    }
    return [value, Math.max(least, value - down), Math.min(most, value + up)];
  }
  // The share of right ones among the cases with an answer, from the ratio of the rates of that answer.
  function predictive(odds, own, other, ends) {
    if (!own && !other) return [null, null, null];
    const at = (r) => (r === null ? 0 : 1 / (1 + odds * r));
    return [own ? 1 / (1 + (odds * other) / own) : 0, ends ? at(ends[1]) : null, ends ? at(ends[0]) : null];
  }
  const costs = (p, r) => (s, c) => 1000 * (p * r * (1 - s) + (1 - p) * (1 - c));
  const benefit = (p, t) => (s, c) => 1000 * (p * s - ((1 - p) * (1 - c) * t) / (1 - t));
  function cells(i, p, r) {
    const odds = (1 - p) / p, ends = data.ratioLimits || [[], []], t = data.t[i];
    const shown = p === data.share ? data.own[i] : [
      data.own[i][0], data.own[i][1],
      shares(predictive(odds, tpr[i], fpr[i], ends[0][i])),
      shares(predictive(1 / odds, tnr[i], 1 - tpr[i], ends[1][i])),
      shares(moved((s, c) => p * s + (1 - p) * c, i, 0, 1)),
      shares(moved((s, c) => (2 * p * s) / (p * s + p + (1 - p) * (1 - c)), i, 0, 1)),
    ];
    const net = t !== null && t >= 0 && t < 1 ? amounts(moved(benefit(p, t), i)) : ["–", ""];
    return [...shown, amounts(moved(costs(p, r), i, 0)), ...(data.probable ? [net] : [])];
  }
  // How many of 1,000 cases fall into each field, rounded so that they add up.
  function fields(i, p) {
    const exact = [(1 - p) * tnr[i], (1 - p) * fpr[i], p * (1 - tpr[i]), p * tpr[i]].map((v) => 1000 * v);
    const counts = exact.map(Math.floor), short = 1000 - counts.reduce((a, b) => a + b);
    const order = [0, 1, 2, 3].sort((a, b) => counts[a] - exact[a] - (counts[b] - exact[b]) || a - b);
    for (let k = 0; k < short; k++) counts[order[k % 4]]++;
    return { tn: counts[0], fp: counts[1], fn: counts[2], tp: counts[3] };
  }
  function cheapest() {
    const cost = costs(prevalence(), ratio());
    let best = 0;
    for (let i = 1; i < size; i++) if (cost(tpr[i], tnr[i]) < cost(tpr[best], tnr[best]) - 1e-9) best = i;
    return best;
  }

  // Charts: where a threshold lies in each, in data; then in percent of its box.
  const precision = (i) => (tpr[i] || fpr[i] ? (prevalence() * tpr[i]) / (prevalence() * tpr[i] + (1 - prevalence()) * fpr[i]) : null);
  const called = (i) => data.share * tpr[i] + (1 - data.share) * fpr[i];
  const mix = () => { const a = prevalence() * ratio(); return a / (a + 1 - prevalence()); };
  const charts = {
    roc: { at: (i) => [fpr[i], tpr[i]], drops: true },
    pr: { at: (i) => [tpr[i], precision(i)], drops: true },
    gain: { at: (i) => [called(i), tpr[i]], drops: true },
    scores: { at: (i) => [data.t[i], null] },
    price: { at: (i) => [data.t[i], costs(prevalence(), ratio())(tpr[i], tnr[i])] },
    reliability: { at: (i) => [data.t[i], null] },
    decision: { at: (i) => [data.t[i], null] },
    cost: { at: (i) => [mix(), (1 - tpr[i]) * mix() + fpr[i] * (1 - mix())], fixed: true },
  };
  const across = (c, x) => (100 * (clamp(x, ...c.x) - c.x[0])) / (c.x[1] - c.x[0]);
  const down = (c, y) => 100 - (100 * (clamp(y, ...c.y) - c.y[0])) / (c.y[1] - c.y[0]);

  function mark(c, group, i) {
    group.replaceChildren();
    if (i === null) return;
    const [x, y] = c.at(i);
    if (x === null || (c.drops && y === null)) return;
    const left = across(c, x), top = y === null ? 0 : down(c, y);
    const line = (a, b, e, f, kind) => shape("line", { class: kind, x1: `${a}%`, y1: `${b}%`, x2: `${e}%`, y2: `${f}%` }, group);
    if (c.drops) {
      line(0, top, left, top, "pin faint");
      line(left, top, left, 100, "pin faint");
    } else {
      line(left, 0, left, 100, "pin");
      if (!c.fixed) {
        const side = left > 85 ? "end" : "start";
        const tag = shape("text", { class: "tag halo", x: `${left}%`, y: 10, dx: side === "end" ? -6 : 6, "text-anchor": side }, group);
        tag.textContent = data.knobs[0].texts[i];
      }
    }
    if (y !== null) shape("circle", { class: "live dot", cx: `${left}%`, cy: `${top}%`, r: 6.5 }, group);
  }

  function pick(c, box, event) {
    const place = box.getBoundingClientRect();
    const px = event.clientX - place.left, py = event.clientY - place.top;
    let best = 0, least = Infinity;
    for (let i = 0; i < size; i++) {
      const [x, y] = c.at(i);
      if (x === null || (c.drops && y === null)) continue;
      const dx = (across(c, x) / 100) * place.width - px, dy = c.drops ? (down(c, y) / 100) * place.height - py : 0;
      if (dx * dx + dy * dy < least) { least = dx * dx + dy * dy; best = i; }
    }
    return best;
  }
  const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -1e6, End: 1e6 };
  const linked = [];
  for (const [name, c] of Object.entries(charts)) {
    const box = by(name);
    if (!box || !data.charts[name]) continue;
    Object.assign(c, data.charts[name], { name, box });
    const marks = box.querySelector(".marks");
    c.groups = [shape("g", { class: "set" }, marks), shape("g", { class: "seen" }, marks)];
    linked.push(c);
    if (c.fixed) continue;
    box.setAttribute("role", "slider");
    box.tabIndex = 0;
    box.setAttribute("aria-valuemin", 0);
    box.setAttribute("aria-valuemax", size - 1);
    const sign = c.drops ? 1 : -1;
    box.addEventListener("pointermove", (event) => { state.seen = pick(c, box, event); show(); });
    box.addEventListener("pointerleave", () => { state.seen = null; show(); });
    box.addEventListener("pointerdown", (event) => set({ i: pick(c, box, event) }));
    box.addEventListener("keydown", (event) => {
      if (!(event.key in STEPS)) return;
      event.preventDefault();
      set({ i: clamp(state.i + sign * STEPS[event.key], 0, size - 1) });
    });
  }

  // What follows the prevalence and the costs.
  const points = (c, x, y) => x.map((v, k) => (v === null || y[k] === null ? "" : `${(10 * across(c, v)).toFixed(1)},${(10 * down(c, y[k])).toFixed(1)}`)).join(" ");
  const first = {};
  function redraw(id, text) {
    const line = by(id);
    if (!line) return;
    first[id] ??= line.getAttribute("points");
    line.setAttribute("points", text === null ? first[id] : text);
  }
  function rise(c, low, high) {
    c.y = [low, high];
    const raw = (high - low) / 4, unit = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 2.5, 5, 10].map((k) => k * unit).find((v) => v >= raw * 0.999);
    const values = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9; k++) values.push(+(k * step).toPrecision(12));
    const ys = c.box.parentNode.querySelector(".ys");
    ys.replaceChildren(...values.map((v) => Object.assign(document.createElement("span"), { textContent: v.toLocaleString("en").replace("-", "−"), style: `top:${down(c, v)}%` })));
    c.box.querySelector(".g").setAttribute("d", values.map((v) => `M0 ${10 * down(c, v)}H1000`).join(""));
  }
  const known = data.t.map((t, i) => i).filter((i) => data.t[i] !== null);
  const drawn = {
    pr(c, own) {
      const rows = [...tpr.keys()].filter((i) => tpr[i]);
      redraw("pr-line0", own ? null : points(c, rows.map((i) => tpr[i]), rows.map(precision)));
    },
    price(c) {
      const p = prevalence(), cost = costs(p, ratio()), none = 1000 * p * ratio(), every = 1000 * (1 - p);
      const y = known.map((i) => cost(tpr[i], tnr[i]));
      rise(c, 0, 1.1 * Math.max(...y, Math.min(Math.max(none, every), 2 * Math.min(none, every))));
      redraw("price-line0", points(c, known.map((i) => data.t[i]), y));
      redraw("price-line1", points(c, c.x, [none, none]));
      redraw("price-line2", points(c, c.x, [every, every]));
    },
    decision(c, own) {
      const p = prevalence(), t = known.map((i) => data.t[i]), rows = known.filter((i) => data.t[i] < 1);
      c.start ??= c.y;
      const top = Math.max(0.02, p) * 1.05;
      rise(c, ...(own ? c.start : [-top / 4, top]));
      const found = own ? [] : rows.map((i) => moved(benefit(p, data.t[i]), i).map((v) => (v === null ? null : clamp(v / 1000, ...c.y))));
      const xs = rows.map((i) => data.t[i]), grid = [...Array(99).keys()].map((k) => (k + 1) / 100);
      redraw("decision-line2", own ? null : points(c, xs, found.map((v) => v[0])));
      redraw("decision-area2", own ? null : points(c, [...xs, ...xs.slice().reverse()], [...found.map((v) => v[2]), ...found.map((v) => v[1]).reverse()]));
      const odds = grid.filter((v) => p - ((1 - p) * v) / (1 - v) >= c.y[0]);
      redraw("decision-line0", own ? null : points(c, odds, odds.map((v) => p - ((1 - p) * v) / (1 - v))));
      redraw("decision-line1", own ? null : points(c, [0.01, 0.99], [0, 0]));
    },
    reliability(c, own) {
      if (!data.bins.length) return;
      const w = (prevalence() / data.share) / ((1 - prevalence()) / (1 - data.share));
      const moved = (o) => (o === null ? null : (o * w) / (o * w + 1 - o));
      const [x, y, low, high] = data.bins.map((row, k) => (k ? row.map(moved) : row));
      redraw("reliability-line2", own ? null : points(c, x, y));
      all("circle.dot:not(.live)", c.box).forEach((dot, k) => dot.setAttribute("cy", `${down(c, y[k])}%`));
      const bars = all(".shapes path.line.thin", c.box)[0];
      if (bars) bars.setAttribute("d", x.map((v, k) => `M${10 * across(c, v)} ${10 * down(c, low[k])}V${10 * down(c, high[k])}`).join(""));
      all(".shapes .wide", c.box).slice(-1).forEach((band) => band.toggleAttribute("hidden", !own));
    },
  };

  function squares(count) {
    const picture = by("squares");
    picture.replaceChildren();
    let k = 0;
    for (const kind of ["tp", "fp", "fn", "tn"]) {
      let path = "";
      for (let n = 0; n < count[kind]; n++, k++) path += `M${Math.floor(k / 20) + 0.08} ${(k % 20) + 0.08}h.84v.84h-.84z`;
      shape("path", { class: kind, d: path, "stroke-width": kind === "fn" ? 0.12 : 0 }, picture);
    }
  }

  let before = "";
  function show() {
    const i = state.seen ?? state.i, p = prevalence(), count = fields(i, p), now = cells(i, p, ratio());
    data.knobs.forEach((knob, k) => {
      const at = [i, state.p, state.c][k], slider = by(knob.name);
      slider.value = at;
      slider.setAttribute("aria-valuetext", knob.texts[at]);
      by(`${knob.name}-text`).textContent = knob.texts[at];
    });
    const words = { name: data.name, t: data.knobs[0].texts[i], called: count.tp + count.fp, ...count };
    by("at").textContent = data.says.replace(/\{(\w+)\}/g, (found, key) => (key in words ? words[key] : found));
    for (const kind in count) by(kind).textContent = whole(count[kind]);
    now.forEach(([value, interval], k) => {
      by(`value-${k}`).textContent = value;
      by(`interval-${k}`).textContent = interval;
    });
    by("strip-t").textContent = words.t;
    [0, 1, 2].forEach((k) => { by(`strip-${k}`).textContent = now[k][0]; });
    squares(count);
    const mood = `${state.p} ${state.c}`;
    for (const c of linked) {
      if (mood !== before && drawn[c.name]) drawn[c.name](c, p === data.share);
      mark(c, c.groups[0], state.i);
      mark(c, c.groups[1], state.seen === state.i ? null : state.seen);
      if (!c.fixed) {
        c.box.setAttribute("aria-valuenow", state.i);
        c.box.setAttribute("aria-valuetext", `threshold ${data.knobs[0].texts[state.i]}: ${now[0][0]} found, ${percent(fpr[i])} false alarms`);
      }
    }
    before = mood;
    const cut = by("scores-cut");
    if (cut) cut.setAttribute("x", data.t[i] === null ? (i ? 0 : 1000) : 10 * across(charts.scores, data.t[i]));
  }

  // One state, kept in the address.
  function set(change) {
    Object.assign(state, change, { seen: null });
    show();
    host.write(`t=${data.knobs[0].texts[state.i].replaceAll(" ", "-")}&p=${+prevalence().toPrecision(6)}&c=${ratio()}`);
  }
  const nearest = (values, wanted) => values.reduce((best, v, k) => (v !== null && Math.abs(v - wanted) < Math.abs((values[best] ?? Infinity) - wanted) ? k : best), 0);
  function restore(text) {
    const given = new URLSearchParams(text), change = {};
    if (given.has("t")) {
      const exact = data.knobs[0].texts.findIndex((words) => words.replaceAll(" ", "-") === given.get("t"));
      change.i = exact < 0 ? nearest(data.t, Number(given.get("t"))) : exact;
    }
    if (given.has("p")) change.p = nearest(data.prevalences, Number(given.get("p")));
    if (given.has("c")) change.c = nearest(data.ratios, Number(given.get("c")));
    return change;
  }
  by("threshold").addEventListener("input", () => set({ i: Number(by("threshold").value) }));
  by("prevalence").addEventListener("input", () => set({ p: Number(by("prevalence").value) }));
  by("ratio").addEventListener("input", () => set({ c: Number(by("ratio").value) }));
  by("cheapest").addEventListener("click", () => set({ i: cheapest() }));
  by("restart").addEventListener("click", () => set({ i: data.start, p: data.knobs[1].at, c: data.knobs[2].at }));
  for (const button of all("[data-go]")) {
    button.addEventListener("click", () => {
      set(restore(button.dataset.go));
      by("explore").scrollIntoView();
    });
  }
  host.hear(() => { if (host.read().includes("=")) { Object.assign(state, restore(host.read())); show(); } });
  Object.assign(state, restore(host.read()));
  show();
  return { data, cells, state, set };
}
