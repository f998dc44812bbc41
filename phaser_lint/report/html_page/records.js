// The violations as records, and elements to show them with. Texts only ever become text nodes.
const SEVERITIES = ["error", "warning"];
const PLACES = ["line", "file", "glob"];
const data = JSON.parse(document.getElementById("data").textContent);
const numbers = new Intl.NumberFormat("en");

function toRecord(values) {
  const [contract, severity, where, path, message, line, endLine, column, ...source] = values;
  const [before, match, after, remark] = source;
  return {
    position: contract,
    contract: data.contracts[contract],
    severity: SEVERITIES[severity],
    where: PLACES[where],
    path: data.paths[path],
    message: data.messages[message],
    line, endLine, column, before, match, after, remark,
    pathKey: pathKeys[path],
    link: data.links[path] ?? "",
    fix: null,
    words: null,
  };
}

// Case does not matter to a reader's filter; a glob's own leading slash is not part of a path.
const pathKeys = data.paths.map((path) => path.toLowerCase().replace(/^\//, ""));
const records = { counted: data.counted.map(toRecord), ignored: data.ignored.map(toRecord) };
for (const [position, fix] of Object.entries(data.fixes)) records.counted[position].fix = fix;

function wordsOf(record) {
  if (record.words === null) {
    const source = record.before === undefined ? "" : record.before + (record.match ?? "") + record.after;
    record.words = `${record.message}\n${source}`.toLowerCase();
  }
  return record.words;
}

// "4 errors, 1 warning" as numbers: { error: 4, warning: 1, total: 5 } for each key.
function tally(shown, keyOf) {
  const counted = new Map();
  for (const record of shown) {
    const key = keyOf(record);
    let entry = counted.get(key);
    if (entry === undefined) counted.set(key, entry = { key, error: 0, warning: 0, total: 0 });
    entry[record.severity] += 1;
    entry.total += 1;
  }
  return [...counted.values()];
}

function count(number, noun) {
  return `${numbers.format(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function severities(entry) {
  return SEVERITIES.filter((severity) => entry[severity])
    .map((severity) => count(entry[severity], severity)).join(", ");
}

function make(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function makeButton(className, ...children) {
  const button = make("button", className, ...children);
  button.type = "button";
  return button;
}

// A path whose folders may be cut short where there is no room, and whose last part is not.
function pathLabel(path) {
  const cut = path.lastIndexOf("/", path.length - 2) + 1;
  return make("span", "path",
    make("span", "folders", path.slice(0, cut)), make("span", "last", path.slice(cut)));
}
