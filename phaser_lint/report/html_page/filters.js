// What the reader asked for: read from the address, written to it, and applied to the records.
const DEFAULTS = { show: "counted", severity: "all", contract: "", path: "", text: "", group: "file" };
const ALLOWED = {
  show: ["counted", "ignored"],
  severity: ["all", "error", "warning"],
  contract: ["", ...data.contracts],
  group: ["file", "contract"],
};

// An address without "=" is an anchor of the page and says nothing about filters: null.
function fromHash(hash) {
  if (hash.length > 1 && !hash.includes("=")) return null;
  const given = new URLSearchParams(hash.slice(1));
  const asked = { ...DEFAULTS };
  for (const key of Object.keys(DEFAULTS)) {
    const value = given.get(key);
    if (value !== null && (!ALLOWED[key] || ALLOWED[key].includes(value))) asked[key] = value;
  }
  return asked;
}

function toHash(asked) {
  const given = new URLSearchParams();
  for (const key of Object.keys(DEFAULTS)) {
    if (asked[key] !== DEFAULTS[key]) given.set(key, asked[key]);
  }
  return given.toString();
}

// "src/a" anywhere in the path; "/src/a" from the root; "/src/a.py", if it is a whole path, alone.
function pathTest(wanted) {
  const text = wanted.toLowerCase();
  if (!text.trim()) return () => true;
  if (!text.startsWith("/")) return (record) => record.pathKey.includes(text.trim());
  const anchored = text.slice(1);
  if (pathKeys.includes(anchored)) return (record) => record.pathKey === anchored;
  return (record) => record.pathKey.startsWith(anchored);
}

function isWholePath(wanted) {
  return wanted.startsWith("/") && pathKeys.includes(wanted.slice(1).toLowerCase());
}

function textTest(wanted) {
  const terms = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return (record) => terms.every((term) => wordsOf(record).includes(term));
}

function select(asked) {
  const ofPath = pathTest(asked.path);
  const ofText = textTest(asked.text);
  return records[asked.show].filter((record) =>
    (asked.severity === "all" || record.severity === asked.severity)
    && (asked.contract === "" || record.contract === asked.contract)
    && ofPath(record) && ofText(record));
}
