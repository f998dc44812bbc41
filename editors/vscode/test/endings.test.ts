/** A server that ends now and then is started again; one that ends at once is not. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { counted, isStartedAgain, whyItEnded } from "../src/endings.ts";

const rows: readonly (readonly [string, readonly number[], boolean])[] = [
  ["one", [0], true],
  ["three", [0, 1000, 2000], true],
  ["four within three minutes", [0, 1000, 2000, 3000], false],
  ["four within an hour", [0, 100_000, 200_000, 300_000], true],
];
for (const [name, times, expected] of rows) {
  test(name, () => {
    assert.equal(isStartedAgain(times.reduce<readonly number[]>(counted, [])), expected);
  });
}

const endings: readonly (readonly [string, number | null, string | null, string])[] = [
  ["usage: phaser-lint\r\nphaser-lint: no command lsp\r\n\r\n", 2, null, "phaser-lint: no command lsp"],
  [" \n", 3, null, "exit code 3"],
  ["", null, "SIGKILL", "signal SIGKILL"],
];
for (const [written, code, signal, expected] of endings) {
  test(`it says: ${expected}`, () => {
    assert.equal(whyItEnded(written, code, signal), expected);
  });
}
