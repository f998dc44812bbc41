// Does in VS Code what the file of SESSION says, and writes what was seen into that of SEEN.
const { readFileSync, renameSync, writeFileSync } = require("node:fs");
const { setTimeout: sleep } = require("node:timers/promises");
const { commands, ConfigurationTarget, extensions, languages, Range, Selection, Uri, window, workspace } = require("vscode");

const SECONDS = 60;
const SEVERITIES = ["error", "warn", "info", "hint"];
let editor;

const text = () => editor.document.getText();
const marked = () => languages.getDiagnostics(editor.document.uri);
const place = ({ code, range, severity }) => [range.start.line + 1, SEVERITIES[severity], code?.value ?? code ?? ""];
const diagnostics = () => marked().map(place).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

async function waitUntil(isSo) {
  for (let tries = 0; tries < SECONDS * 20 && !isSo(); tries++) {
    await sleep(50);
  }
}

const steps = {
  async open(path) {
    editor = await window.showTextDocument(await workspace.openTextDocument(Uri.file(path)), { preview: false });
  },
  async type(wanted) {
    const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
    await editor.edit((edit) => edit.replace(new Range(0, 0, end.line, end.character), wanted));
  },
  async write([path, wanted]) {
    writeFileSync(path, wanted);
  },
  async until(expected) {
    await waitUntil(() => JSON.stringify(diagnostics()) === JSON.stringify(expected));
    return diagnostics();
  },
  // On the first thing that is marked, as if it was picked from the menu.
  async act(wanted) {
    const [{ range }] = marked();
    editor.selection = new Selection(range.start, range.start);
    const offered = await commands.executeCommand("vscode.executeCodeActionProvider", editor.document.uri, range);
    const picked = offered.find(({ isPreferred, title }) => (wanted === "preferred" ? isPreferred : title.includes(wanted)));
    await workspace.applyEdit(picked.edit);
    return text();
  },
  async command([name, ...values]) {
    await commands.executeCommand(name, ...values);
    editor = window.activeTextEditor;
  },
  // Of the language status.
  async said(expected) {
    const isSaid = () => new RegExp(expected).test(extensions.getExtension("phaser-lint.phaser-lint")?.exports?.said);
    await waitUntil(isSaid);
    return isSaid() ? expected : extensions.getExtension("phaser-lint.phaser-lint")?.exports?.said;
  },
  // What is opened by the button of the message that follows is in the window.
  async settings(program) {
    await workspace.getConfiguration("phaserLint").update("command", [program], ConfigurationTarget.Global);
    return "settings";
  },
  async selected() {
    return editor.document.getText(editor.selection);
  },
  // As often as it is started again. What is said of it is in the window.
  async end() {
    let times = 0;
    for (let last; last !== (last = readFileSync(process.env.SERVER, "utf8")); times++) {
      process.kill(Number(last), "SIGKILL");
      await sleep(3000);
    }
    return times;
  },
};

exports.activate = async () => {
  const seen = [];
  for (const [name, value] of JSON.parse(readFileSync(process.env.SESSION, "utf8"))) {
    seen.push((await steps[name](value).catch(String)) ?? null);
  }
  writeFileSync(`${process.env.SEEN}.part`, JSON.stringify(seen));
  renameSync(`${process.env.SEEN}.part`, process.env.SEEN);
};
