// Wiring: controls, keys, address and theme.
const byId = (id) => document.getElementById(id);
const form = byId("filters");
let state = fromHash(location.hash) ?? { ...DEFAULTS };

let typing = 0;

function change(changes) {
  clearTimeout(typing);
  apply({ ...state, ...changes }, { remember: "pushState" });
}

function apply(asked, { remember }) {
  state = asked;
  const shown = select(state);
  const inside = results.contains(document.activeElement);
  fillControls();
  drawCharts(state, change);
  drawChosen();
  drawRows(shown, state.group, change);
  sayStatus(shown);
  // What had the focus is drawn anew; the reader stays in the list.
  if (inside) current?.focus();
  if (!remember) return;
  remembered(remember);
  if (byId("listing").getBoundingClientRect().top < 0) byId("listing").scrollIntoView();
}

function remembered(how) {
  const hash = toHash(state);
  try {
    history[how](null, "", hash ? `#${hash}` : location.pathname + location.search);
  } catch {
    // A page in a sandbox, or one that changed its address too often, goes on without it.
  }
}

function fillControls() {
  for (const key of ["path", "text", "contract"]) {
    if (byId(key).value !== state[key]) byId(key).value = state[key];
  }
  for (const key of ["severity", "show", "group"]) form.elements[key].value = state[key];
  byId("reset").hidden = toHash({ ...state, group: DEFAULTS.group }) === "";
}

function sayStatus(shown) {
  const all = records[state.show].length;
  const noun = state.show === "ignored" ? "ignored violation" : "violation";
  const files = new Set(shown.filter((record) => record.where !== "glob").map((record) => record.path));
  const where = files.size ? ` in ${count(files.size, "file")}` : "";
  byId("status").textContent = shown.length === all
    ? `${count(all, noun)}${where}`
    : `${numbers.format(shown.length)} of ${count(all, noun)}${where}`;
}

// What the chosen contract says, copied from the list of contracts below.
function drawChosen() {
  const card = state.contract && byId(`contract-${data.contracts.indexOf(state.contract)}`);
  byId("chosen").replaceChildren();
  if (!card) return;
  const about = card.querySelector(".about").cloneNode(true);
  about.prepend(make("h3", "", state.contract));
  byId("chosen").append(about);
}

function isField(element) {
  return element.matches("input:not([type=radio]), select, textarea");
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Escape" && isField(event.target)) leaveField(event);
  else if (event.key === "Enter" && event.target.type === "search") leadToAnswer(event);
  else if (isField(event.target)) return;
  else if (event.key === "/") {
    event.preventDefault();
    byId("path").focus();
    byId("path").select();
  } else if (event.key in STEPS) step(event);
}

const STEPS = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

// Arrows scroll the page, but from a violation they go to the next one.
function step(event) {
  const row = event.target.closest("#results .row");
  if (!row && event.key !== "j" && event.key !== "k") return;
  event.preventDefault();
  if (row) move(row, STEPS[event.key]);
  else move(current, 0);
}

function leaveField(event) {
  if (event.target.value && event.target.type === "search") {
    event.preventDefault();
    change({ [event.target.id]: "" });
  } else event.target.blur();
}

// The answer to what was typed last may not be drawn yet.
function leadToAnswer(event) {
  event.preventDefault();
  change({ [event.target.id]: event.target.value });
  move(null, 0);
}

const THEMES = ["auto", "light", "dark"];

function setTheme(theme) {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  byId("theme").textContent = `Theme: ${theme}`;
}

function nextTheme() {
  const now = document.documentElement.dataset.theme ?? "auto";
  const theme = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
  setTheme(theme);
  try {
    localStorage.setItem("phaser-lint-theme", theme);
  } catch {
    // It lasts as long as the page then.
  }
}

function listContracts() {
  const used = new Set([...records.counted, ...records.ignored].map((record) => record.contract));
  for (const id of data.contracts) {
    if (!used.has(id)) continue;
    const option = make("option", "", id);
    option.value = id;
    byId("contract").append(option);
  }
}

function onTyping(event) {
  if (event.target.type !== "search") return;
  clearTimeout(typing);
  typing = setTimeout(
    () => apply({ ...state, [event.target.id]: event.target.value }, { remember: "replaceState" }), 100);
}

function onChoice(event) {
  const key = event.target.type === "radio" ? event.target.name : event.target.id;
  if (event.target.type !== "search") change({ [key]: event.target.value });
}

function onAddress() {
  const asked = fromHash(location.hash);
  if (asked && toHash(asked) !== toHash(state)) apply(asked, { remember: null });
}

listContracts();
for (const id of ["theme", "filters", "keys"]) byId(id).hidden = false;
if (!records.counted.length && !records.ignored.length) {
  for (const id of ["skip", "listing"]) byId(id).hidden = true;
}
setTheme(document.documentElement.dataset.theme ?? "auto");
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", onTyping);
form.addEventListener("change", onChoice);
byId("reset").addEventListener("click", () => {
  change({ ...DEFAULTS, group: state.group });
  byId("path").focus();
});
byId("theme").addEventListener("click", nextTheme);
document.addEventListener("keydown", onKey);
results.addEventListener("focusin", (event) => makeCurrent(event.target.closest(".row") ?? current));
addEventListener("hashchange", onAddress);
addEventListener("popstate", onAddress);
apply(state, { remember: null });
document.documentElement.dataset.ready = "";
