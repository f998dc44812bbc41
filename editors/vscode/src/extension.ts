/** phaser-lint in the editor: starts the server that the user's settings, or else PATH, name. */

import { commands, env, Uri, window, workspace, type ExtensionContext, type LogOutputChannel } from "vscode";

import { chosen, NOT_FOUND, type Chosen, type Refused } from "./choice.ts";
import { machine } from "./machine.ts";
import { newContract } from "./newContract.ts";
import { Server, tell } from "./server.ts";
import { StatusItem } from "./statusItem.ts";

const HELP = Uri.parse("https://github.com/phaser-lint/phaser-lint/blob/main/docs/editors.md");
const CONTRACTS = "**/.{claude,phaser}/contracts/*.{yaml,yml}";
const SLOW_MILLISECONDS = 10_000;

let output: LogOutputChannel;
let status: StatusItem;
/** Gone once the server that is starting runs, or is no more. */
let slow: NodeJS.Timeout | undefined;
let server: Server | undefined;
let choice: Chosen | Refused;
/** What is started and stopped takes turns. */
let turn: Promise<void> = Promise.resolve();

/** What the extension says in its window: for whoever asks it, such as its tests. */
export interface Api {
  readonly said: string;
}

export async function activate(context: ExtensionContext): Promise<Api> {
  output = window.createOutputChannel("phaser-lint", { log: true });
  status = new StatusItem();
  context.subscriptions.push(
    output,
    status,
    commands.registerCommand("phaserLint.restart", () => restart(true)),
    commands.registerCommand("phaserLint.showOutput", () => output.show()),
    commands.registerCommand("phaserLint.newContract", (id: unknown) => newContract(chosenNow(), output, id)),
    workspace.onDidGrantWorkspaceTrust(() => restartIfAnother(false)),
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("phaserLint")) {
        await restartIfAnother(true);
        await server?.tellSettings();
      }
    }),
  );
  // Not waited for: a program may hang.
  void restart(false);
  return status;
}

export async function deactivate(): Promise<void> {
  clearTimeout(slow);
  await server?.stop();
}

/** Start it anew; *isAsked*: the user did something for it, and is told what is wrong. */
function restart(isAsked: boolean): Promise<void> {
  turn = turn.then(() => startAnew(isAsked));
  return turn;
}

async function restartIfAnother(isAsked: boolean): Promise<void> {
  if (JSON.stringify(chosenNow()) !== JSON.stringify(choice)) {
    await restart(isAsked);
  }
}

async function startAnew(isAsked: boolean): Promise<void> {
  await server?.stop();
  server = undefined;
  choice = chosenNow();
  if ("problem" in choice) {
    await refuse(choice.problem, isAsked);
    return;
  }
  const command = [choice.program, ...choice.args].join(" ");
  const started: Server = new Server(choice, output, {
    starting: () => {
      if (server === started) {
        tellStarting(command);
      }
    },
    running: () => {
      if (server === started) {
        clearTimeout(slow);
        status.tellState({ kind: "running" });
      }
    },
    ended: (why) => {
      if (server === started) {
        void tellEnd(`${command} ended: ${why}`, isAsked);
      }
    },
    file: (told) => status.tellFile(told),
  });
  server = started;
  tellStarting(command);
  // Whoever asks for a restart meanwhile does not wait for one that gives no answer.
  void started.start();
}

function tellStarting(command: string): void {
  clearTimeout(slow);
  status.tellState({ kind: "starting", command, isSlow: false });
  slow = setTimeout(() => {
    output.warn(`${command} gives no answer`);
    status.tellState({ kind: "starting", command, isSlow: true });
  }, SLOW_MILLISECONDS);
}

async function tellEnd(why: string, isAsked: boolean): Promise<void> {
  clearTimeout(slow);
  output.error(why);
  status.tellState({ kind: "off", why });
  if (isAsked || (await hasContracts())) {
    await tell(`phaser-lint: ${why}`, {
      Restart: () => restart(true),
      "Show Output": () => output.show(),
      "Open Settings": openSettings,
    });
  }
}

async function refuse(problem: string, isAsked: boolean): Promise<void> {
  output.error(problem);
  status.tellState({ kind: "off", why: problem });
  if (isAsked || (await hasContracts())) {
    void tell(problem, {
      ...(problem === NOT_FOUND ? { "How to Install": () => env.openExternal(HELP) } : {}),
      "Open Settings": openSettings,
    });
  }
}

/** In a folder without contracts nobody has asked for anything: the status alone says what is wrong. */
async function hasContracts(): Promise<boolean> {
  return (await workspace.findFiles(CONTRACTS, undefined, 1)).length > 0;
}

function chosenNow(): Chosen | Refused {
  const settings = workspace.getConfiguration("phaserLint");
  return chosen(
    {
      command: settings.get<string[]>("command", []),
      interpreter: settings.get("interpreter", ""),
      logFile: settings.get("logFile", ""),
    },
    {
      folders: (workspace.workspaceFolders ?? [])
        .filter(({ uri }) => uri.scheme === "file")
        .map(({ uri }) => uri.fsPath),
      isTrusted: workspace.isTrusted,
    },
    machine,
  );
}

/** The settings of the machine that the server runs on: in a remote window the user's have none. */
function openSettings(): unknown {
  return env.remoteName === undefined
    ? commands.executeCommand("workbench.action.openSettings", "phaserLint")
    : commands.executeCommand("workbench.action.openRemoteSettings", { query: "phaserLint" });
}
