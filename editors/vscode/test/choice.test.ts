/** Which program is started: first what must start nothing of a workspace, then what starts. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { chosen, NOT_FOUND, type Machine, type Settings, type Workspace } from "../src/choice.ts";

const UNSET: Settings = { command: [], interpreter: "", logFile: "" };
const TRUSTED: Workspace = { folders: ["/work/shop"], isTrusted: true };
const UNTRUSTED: Workspace = { folders: ["/work/shop"], isTrusted: false };

type Links = Readonly<Record<string, string>>;

function unix(searched: string, programs: readonly string[], links: Links = {}): Machine {
  return {
    isWindows: false,
    searched,
    isProgram: (path) => programs.includes(path),
    realPath: (path) => links[path] ?? path,
  };
}

function windows(searched: string, programs: readonly string[]): Machine {
  return { ...unix(searched, programs), isWindows: true };
}

const VENV = "/work/shop/.venv/bin/phaser-lint";
const notOnPath: readonly (readonly [string, Workspace, Machine])[] = [
  ["nothing is there", TRUSTED, unix("/usr/bin", [])],
  ["no PATH", TRUSTED, unix("", ["phaser-lint"])],
  ["a .venv that is not trusted", UNTRUSTED, unix("/usr/bin", [VENV])],
  ["an empty entry, which is the current folder", TRUSTED, unix(":/usr/bin", ["phaser-lint", "/phaser-lint"])],
  ["relative entries", TRUSTED, unix(".:bin", ["phaser-lint", "./phaser-lint", "bin/phaser-lint"])],
  ["the workspace on PATH", TRUSTED, unix("/work/shop", ["/work/shop/phaser-lint"])],
  ["a folder of it", TRUSTED, unix("/work/shop/bin/", ["/work/shop/bin/phaser-lint"])],
  ["named by a detour", TRUSTED, unix("/work/shop/../shop/bin", ["/work/shop/bin/phaser-lint"])],
  ["a link into it", TRUSTED, unix("/opt/bin", ["/opt/bin/phaser-lint"], { "/opt/bin": "/work/shop/bin" })],
  [
    "a workspace by another name",
    { folders: ["/home/me/shop"], isTrusted: false },
    unix("/work/shop/bin", ["/work/shop/bin/phaser-lint"], { "/home/me/shop": "/work/shop" }),
  ],
  [
    "a drive's other case",
    { folders: ["c:\\shop"], isTrusted: false },
    windows("C:\\Shop\\bin", ["C:\\Shop\\bin\\phaser-lint.exe"]),
  ],
  [
    "a script of the shell",
    { folders: ["C:\\shop"], isTrusted: false },
    windows("C:\\tools", ["C:\\tools\\phaser-lint", "C:\\tools\\phaser-lint.cmd"]),
  ],
];
for (const [name, workspace, machine] of notOnPath) {
  test(`not found: ${name}`, () => {
    assert.deepEqual(chosen(UNSET, workspace, machine), { problem: NOT_FOUND });
  });
}

const command = "phaserLint.command: expected the absolute path of a program, or a name on PATH, got ";
const interpreter = "phaserLint.interpreter: expected the absolute path of a Python, got ";
const refused: readonly (readonly [Partial<Settings>, string])[] = [
  [{ command: [""] }, command],
  [{ command: ["phaser"] }, `${command}phaser`],
  [{ command: ["./phaser-lint"] }, `${command}./phaser-lint`],
  [{ command: [".venv/bin/phaser-lint"] }, `${command}.venv/bin/phaser-lint`],
  [{ command: ["${workspaceFolder}/phaser-lint"] }, `${command}\${workspaceFolder}/phaser-lint`],
  [{ command: ["/gone/phaser-lint"] }, `${command}/gone/phaser-lint`],
  [{ interpreter: "python" }, `${interpreter}python`],
  [{ interpreter: "/gone/python" }, `${interpreter}/gone/python`],
  [{ logFile: "server.log" }, "phaserLint.logFile: expected an absolute path, got server.log"],
];
for (const [settings, problem] of refused) {
  test(`refused: ${JSON.stringify(settings)}`, () => {
    const machine = unix("/usr/bin", ["/usr/bin/phaser-lint", "/usr/bin/python3", "./phaser-lint"]);
    assert.deepEqual(chosen({ ...UNSET, ...settings }, TRUSTED, machine), { problem });
  });
}

const EVERYTHING = unix("/usr/bin:/home/me/.local/bin", [
  "/home/me/.local/bin/phaser-lint", "/home/me/.local/bin/uvx", "/opt/py/bin/python", VENV,
]);
type Started = readonly [string, Partial<Settings>, Workspace, Machine, readonly string[], string];
const started: readonly Started[] = [
  ["PATH", {}, UNTRUSTED, EVERYTHING, ["/home/me/.local/bin/phaser-lint", "lsp"], "PATH"],
  [
    "PATH without folders", {}, { folders: [], isTrusted: true }, EVERYTHING,
    ["/home/me/.local/bin/phaser-lint", "lsp"], "PATH",
  ],
  [
    "a neighbour of the workspace", {}, { folders: ["/work/shop"], isTrusted: false },
    unix("/work/shop-tools:/usr/bin", ["/work/shop-tools/phaser-lint", "/usr/bin/phaser-lint"]),
    ["/work/shop-tools/phaser-lint", "lsp"], "PATH",
  ],
  ["a trusted .venv", {}, TRUSTED, EVERYTHING, [VENV, "lsp"], "the .venv of the trusted workspace"],
  [
    "the second folder's .venv", {}, { folders: ["/work/docs", "/work/shop"], isTrusted: true }, EVERYTHING,
    [VENV, "lsp"], "the .venv of the trusted workspace",
  ],
  [
    "an interpreter", { interpreter: "/opt/py/bin/python" }, TRUSTED, EVERYTHING,
    ["/opt/py/bin/python", "-I", "-m", "phaser_lint", "lsp"], "phaserLint.interpreter",
  ],
  [
    "a command before it", { interpreter: "/opt/py/bin/python", command: ["uvx", "phaser-lint"] },
    TRUSTED, EVERYTHING,
    ["/home/me/.local/bin/uvx", "phaser-lint", "lsp"], "phaserLint.command",
  ],
  [
    "a log", { command: [VENV], logFile: "/tmp/server.log" }, UNTRUSTED, EVERYTHING,
    [VENV, "lsp", "--log", "/tmp/server.log"], "phaserLint.command",
  ],
  [
    "Windows", {}, { folders: ["C:\\shop"], isTrusted: false },
    windows('C:\\shop;"C:\\Program Files\\tools";C:\\x', [
      "C:\\shop\\phaser-lint.exe", "C:\\Program Files\\tools\\phaser-lint.exe",
    ]),
    ["C:\\Program Files\\tools\\phaser-lint.exe", "lsp"], "PATH",
  ],
  [
    "a trusted .venv on Windows", {}, { folders: ["C:\\shop"], isTrusted: true },
    windows("", ["C:\\shop\\.venv\\Scripts\\phaser-lint.exe"]),
    ["C:\\shop\\.venv\\Scripts\\phaser-lint.exe", "lsp"], "the .venv of the trusted workspace",
  ],
];
for (const [name, settings, workspace, machine, [program, ...args], why] of started) {
  test(`started: ${name}`, () => {
    assert.deepEqual(chosen({ ...UNSET, ...settings }, workspace, machine), { program, args, why });
  });
}
