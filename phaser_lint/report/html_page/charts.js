// Bars by contract, by folder and by file. A bar is a button: it filters, and once more undoes it.
const BARS = 8;
const opened = new Set();

function drawCharts(asked, change) {
  const area = document.getElementById("charts");
  const focused = document.activeElement?.dataset.bar;
  // A chart leaves out the filter that it sets itself: the other choices stay in sight.
  const byContract = select({ ...asked, contract: "" });
  const byPath = isWholePath(asked.path) ? select({ ...asked, path: "" }) : select(asked);
  area.replaceChildren(
    contractChart(byContract, asked, change),
    folderChart(byPath, asked, change),
    fileChart(byPath, asked, change),
  );
  area.hidden = records.counted.length + records.ignored.length === 0;
  if (focused !== undefined) area.querySelector(`[data-bar="${CSS.escape(focused)}"]`)?.focus();
}

function contractChart(shown, asked, change) {
  const bars = ranked(tally(shown, (record) => record.contract)).map((entry) => ({
    ...entry,
    label: make("span", "path", entry.key),
    pressed: asked.contract === entry.key,
    act: () => change({ contract: asked.contract === entry.key ? "" : entry.key }),
  }));
  return chart("By contract", bars, asked, change);
}

function fileChart(shown, asked, change) {
  const inFiles = shown.filter((record) => record.where !== "glob");
  const bars = ranked(tally(inFiles, (record) => record.path)).map((entry) => ({
    ...entry,
    label: pathLabel(entry.key),
    pressed: asked.path === `/${entry.key}`,
    act: () => change({ path: asked.path === `/${entry.key}` ? "" : `/${entry.key}` }),
  }));
  return chart("By file", bars, asked, change);
}

function folderChart(shown, asked, change) {
  const inFolder = asked.path.startsWith("/") && asked.path.endsWith("/");
  const top = inFolder ? asked.path.slice(1) : "";
  // What stands at a glob is in no folder, and must not keep the others from being told apart.
  const base = commonFolder(shown.filter((record) => record.where !== "glob"), top);
  const bars = ranked(tally(shown, (record) => childOf(record, base))).map((entry) => ({
    ...entry,
    label: folderLabel(entry.key, base),
    act: entry.key.endsWith("/") ? () => change({ path: `/${entry.key}` }) : null,
  }));
  const title = base ? `By folder in ${base}` : "By folder";
  const panel = chart(title, bars, asked, change);
  if (inFolder) {
    const up = makeButton("quiet small", "Up");
    const parent = top.slice(0, top.lastIndexOf("/", top.length - 2) + 1);
    up.dataset.bar = "up";
    up.addEventListener("click", () => change({ path: parent ? `/${parent}` : "" }));
    panel.firstChild.append(up);
  }
  return panel;
}

// The folder right below base that holds the file: "src/api/"; "" for a file of base itself.
function childOf(record, base) {
  if (record.where === "glob") return "(glob)";
  const cut = record.path.startsWith(base) ? record.path.indexOf("/", base.length) : -1;
  return cut < 0 ? "" : record.path.slice(0, cut + 1);
}

// Down from base while everything is in one folder: a single bar tells nothing.
function commonFolder(shown, base) {
  let folder = base;
  for (;;) {
    const children = new Set(shown.map((record) => childOf(record, folder)));
    const [only] = children;
    if (children.size !== 1 || !only.endsWith("/")) return folder;
    folder = only;
  }
}

function folderLabel(key, base) {
  if (key.endsWith("/")) return pathLabel(key);
  if (key === "(glob)") return make("span", "path plain-label", "in no single file");
  return make("span", "path plain-label", base ? "files right in it" : "files at the top");
}

function ranked(entries) {
  return entries.sort((a, b) => b.total - a.total || (a.key < b.key ? -1 : 1));
}

function chart(title, bars, asked, change) {
  const kind = title.split(" in ")[0];
  const panel = make("section", "panel", make("div", "panel-head", make("h2", "", title)));
  const most = Math.max(1, ...bars.slice(0, 1).map((bar) => bar.total));
  const all = opened.has(kind);
  const list = make("ul", "bars");
  for (const bar of all ? bars : bars.slice(0, BARS)) list.append(drawBar(bar, most, kind));
  panel.append(bars.length ? list : make("p", "empty", "Nothing to show."));
  if (bars.length > BARS) {
    const more = makeButton("quiet small", all ? "Show fewer" : `Show all ${numbers.format(bars.length)}`);
    more.setAttribute("aria-expanded", String(all));
    more.dataset.bar = `${kind} more`;
    more.addEventListener("click", () => {
      if (all) opened.delete(kind); else opened.add(kind);
      drawCharts(asked, change);
    });
    panel.append(more);
  }
  return panel;
}

function drawBar(bar, most, kind) {
  const track = make("span", "track");
  for (const severity of SEVERITIES) {
    const part = make("span", `part is-${severity}`);
    part.style.width = `${(100 * bar[severity]) / most}%`;
    if (bar[severity]) track.append(part);
  }
  const number = make("span", "number", numbers.format(bar.total));
  const row = bar.act ? makeButton("bar-row") : make("div", "bar-row");
  row.append(bar.label, number, track, make("span", "unseen", ` (${severities(bar)})`));
  row.title = `${bar.key && bar.key !== "(glob)" ? `${bar.key}: ` : ""}${severities(bar)}`;
  if (bar.act) {
    row.dataset.bar = `${kind} ${bar.key}`;
    if (bar.pressed !== undefined) row.setAttribute("aria-pressed", String(bar.pressed));
    row.addEventListener("click", bar.act);
  }
  return make("li", "", row);
}
