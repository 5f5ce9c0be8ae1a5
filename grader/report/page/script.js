"use strict";
(() => {
  const overview = document.getElementById("overview");
  if (!overview) return;
  const byId = (id) => document.getElementById(id);
  const page = byId("page"), body = overview.querySelector("#grades tbody"), search = byId("search");
  const choices = ["verdict", "cause", "exercise"].map(byId).filter(Boolean);
  const verdictOrder = { fail: 0, error: 1, pass: 2 };
  const title = document.title;
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  let rows = [...body.rows];
  const words = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const link = (row) => row.querySelector("th a");
  let scrolled = 0, opened = "";

  const apply = () => {
    const parts = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const fits = choices.every((c) => !c.value || row.dataset[c.id] === c.value)
        && parts.every((part) => words.get(row).includes(part));
      row.hidden = !fits;
      count += fits;
    }
    byId("shown").textContent = `${count} of ${rows.length} shown`;
    byId("none").hidden = count > 0;
    for (const choice of choices) {
      for (const button of overview.querySelectorAll(`[aria-pressed][data-${choice.id}]`)) {
        button.setAttribute("aria-pressed", String(button.dataset[choice.id] === choice.value));
      }
    }
  };

  const pick = (id, value) => {
    const choice = byId(id);
    choice.value = choice.value === value ? "" : value;
    apply();
  };

  const values = {
    verdict: (row) => verdictOrder[row.dataset.verdict],
    score: (row) => Number(row.dataset.score),
    cause: (row) => row.dataset.cause,
    exercise: (row) => row.dataset.exercise,
    who: (row) => link(row).textContent,
  };
  const sort = (head) => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of overview.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const value = values[head.dataset.sort];
    const keyed = rows.map((row, index) => [value(row), index, row]);
    keyed.sort(([a, i], [b, j]) => {
      const order = typeof a === "number" ? a - b : collator.compare(a, b);
      return (up ? order : -order) || i - j;
    });
    rows = keyed.map(([, , row]) => row);
    body.append(...rows);
  };

  const visibleRows = () => rows.filter((row) => !row.hidden);
  const neighbour = (step) => {
    const shown = visibleRows().map((row) => link(row).hash.slice(1));
    const at = shown.indexOf(opened);
    return at < 0 ? undefined : shown[at + step];
  };
  const point = (name, target) => {
    const anchor = page.querySelector(`[data-go=${name}]`);
    anchor.setAttribute("href", `#${target || opened}`);
    anchor.setAttribute("aria-disabled", String(!target));
    if (!target) anchor.setAttribute("tabindex", "-1");
  };

  const show = () => {
    const found = /^#(s\d+)(-L\d+)?$/.exec(location.hash);
    const text = found && byId(`t-${found[1]}`);
    if (!text) {
      if (page.hidden) return;
      page.hidden = true;
      page.replaceChildren();
      overview.hidden = false;
      document.title = title;
      const row = rows.find((r) => link(r).hash === `#${opened}`);
      opened = "";
      scrollTo(0, scrolled);
      (row && !row.hidden ? link(row) : overview.querySelector("h1")).focus({ preventScroll: true });
      return;
    }
    if (!overview.hidden) scrolled = scrollY;
    if (opened !== found[1]) {
      opened = found[1];
      page.innerHTML = text.textContent;
      overview.hidden = true;
      page.hidden = false;
      point("previous", neighbour(-1));
      point("next", neighbour(1));
      const head = page.querySelector("h1");
      document.title = `${head.textContent} · ${title}`;
      scrollTo(0, 0);
      head.focus({ preventScroll: true });
    }
    if (found[2]) {
      for (const line of page.querySelectorAll(".aim")) line.classList.remove("aim");
      const line = byId(found[1] + found[2]);
      if (line) { line.classList.add("aim"); line.scrollIntoView({ block: "center" }); }
    }
  };
  const back = () => { location.hash = "#grades"; };

  let waiting = 0;
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(apply, 80); });
  for (const choice of choices) choice.addEventListener("change", apply);
  overview.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  byId("clear").addEventListener("click", () => {
    search.value = "";
    for (const choice of choices) choice.value = "";
    apply();
  });
  for (const button of overview.querySelectorAll(".count")) {
    button.addEventListener("click", () => pick("verdict", button.dataset.verdict));
  }
  for (const bar of overview.querySelectorAll(".bars [data-cause]")) {
    bar.addEventListener("click", () => pick("cause", bar.dataset.cause));
    bar.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick("cause", bar.dataset.cause); }
    });
  }
  for (const head of overview.querySelectorAll("th[data-sort]")) {
    head.querySelector("button").addEventListener("click", () => sort(head));
  }
  body.addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row && !event.target.closest("a") && !String(getSelection())) location.hash = link(row).hash;
  });
  page.addEventListener("click", (event) => {
    const anchor = event.target.closest("[data-go]");
    if (anchor && anchor.dataset.go === "back") { event.preventDefault(); back(); }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (!page.hidden) {
      if (event.key === "Escape") back();
      const step = { n: 1, p: -1 }[event.key];
      const target = step && neighbour(step);
      if (target) location.hash = `#${target}`;
      return;
    }
    if (event.key === "/") { event.preventDefault(); search.focus(); }
    const step = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || (event.key.startsWith("Arrow") && !body.contains(document.activeElement))) return;
    const shown = visibleRows();
    const at = shown.indexOf(document.activeElement.closest("#grades tbody tr"));
    const row = shown[at < 0 ? 0 : at + step];
    if (row) { event.preventDefault(); link(row).focus(); }
  });
  addEventListener("hashchange", show);
  apply();
  show();
})();
