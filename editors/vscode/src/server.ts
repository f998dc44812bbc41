/** The server's process and the session with it: one of each, or none. */

import { spawn, type ChildProcess } from "node:child_process";
import { homedir } from "node:os";
import { setTimeout as after } from "node:timers/promises";

import { window, workspace, type LogOutputChannel } from "vscode";
import {
  CloseAction, ErrorAction, LanguageClient, State, type ClientCapabilities, type CloseHandlerResult,
  type FeatureState, type LanguageClientOptions, type StaticFeature,
} from "vscode-languageclient/node";

import type { Chosen } from "./choice.ts";
import { counted, isStartedAgain, whyItEnded } from "./endings.ts";
import type { FileStatus } from "./status.ts";

/** What the server is told of the settings: nothing of what is the editor's own. */
export function serverSettings(): { phaserLint: { showHints: boolean } } {
  const settings = workspace.getConfiguration("phaserLint");
  return { phaserLint: { showHints: settings.get("showHints", true) } };
}

/** Writes into the output what went wrong; what a user has to know is said here once, not twice. */
class QuietClient extends LanguageClient {
  constructor(
    server: () => Promise<ChildProcess>,
    options: LanguageClientOptions,
    private readonly onFailure: () => void,
  ) {
    super("phaserLint", "phaser-lint", server, options);
  }

  override error(message: string, data?: unknown, shown?: boolean | "force"): void {
    super.error(message, data, false);
    if (shown === "force") {
      this.onFailure();
    }
  }
}

/** Says in the first message that this client shows how each file is checked. */
class StatusFeature implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = { ...capabilities.experimental, phaserLintStatus: true };
  }
  initialize(): void {}
  getState(): FeatureState {
    return { kind: "static" };
  }
  clear(): void {}
}

/** What becomes of a server, each told as often as it is so; `ended` once, where nobody stopped it. */
export interface Events {
  starting(): void;
  running(): void;
  ended(why: string): void;
  file(status: FileStatus): void;
}

/** A server that was chosen. */
export class Server {
  private readonly client: LanguageClient;
  private endings: readonly number[] = [];
  /** Why the process that was started last is no more, once it is so. */
  private ending: Promise<string> = new Promise(() => {});
  private child: ChildProcess | undefined;
  private isReady = false;
  private isOver = false;

  constructor(
    readonly chosen: Chosen,
    private readonly output: LogOutputChannel,
    private readonly events: Events,
  ) {
    this.client = new QuietClient(() => this.process(), this.options(), () => void this.tellEnd());
    this.client.registerFeature(new StatusFeature());
    this.client.onNotification("phaserLint/status", (status: FileStatus) => this.events.file(status));
    this.client.onDidChangeState(({ newState }) => {
      if (newState === State.Starting) {
        this.events.starting();
      } else if (newState === State.Running) {
        this.events.running();
      }
    });
  }

  /** Start it; what goes wrong is told. */
  async start(): Promise<void> {
    this.output.info(`Starting ${[this.chosen.program, ...this.chosen.args].join(" ")} (${this.chosen.why})`);
    try {
      await this.client.start();
      this.isReady = true;
    } catch {
      await this.tellEnd();
    }
  }

  /** Stop it, if it runs. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.client.dispose().catch((error: unknown) => this.output.warn(String(error)));
    this.child?.kill(); // one that gives no answer does not end by itself
  }

  /** Tell it that settings changed. */
  async tellSettings(): Promise<void> {
    if (this.client.isRunning()) {
      await this.client.sendNotification("workspace/didChangeConfiguration", { settings: serverSettings() });
    }
  }

  private options(): LanguageClientOptions {
    return {
      // Any file may be one that a contract selects; what is no file is not checked.
      documentSelector: [{ scheme: "file" }, { notebook: { scheme: "file" } }],
      outputChannel: this.output,
      initializationOptions: serverSettings,
      initializationFailedHandler: () => false,
      middleware: {
        workspace: { configuration: ({ items }) => items.map(() => serverSettings().phaserLint) },
      },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.closed(),
      },
    };
  }

  /**
   * Not in the workspace: `uvx` would take the index to install from out of a `pyproject.toml` there,
   * and Python its modules. What it writes on standard error is kept to say why it ended.
   */
  private process(): Promise<ChildProcess> {
    const started = spawn(this.chosen.program, this.chosen.args, { cwd: homedir() });
    this.child = started;
    let written = "";
    started.stderr.on("data", (data: Buffer) => {
      written = (written + data.toString()).slice(-4096);
    });
    this.ending = new Promise((resolve) => {
      started.once("error", (error) => resolve(error.message));
      started.once("close", (code, signal) => resolve(whyItEnded(written, code, signal)));
    });
    return new Promise((resolve, reject) => {
      started.once("error", reject);
      started.once("spawn", () => resolve(started));
    });
  }

  private async tellEnd(): Promise<void> {
    if (!this.isOver) {
      this.isOver = true;
      this.events.ended(await this.whyItIsOver());
    }
  }

  /** A program that it started may keep its standard error open: that is not waited for. */
  private whyItIsOver(): Promise<string> {
    return Promise.race([this.ending, after(1000, "it gave no answer")]);
  }

  private async closed(): Promise<CloseHandlerResult> {
    this.endings = counted(this.endings, Date.now());
    const why = `The server ended: ${await this.whyItIsOver()}.`;
    if (this.isReady && isStartedAgain(this.endings)) {
      return { action: CloseAction.Restart, message: `${why} It is started again.`, handled: true };
    }
    void this.tellEnd();
    return { action: CloseAction.DoNotRestart, message: why, handled: true };
  }
}

/** Say what is wrong, with what can be done about it. */
export async function tell(problem: string, remedies: Readonly<Record<string, () => unknown>>): Promise<void> {
  const picked = await window.showErrorMessage(problem, ...Object.keys(remedies));
  await (picked === undefined ? undefined : remedies[picked]?.());
}
