// The list of violations, in groups. The first rows are drawn at once and the others whenever the
// browser is idle, so that its own search finds them all; far too many wait for a button.
const FIRST = 60;
const CHUNK = 150;
const AUTOMATIC = 10000;
const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 20));
const results = document.getElementById("results");
let drawing = 0;

function drawRows(shown, group, change) {
  drawing += 1;
  const mine = drawing;
  const groups = grouped(shown, group);
  const queue = groups.flatMap((entry) => entry.records.map((record) => ({ record, entry })));
  results.className = group === "contract" ? "by-contract" : "";
  results.replaceChildren();
  if (!queue.length) results.append(make("p", "empty", emptyText()));

  function draw(from, upTo) {
    const to = Math.min(upTo, queue.length);
    const fresh = document.createDocumentFragment();
    for (const { record, entry } of queue.slice(from, to)) {
      if (!entry.list) startGroup(entry, group, fresh);
      entry.list.append(drawRow(record, group, change));
    }
    results.append(fresh);
    if (from === 0) makeCurrent(results.querySelector(".row"));
    return to;
  }
  function goOn(from) {
    if (mine !== drawing || from >= queue.length) return;
    if (from < AUTOMATIC) whenIdle(() => mine === drawing && goOn(draw(from, from + CHUNK)));
    else offerMore(queue.length - from, () => draw(from, queue.length));
  }
  goOn(draw(0, FIRST));
}

function emptyText() {
  return records.counted.length ? "No violation matches these filters." : "No violations.";
}

function grouped(shown, group) {
  const groups = new Map();
  for (const record of shown) {
    const key = group === "file" ? record.path : record.contract;
    if (!groups.has(key)) groups.set(key, { key, records: [], list: null });
    groups.get(key).records.push(record);
  }
  const listed = [...groups.values()];
  return group === "file" ? listed : listed.sort((a, b) => b.records.length - a.records.length);
}

function startGroup(entry, group, area) {
  const [first] = entry.records;
  const label = group === "file" && first.where !== "glob"
    ? pathLabel(entry.key) : make("span", "path", entry.key);
  const [total] = tally(entry.records, () => "");
  entry.list = make("ol", "rows");
  area.append(make("section", "group",
    make("div", "group-head", make("h3", "", label), make("span", "tally", severities(total))),
    entry.list));
}

function drawRow(record, group, change) {
  const body = make("div", "body", make("p", "message", record.message));
  if (record.before !== undefined) body.append(drawExcerpt(record));
  if (record.remark) body.append(make("p", "remark", record.remark));
  const row = make("li", `row is-${record.severity}`,
    make("span", `severity is-${record.severity}`, record.severity),
    make("span", "place", placeOf(record, group)), body);
  if (group === "file") {
    const button = makeButton("tag", record.contract);
    button.title = "Show this contract alone";
    button.tabIndex = -1;
    button.addEventListener("click", () => change({ contract: record.contract }));
    row.append(button);
  }
  row.tabIndex = -1;
  return row;
}

function placeOf(record, group) {
  if (record.where === "glob") return group === "file" ? "no file" : `no file: ${record.path}`;
  const path = group === "file" ? "" : record.path;
  if (record.where === "file") return path || "whole file";
  const lines = record.endLine > record.line ? `${record.line}\u2013${record.endLine}` : `${record.line}:${record.column}`;
  return path ? `${path}:${lines}` : lines;
}

function drawExcerpt(record) {
  const code = make("code", "", record.before);
  if (record.match !== null) {
    code.append(make("mark", record.match ? "" : "point", record.match), record.after);
  }
  return make("pre", "excerpt", code);
}

function offerMore(number, draw) {
  const more = makeButton("more", `Show ${numbers.format(number)} more`);
  more.addEventListener("click", () => {
    const before = more.previousElementSibling;
    more.remove();
    draw();
    move(before?.querySelector(".row:last-child"), 1);
  });
  results.append(more);
}

// One row at a time is in the order of the tab key, with what can be pressed in it.
let current = null;

function makeCurrent(row) {
  for (const [element, index] of [[current, -1], [row, 0]]) {
    if (!element) continue;
    element.tabIndex = index;
    for (const button of element.querySelectorAll("button")) button.tabIndex = index;
  }
  current = row;
}

function move(from, step) {
  const rows = [...results.querySelectorAll(".row")];
  const start = rows.indexOf(from);
  const row = rows[Math.max(0, Math.min(rows.length - 1, start + step))];
  if (!row) return;
  makeCurrent(row);
  row.focus();
}
