/** What the status says: first what needs nobody, then what is to be seen. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { shownOf, type FileStatus, type State } from "../src/status.ts";

const RUNNING: State = { kind: "running" };
const STARTING: State = { kind: "starting", command: "phaser-lint lsp", isSlow: false };
const FILE: FileStatus = { uri: "file:///a", contracts: 3, problems: [], isIgnored: false };

const rows: readonly (readonly [string, State, FileStatus | undefined, readonly unknown[]])[] = [
  ["a file that nothing was told of", RUNNING, undefined, ["running", "", "information", false, "output"]],
  ["contracts", RUNNING, FILE, ["3 contracts", "", "information", false, "output"]],
  ["one", RUNNING, { ...FILE, contracts: 1 }, ["1 contract", "", "information", false, "output"]],
  ["none", RUNNING, { ...FILE, contracts: 0 }, ["no contracts", "", "information", false, "newContract"]],
  [
    "an ignored file",
    RUNNING,
    { ...FILE, isIgnored: true },
    ["3 contracts", "git ignores this file: nothing is marked, and a scan of its folder leaves it out", "information", false, "output"],
  ],
  [
    "what is broken, though the file is ignored",
    RUNNING,
    { ...FILE, contracts: 0, problems: ["a.yaml:2: type", "b.yaml"], isIgnored: true },
    ["no contracts, 2 problems", "a.yaml:2: type; b.yaml", "error", false, "output"],
  ],
  ["a start", STARTING, FILE, ["starting", "phaser-lint lsp", "information", true, "output"]],
  ["one that hangs", { ...STARTING, isSlow: true }, FILE, ["gives no answer", "phaser-lint lsp", "warning", false, "restart"]],
  ["no server", { kind: "off", why: "exit code 2" }, FILE, ["checks nothing", "exit code 2", "error", false, "restart"]],
];
for (const [name, state, status, [text, detail, severity, isBusy, click]] of rows) {
  test(name, () => {
    assert.deepEqual(shownOf(state, status), { text, detail, severity, isBusy, click });
  });
}
