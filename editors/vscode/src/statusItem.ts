/** The language status item: of the file that is shown, by what the server told last. */

import { languages, LanguageStatusSeverity, window, type Disposable } from "vscode";

import { shownOf, type FileStatus, type State } from "./status.ts";

const SEVERITIES = {
  information: LanguageStatusSeverity.Information,
  warning: LanguageStatusSeverity.Warning,
  error: LanguageStatusSeverity.Error,
};
const CLICKS = {
  output: { title: "Show Output", command: "phaserLint.showOutput" },
  restart: { title: "Restart", command: "phaserLint.restart" },
  newContract: { title: "New Contract", command: "phaserLint.newContract" },
};

export class StatusItem implements Disposable {
  private readonly item = languages.createLanguageStatusItem("phaserLint", [{ scheme: "file" }]);
  private readonly files = new Map<string, FileStatus>();
  private state: State = { kind: "off", why: "not started" };
  private readonly listeners = [
    window.onDidChangeActiveTextEditor(() => this.show()),
    window.onDidChangeActiveNotebookEditor(() => this.show()),
  ];

  constructor() {
    this.item.name = "phaser-lint";
    this.show();
  }

  /** Show how the server is; what it told of files is forgotten unless it runs. */
  tellState(state: State): void {
    this.state = state;
    if (state.kind !== "running") {
      this.files.clear();
    }
    this.show();
  }

  /** Show what the server tells of a file. */
  tellFile(status: FileStatus): void {
    this.files.set(status.uri, status);
    this.show();
  }

  /** What is shown, as tests read it. */
  get said(): string {
    return [this.item.text, this.item.detail].filter(Boolean).join(": ");
  }

  dispose(): void {
    [this.item, ...this.listeners].forEach((each) => each.dispose());
  }

  private show(): void {
    const uri = window.activeNotebookEditor?.notebook.uri ?? window.activeTextEditor?.document.uri;
    const shown = shownOf(this.state, uri && this.files.get(uri.toString()));
    this.item.text = `phaser-lint: ${shown.text}`;
    this.item.detail = shown.detail;
    this.item.severity = SEVERITIES[shown.severity];
    this.item.busy = shown.isBusy;
    this.item.command = CLICKS[shown.click];
  }
}
