// The list of violations, in groups. The first rows are drawn at once and the others whenever the
// browser is idle, so that its own search finds them all; far too many wait for a button.
const FIRST = 60;
const CHUNK = 150;
const MANY = 300;
const AUTOMATIC = 10000;
// A page that never rests, as on a busy machine, would never be idle: it draws all the same.
const whenIdle = window.requestIdleCallback
  ? (work) => window.requestIdleCallback(work, { timeout: 500 }) : (work) => setTimeout(work, 20);
const results = document.getElementById("results");
let drawing = 0;

function drawRows(shown, group, change) {
  drawing += 1;
  const mine = drawing;
  const groups = grouped(shown, group);
  const queue = groups.flatMap((entry) => entry.records.map((record) => ({ record, entry })));
  // A browser that draws just the rows in sight is quick with many, and prints none of a few.
  results.className = `${group === "contract" ? "by-contract" : ""}${queue.length > MANY ? " many" : ""}`;
  results.replaceChildren();
  if (!queue.length) results.append(make("p", "empty", emptyText()));

  function draw(from, upTo) {
    const to = Math.min(upTo, queue.length);
    const fresh = document.createDocumentFragment();
    for (const { record, entry } of queue.slice(from, to)) {
      if (!entry.list) startGroup(entry, group, fresh);
      entry.list.append(drawRow(record, entry, group, change));
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
    ? pathLabel(entry.key) : make("span", "path", `files matching ${entry.key}`);
  const [total] = tally(entry.records, () => "");
  entry.list = make("ol", "rows");
  const head = make("div", "group-head", make("h3", "", label), make("span", "tally", severities(total)));
  const section = make("section", "group", head, entry.list);
  entry.message = group === "contract" && entry.records.every((record) => record.message === first.message);
  if (entry.message) head.after(make("p", "message group-message", first.message));
  area.append(section);
}

// A message that all of a group share stands in its head, and not in each row.
function drawRow(record, entry, group, change) {
  const body = make("div", "body");
  if (!entry.message) body.append(make("p", "message", record.message));
  if (record.before !== undefined) body.append(drawExcerpt(record));
  if (record.fix) body.append(drawDifference(record.fix));
  if (record.remark) body.append(make("p", "remark", record.remark));
  const row = make("li", `row is-${record.severity}`,
    make("span", `severity is-${record.severity}`, record.severity),
    drawPlace(record, group), body);
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

function drawPlace(record, group) {
  const position = positionLink(record);
  if (group === "file") return make("span", "place", position);
  const path = record.where === "glob" ? make("span", "path", `files matching ${record.path}`) : pathLabel(record.path);
  return make("span", "place", path, record.where === "line" ? ":" : " ", position);
}

// Where the repository shows the place; where that is not known, a button that copies it.
function positionLink(record) {
  if (record.where === "glob") return make("span", "position", positionOf(record));
  if (record.link) {
    const link = make("a", "position", positionOf(record));
    link.href = record.link + linesOf(record);
    link.rel = "noopener noreferrer";
    link.tabIndex = -1;
    return link;
  }
  const button = makeButton("position copy", positionOf(record));
  const place = record.where === "file" ? record.path : `${record.path}:${record.line}:${record.column}`;
  button.title = `Copy ${place}`;
  button.tabIndex = -1;
  button.addEventListener("click", () => copy(place, button));
  return button;
}

function linesOf(record) {
  if (record.where !== "line") return "";
  return `#L${record.line}${record.endLine > record.line ? `-L${record.endLine}` : ""}`;
}

async function copy(text, button) {
  const shown = button.textContent;
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  button.textContent = copied ? "copied" : text;
  setTimeout(() => { button.textContent = shown; }, copied ? 1200 : 8000);
}

function positionOf(record) {
  if (record.where === "glob") return "no file";
  if (record.where === "file") return "whole file";
  return record.endLine > record.line
    ? `${record.line}\u2013${record.endLine}` : `${record.line}:${record.column}`;
}

function drawExcerpt(record) {
  const code = make("code", "", record.before);
  if (record.match !== null) {
    code.append(make("mark", record.match ? "" : "point", record.match), record.after);
  }
  return make("pre", "excerpt", code);
}

function drawDifference([out, into]) {
  const lines = make("pre", "excerpt difference");
  if (out) lines.append(make("del", "", out));
  if (into) lines.append(make("ins", "", into));
  return lines;
}

function offerMore(number, draw) {
  const more = makeButton("more", `Show ${numbers.format(number)} more`);
  more.addEventListener("click", () => {
    const last = [...results.querySelectorAll(".row")].at(-1);
    more.remove();
    draw();
    move(last, 1);
  });
  results.append(more);
}

// One row at a time is in the order of the tab key, with what can be pressed in it.
let current = null;

function makeCurrent(row) {
  for (const [element, index] of [[current, -1], [row, 0]]) {
    if (!element) continue;
    element.tabIndex = index;
    for (const button of element.querySelectorAll("button, a")) button.tabIndex = index;
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
