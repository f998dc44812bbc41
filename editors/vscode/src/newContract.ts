/** A contract to begin with, written by the program itself and shown. */

import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

import { Uri, window, workspace, type LogOutputChannel, type WorkspaceFolder } from "vscode";

import type { Chosen, Refused } from "./choice.ts";

const ID = /^[A-Za-z0-9-]{1,64}$/;
const MILLISECONDS = 30_000;

/** Ask for its id unless it is *given*, have it written into the folder's contracts, and open it. */
export async function newContract(
  choice: Chosen | Refused,
  output: LogOutputChannel,
  given: unknown,
): Promise<void> {
  if ("problem" in choice) {
    void window.showErrorMessage(choice.problem);
    return;
  }
  const folder = await pickedFolder();
  const id = folder && (typeof given === "string" ? given : await askedId());
  if (!folder || !id) {
    return;
  }
  const top = folder.uri.fsPath;
  const words = [...choice.args.slice(0, choice.args.indexOf("lsp")), "new", "--root", top, "--", "forbid_pattern", id];
  try {
    const written = await outputOf(choice.program, words);
    const path = /^written: (.+)$/m.exec(written)?.[1] ?? "";
    await window.showTextDocument(Uri.file(isAbsolute(path) ? path : join(top, path)));
  } catch (error) {
    output.error(String(error));
    void window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

function askedId(): Thenable<string | undefined> {
  return window.showInputBox({
    title: "New Contract",
    prompt: "Its id, such as no-print",
    validateInput: (value) => (ID.test(value) ? undefined : "1 to 64 letters, digits and hyphens"),
  });
}

async function pickedFolder(): Promise<WorkspaceFolder | undefined> {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  if (folders.length === 0) {
    void window.showErrorMessage("phaser-lint: open a folder first, to write a contract into it");
  }
  return folders.length > 1 ? window.showWorkspaceFolderPick() : folders[0];
}

/** Not in the workspace, as the server; what it writes on standard error is why it failed. */
function outputOf(program: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, words, { cwd: homedir(), timeout: MILLISECONDS }, (error, written, said) => {
      if (error) {
        reject(new Error(said.trim().split("\n").at(-1) || error.message));
      } else {
        resolve(written);
      }
    });
  });
}
