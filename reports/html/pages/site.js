// What moves on the pages: theme, filter and keyboard navigation of the overview, the film of a cell, values under the
// pointer. Plain script: nothing is fetched, and without it the pages can still be read.
"use strict";
(() => {
  const $ = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  // ---- light and dark -------------------------------------------------------------------------
  const root = document.documentElement;
  const remembered = (value) => {  // pages of a folder may have no storage
    try {
      if (value === undefined) return localStorage.getItem("impactbench-theme");
      localStorage.setItem("impactbench-theme", value);
    } catch { return null; }
  };
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const repaint = [];
  const setTheme = (theme) => { if (theme) root.dataset.theme = theme; repaint.forEach((paint) => paint()); };
  const turnTheme = () => { const next = dark() ? "light" : "dark"; remembered(next); setTheme(next); };
  setTheme(remembered());
  all(".theme").forEach((button) => button.addEventListener("click", turnTheme));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme());

  // ---- copying the command ---------------------------------------------------------------------
  all(".copy").forEach((button) => button.addEventListener("click", async () => {
    const code = $("code", button.parentElement);
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {  // a page of a folder may have no clipboard
      getSelection().selectAllChildren(code);
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  }));

  // ---- overview: filter and navigation ---------------------------------------------------------
  const matrix = $(".matrix");
  const search = $(".filter input");
  if (matrix) {
    const rows = all("tbody tr", matrix).map((row) => ({
      row, name: $("th", row).textContent.toLowerCase(),
      cells: all("td", row).map((td, k) => ({ scheme: $(`thead th:nth-child(${k + 2})`, matrix).textContent.toLowerCase(), td })),
    }));
    rows.forEach((r) => { r.marks = r.cells.flatMap(({ scheme, td }) => all("[title]", td).map((mark) => ({ mark, text: `${r.name} ${scheme} ${mark.title.toLowerCase()}` }))); });
    const count = $(".filter output");
    const filter = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const shown = new Set(all(".tile input:checked").map((box) => box.value));
      let left = 0;
      for (const r of rows) {
        let some = 0;
        for (const { mark, text } of r.marks) {
          mark.hidden = !(shown.has(mark.classList[0]) && words.every((w) => text.includes(w)));
          some += mark.hidden ? 0 : 1;
        }
        r.row.hidden = some === 0;
        left += some;
      }
      count.textContent = `${left} ${left === 1 ? "run" : "runs"}`;
    };
    // A page may lead to the runs of its words: index.html#find=falling_ball%20nscd
    const find = () => {
      const words = location.hash.match(/^#find=(.*)$/);
      if (!words) return;
      search.value = decodeURIComponent(words[1]);
      filter();
      $("#runs").scrollIntoView();
    };
    addEventListener("hashchange", find);
    search.addEventListener("input", filter);
    all(".tile input").forEach((box) => box.addEventListener("change", filter));
    filter();
    find();
    // Arrows: left and right through the marks, up and down to the nearest one of another row.
    const navigate = (key) => {
      const marks = all("td a", matrix).filter((a) => a.offsetParent !== null);
      const at = marks.indexOf(document.activeElement);
      if (marks.length === 0) return;
      let next = at < 0 ? 0 : at + (key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0);
      if (at >= 0 && (key === "ArrowDown" || key === "ArrowUp")) {
        const here = marks[at].getBoundingClientRect();
        const way = key === "ArrowDown" ? 1 : -1;
        const away = (a) => { const r = a.getBoundingClientRect(); return way * (r.top - here.top) < 4 ? Infinity : Math.abs(r.top - here.top) * 3 + Math.abs(r.left - here.left); };
        next = marks.map(away).reduce((best, d, k, list) => (d < list[best] ? k : best), 0);
        if (away(marks[next]) === Infinity) next = at;
      }
      marks[Math.min(Math.max(next, 0), marks.length - 1)].focus();
    };
    document.addEventListener("keydown", (e) => {
      if (e.target.tagName === "INPUT" || e.ctrlKey || e.metaKey || e.altKey) {
        if (e.key === "Escape" && e.target === search) { search.value = ""; filter(); search.blur(); }
        return;
      }
      if (e.key === "/") { e.preventDefault(); search.focus(); }
      if (e.key.startsWith("Arrow")) { e.preventDefault(); navigate(e.key); }
    });
  }

  // ---- charts: the value under the pointer, the instant of the film -----------------------------
  const charts = all(".chart").map((figure) => {
    const limits = ["x0", "x1", "y0", "y1"].map((k) => Number(figure.dataset[k]));
    const points = $("path", figure).getAttribute("d").split(/(?=[ML])/).map((p) => p.slice(1).split(" ").map(Number));
    const line = $(".now", figure), output = $("output", figure), svg = $("svg", figure);
    const show = (x) => {  // 0 .. 600
      let best = points[0];
      for (const p of points) if (Math.abs(p[0] - x) < Math.abs(best[0] - x)) best = p;
      line.toggleAttribute("hidden", false);
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
      const value = limits[3] - (best[1] / 180) * (limits[3] - limits[2]);
      const time = limits[0] + (x / 600) * (limits[1] - limits[0]);
      output.textContent = `${value.toPrecision(3)}${figure.dataset.unit} at ${time.toPrecision(3)} s`;
    };
    const at = (time) => show(Math.min(600, Math.max(0, 600 * (time - limits[0]) / (limits[1] - limits[0]))));
    const hide = () => { line.toggleAttribute("hidden", true); output.textContent = ""; };
    svg.addEventListener("pointermove", (e) => { const box = svg.getBoundingClientRect(); const time = limits[0] + (e.clientX - box.left) / box.width * (limits[1] - limits[0]); charts.forEach((c) => c.at(time)); });
    svg.addEventListener("pointerleave", () => charts.forEach((c) => c.hide()));
    return { at, hide };
  });

  // ---- film -----------------------------------------------------------------------------------
  const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

  /// Frames as reports/site/film.hpp writes them: places in grid units, contacts with feet and shares.
  const widthOf = (head) => (head.kind === "field" ? 1 : 2 + head.turns + head.deep);
  const decode = (head, bytes) => {
    let at = 0;
    const number = () => { let x = 0, power = 1, byte; do { byte = bytes[at++]; x += (byte & 127) * power; power *= 128; } while (byte > 127); return x; };
    const signed = () => { const x = number(); return x % 2 ? -(x + 1) / 2 : x / 2; };
    const width = widthOf(head);
    const frames = [];
    for (let f = 0; f < head.times.length; ++f) {
      const k = new Int32Array(width * head.n), last = frames[f - 1], older = frames[f - 2];
      for (let i = 0; i < k.length; ++i) k[i] = signed() + (f === 0 ? 0 : f === 1 ? last.k[i] : 2 * last.k[i] - older.k[i]);
      const contacts = [];
      for (let c = number(), a = 0; c > 0; --c) {
        a += number();
        const b = number() - 1;
        const foot = b < 0 ? [signed(), signed()] : null;
        contacts.push({ a, b, foot, share: number() / 255 });
      }
      frames.push({ k, contacts });
    }
    return frames;
  };

  const film = $("#film .player");
  if (film) {
    const head = JSON.parse($("#film .head").textContent);
    const frames = decode(head, bytesOf(JSON.parse($("#film .data").textContent)));
    const canvas = $("canvas", film), slider = $("input[type=range]", film), button = $(".play", film), clock = $(".clock", film);
    const forces = $(".forces", film), paths = $(".paths", film), speed = $(".speed", film);
    const width = widthOf(head), last = frames.length - 1;
    const cut = $(".section", film);
    cut.parentElement.hidden = !head.deep;
    [forces, paths].forEach((box) => { box.parentElement.hidden = head.kind === "field"; });
    if (head.kind === "picture") forces.parentElement.hidden = true;
    // Depths of spheres in space, in steps: what is farther than all, and nearer than all.
    let near = 0;
    if (head.deep) frames.forEach((f) => { for (let i = 0; i < head.n; ++i) near = Math.max(near, f.k[3 * i + 2]); });
    const rim = head.deep ? Math.max(...head.radius) / head.step : 0;
    // The canvas has the shape of what it shows, within reason.
    const shape = Math.min(2.4, Math.max(1.2, (head.x1 - head.x0) / (head.y1 - head.y0)));
    canvas.width = 1440;
    canvas.height = Math.round(1440 / shape);
    const scale = Math.min(canvas.width / (head.x1 - head.x0), canvas.height / (head.y1 - head.y0));
    const X = (x) => 0.5 * canvas.width + scale * (x - 0.5 * (head.x0 + head.x1));
    const Y = (y) => 0.5 * canvas.height - scale * (y - 0.5 * (head.y0 + head.y1));
    const radius = (i) => (head.radius.length === 0 ? 0 : head.radius[head.radius.length === 1 ? 0 : i]);
    const g = canvas.getContext("2d");

    const place = (f, i) => [head.x0 + head.step * f[width * i], head.y0 + head.step * f[width * i + 1]];
    const between = (position) => {  // grid places at a frame number with a fraction
      const k = Math.min(Math.floor(position), last), s = position - k;
      if (s === 0 || k === last) return frames[k].k;
      return Float64Array.from(frames[k].k, (x, j) => x + s * (frames[k + 1].k[j] - x));
    };
    const stroke = (x0, y0, x1, y1) => { g.beginPath(); g.moveTo(X(x0), Y(y0)); g.lineTo(X(x1), Y(y1)); g.stroke(); };

    const field = document.createElement("canvas");
    if (head.kind === "field") { field.width = head.columns; field.height = head.rows; }
    /// Light to dark in one hue, or dark to light on a dark sheet.
    const drawField = (now) => {
      const image = field.getContext("2d").createImageData(head.columns, head.rows), night = dark();
      for (let i = 0; i < head.n; ++i) {
        const s = Math.min(1, Math.max(0, now[i] / 255));
        const shade = night ? [24 + 210 * s, 28 + 190 * s * s, 48 + 80 * s] : [250 - 230 * s, 250 - 190 * s * s, 252 - 110 * s];
        image.data.set([...shade, 255], 4 * i);
      }
      field.getContext("2d").putImageData(image, 0, 0);
      g.imageSmoothingEnabled = false;
      g.drawImage(field, X(head.x0), Y(head.y1), scale * (head.x1 - head.x0), scale * (head.y1 - head.y0));
    };

    const draw = () => {
      const position = Number(slider.value), now = between(position), frame = frames[Math.floor(position)];
      const colour = (name) => getComputedStyle(root).getPropertyValue(`--${name}`).trim();
      g.fillStyle = colour("sheet");
      g.fillRect(0, 0, canvas.width, canvas.height);
      if (head.kind === "field") drawField(now);
      g.lineCap = "round";
      g.strokeStyle = colour("wall");
      g.lineWidth = 4;
      for (const [x0, y0, x1, y1] of head.lines) stroke(x0, y0, x1, y1);
      const most = Math.min(head.n, 60);
      if (paths.checked) {
        g.strokeStyle = colour("path");
        g.lineWidth = 1.5;
        for (let i = 0; i < most; ++i) {
          g.beginPath();
          for (let k = 0; k <= Math.floor(position); ++k) { const [x, y] = place(frames[k].k, i); g.lineTo(X(x), Y(y)); }
          g.stroke();
        }
      }
      g.fillStyle = colour("body");
      g.strokeStyle = colour("body-edge");
      g.lineWidth = head.kind === "picture" ? 4 : head.n > 300 ? 1 : 2;
      for (let l = 0; l < head.links.length; l += 2) stroke(...place(now, head.links[l]), ...place(now, head.links[l + 1]));
      const depth = (i) => now[3 * i + 2];
      // Nearer than this is cut away; spheres that reach beyond it show their section.
      const plane = near + 1.02 * rim - (near + 2.02 * rim) * Number(cut.value) / 100;
      const bodies = head.kind === "picture" ? [...Array(head.n).keys()].filter((i) => radius(i) > 0)
        : head.links.length > 0 || head.kind === "field" ? [] : [...Array(head.n).keys()];
      if (head.deep) bodies.sort((i, j) => depth(i) - depth(j));
      let sections = 0;
      for (const i of bodies) {
        let r = radius(i) > 0 ? Math.max(1.5, radius(i) * scale) : 7;
        const above = head.deep ? (depth(i) - plane) * head.step / radius(i) : -1;
        if (above >= 1) continue;
        if (above > -1) { r *= Math.sqrt(1 - above * above); ++sections; }
        g.fillStyle = colour(above > -1 ? "section" : "body");
        const [x, y] = place(now, i);
        g.beginPath();
        g.arc(X(x), Y(y), r, 0, 2 * Math.PI);
        g.fill();
        g.stroke();
        if (head.turns && r > 5) {
          const angle = now[width * i + 2] * Math.PI / 128;
          g.beginPath();
          g.moveTo(X(x) + 0.35 * r * Math.cos(angle), Y(y) - 0.35 * r * Math.sin(angle));
          g.lineTo(X(x) + r * Math.cos(angle), Y(y) - r * Math.sin(angle));
          g.stroke();
        }
      }
      if (forces.checked) {
        g.strokeStyle = colour("force");
        for (const { a, b, foot, share } of frame.contacts) {
          if (a >= head.n || b >= head.n) continue;
          if (head.deep && (depth(a) > plane || (b >= 0 && depth(b) > plane))) continue;
          // The root of the force: the eye compares widths. No wider than a body.
          g.lineWidth = Math.min(1.5 + 12 * share, radius(a) > 0 ? Math.max(3, 1.2 * radius(a) * scale) : 99);
          const [x, y] = place(now, a);
          if (foot) stroke(x, y, x + head.step * foot[0], y + head.step * foot[1]);
          else stroke(x, y, ...place(now, b));
        }
      }
      const time = head.times[Math.floor(position)] + (position % 1) * ((head.times[Math.floor(position) + 1] ?? 0) - head.times[Math.floor(position)]);
      clock.textContent = `t = ${time.toPrecision(4)} s`;
      slider.setAttribute("aria-valuetext", clock.textContent);
      canvas.dataset.frame = Math.floor(position);
      canvas.dataset.contacts = forces.checked ? frame.contacts.length : 0;
      canvas.dataset.sections = sections;
      return time;
    };

    let playing = false, started = 0, from = 0;
    const tick = (stamp) => {
      if (!playing) return;
      started ||= stamp;
      const seconds = 8 / Number(speed.value);  // of the whole film
      slider.value = Math.min(last, from + (stamp - started) / 1000 / seconds * last);
      const time = draw();
      charts.forEach((c) => c.at(time));
      if (Number(slider.value) >= last) return play(false);
      requestAnimationFrame(tick);
    };
    const play = (wanted) => {
      playing = wanted;
      button.textContent = playing ? "❚❚" : "▶";
      button.setAttribute("aria-label", playing ? "Pause" : "Play");
      if (!playing) return;
      from = Number(slider.value) >= last ? 0 : Number(slider.value);
      started = 0;
      requestAnimationFrame(tick);
    };
    const go = (k) => { play(false); slider.value = Math.min(last, Math.max(0, k)); const time = draw(); charts.forEach((c) => c.at(time)); };
    button.addEventListener("click", () => play(!playing));
    slider.addEventListener("input", () => go(Number(slider.value)));
    [forces, paths].forEach((box) => box.addEventListener("change", draw));
    cut.addEventListener("input", draw);
    speed.addEventListener("change", () => { from = Number(slider.value); started = 0; });
    document.addEventListener("keydown", (e) => {
      if (/^(INPUT|SELECT|BUTTON|A|SUMMARY)$/.test(e.target.tagName) && (e.key === " " || e.target.type === "range" || e.target.tagName === "SELECT")) return;
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      const at = Math.round(Number(slider.value));
      const does = { " ": () => play(!playing), ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(last),
        f: () => { forces.checked = !forces.checked; draw(); }, p: () => { paths.checked = !paths.checked; draw(); } }[e.key];
      if (does) { e.preventDefault(); does(); }
    });
    if (head.force > 0) $("#film .scale").textContent = `The widest lines are ${head.force.toPrecision(3)} N and more, widths go with the root.` + (head.cut > 0 ? ` Weaker contacts are left out, ${head.cut} at most.` : "");
    if (head.kind === "field") $("#film .scale").textContent = `The scale ends at ${head.top.toPrecision(3)} m.`;
    repaint.push(draw);
    // #frame=12 opens at an instant.
    const wanted = /frame=(\d+)/.exec(location.hash);
    slider.value = wanted ? Math.min(last, Number(wanted[1])) : 0;
    if (wanted) go(Number(slider.value));
    else draw();
  }

  // ---- keys of every page -----------------------------------------------------------------------
  document.addEventListener("keydown", (e) => {
    if (e.target.tagName === "INPUT" && e.target.type !== "range" && e.target.type !== "checkbox") return;
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const link = { n: "a[rel=next]", b: "a[rel=prev]", u: "a[rel=up]" }[e.key];
    if (link && $(link)) $(link).click();
    if (e.key === "d") turnTheme();
  });
})();
