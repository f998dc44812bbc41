/** phaser-lint in the editor: starts the server that the user's settings, or else PATH, name. */

import { commands, env, Uri, window, workspace, type ExtensionContext, type LogOutputChannel } from "vscode";

import { chosen, NOT_FOUND, type Chosen, type Refused } from "./choice.ts";
import { machine } from "./machine.ts";
import { Server, tell } from "./server.ts";

const HELP = Uri.parse("https://github.com/phaser-lint/phaser-lint/blob/main/docs/editors.md");

let output: LogOutputChannel;
let server: Server | undefined;
let choice: Chosen | Refused;
/** What is started and stopped takes turns. */
let turn: Promise<void> = Promise.resolve();

export async function activate(context: ExtensionContext): Promise<void> {
  output = window.createOutputChannel("phaser-lint", { log: true });
  context.subscriptions.push(
    output,
    commands.registerCommand("phaserLint.restart", restart),
    commands.registerCommand("phaserLint.showOutput", () => output.show()),
    workspace.onDidGrantWorkspaceTrust(restartIfAnother),
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("phaserLint")) {
        await restartIfAnother();
        await server?.tellSettings();
      }
    }),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

function restart(): Promise<void> {
  turn = turn.then(startAnew);
  return turn;
}

async function restartIfAnother(): Promise<void> {
  if (JSON.stringify(chosenNow()) !== JSON.stringify(choice)) {
    await restart();
  }
}

async function startAnew(): Promise<void> {
  await server?.stop();
  server = undefined;
  choice = chosenNow();
  if ("problem" in choice) {
    refuse(choice.problem);
    return;
  }
  const command = [choice.program, ...choice.args].join(" ");
  server = new Server(choice, output, (why) => {
    output.error(why);
    void tell(`phaser-lint checks nothing in this window: ${command} ended: ${why}`, {
      Restart: restart,
      "Show Output": () => output.show(),
      "Open Settings": openSettings,
    });
  });
  await server.start();
}

function refuse(problem: string): void {
  output.error(problem);
  void tell(problem, {
    ...(problem === NOT_FOUND ? { "How to Install": () => env.openExternal(HELP) } : {}),
    "Open Settings": openSettings,
  });
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

function openSettings(): unknown {
  return commands.executeCommand("workbench.action.openSettings", "phaserLint");
}
