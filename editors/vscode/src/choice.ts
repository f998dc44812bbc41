/** Which program is started as the server. Nothing here asks the editor or the disk: it is given both. */

import { posix, win32 } from "node:path";

/** What the user wrote into settings that no workspace can write. */
export interface Settings {
  readonly command: readonly string[];
  readonly interpreter: string;
  readonly logFile: string;
}

/** The folders that are open, and whether the user trusts them. */
export interface Workspace {
  readonly folders: readonly string[];
  readonly isTrusted: boolean;
}

/** The machine that the server runs on. */
export interface Machine {
  readonly isWindows: boolean;
  /** The variable PATH, as it is. */
  readonly searched: string;
  /** Whether a file that can be started has this absolute path. */
  isProgram(path: string): boolean;
  /** The path without links; as it was given where nothing is there. */
  realPath(path: string): string;
}

/** A program by its absolute path, its arguments, and where it was found, for the output. */
export interface Chosen {
  readonly program: string;
  readonly args: readonly string[];
  readonly why: string;
}

/** Why nothing is started, and what to do. */
export interface Refused {
  readonly problem: string;
}

export const NOT_FOUND =
  "phaser-lint was not found on PATH. Install it (pipx install " +
  "git+https://github.com/phaser-lint/phaser-lint), or name its program in the setting phaserLint.command.";

/** Return what is started: what the user named, else what the workspace has, else what PATH has. */
export function chosen(settings: Settings, workspace: Workspace, machine: Machine): Chosen | Refused {
  const found =
    named(settings, workspace, machine) ?? ofWorkspace(workspace, machine) ?? ofPath(workspace, machine);
  if ("problem" in found) {
    return found;
  }
  const { logFile } = settings;
  if (logFile && !pathsOf(machine).isAbsolute(logFile)) {
    return { problem: `phaserLint.logFile: expected an absolute path, got ${logFile}` };
  }
  return { ...found, args: [...found.args, "lsp", ...(logFile ? ["--log", logFile] : [])] };
}

function named(settings: Settings, workspace: Workspace, machine: Machine): Chosen | Refused | undefined {
  const [name, ...args] = settings.command;
  if (name !== undefined) {
    const program = located(name, workspace, machine);
    return program
      ? { program, args, why: "phaserLint.command" }
      : { problem: `phaserLint.command: expected the absolute path of a program, or a name on PATH, got ${name}` };
  }
  if (!settings.interpreter) {
    return undefined;
  }
  const program = settings.interpreter;
  return pathsOf(machine).isAbsolute(program) && machine.isProgram(program)
    ? { program, args: ["-I", "-m", "phaser_lint"], why: "phaserLint.interpreter" }
    : { problem: `phaserLint.interpreter: expected the absolute path of a Python, got ${program}` };
}

function ofWorkspace(workspace: Workspace, machine: Machine): Chosen | undefined {
  if (!workspace.isTrusted) {
    return undefined;
  }
  const within = machine.isWindows ? [".venv", "Scripts", "phaser-lint.exe"] : [".venv", "bin", "phaser-lint"];
  const candidates = workspace.folders.map((folder) => pathsOf(machine).join(folder, ...within));
  const program = candidates.find((path) => machine.isProgram(path));
  return program === undefined ? undefined : { program, args: [], why: "the .venv of the trusted workspace" };
}

function ofPath(workspace: Workspace, machine: Machine): Chosen | Refused {
  const program = onPath("phaser-lint", workspace, machine);
  return program ? { program, args: [], why: "PATH" } : { problem: NOT_FOUND };
}

function located(name: string, workspace: Workspace, machine: Machine): string | undefined {
  const { isAbsolute, basename } = pathsOf(machine);
  if (isAbsolute(name)) {
    return machine.isProgram(name) ? name : undefined;
  }
  // "bin/phaser-lint", "${workspaceFolder}/x" and, on Windows, "C:x" would depend on a folder.
  return basename(name) === name && !name.includes(":") ? onPath(name, workspace, machine) : undefined;
}

/**
 * Search PATH, but no entry that is relative or lies in the workspace: what is checked out is not run.
 * Node would also look into the current folder on Windows.
 */
function onPath(name: string, workspace: Workspace, machine: Machine): string | undefined {
  const { delimiter, isAbsolute, join } = pathsOf(machine);
  const file = machine.isWindows && !name.toLowerCase().endsWith(".exe") ? `${name}.exe` : name;
  return machine.searched
    .split(delimiter)
    .map((entry) => (machine.isWindows ? entry.replaceAll('"', "") : entry))
    .filter((entry) => isAbsolute(entry) && !isOfWorkspace(entry, workspace, machine))
    .map((entry) => join(entry, file))
    .find((path) => machine.isProgram(path));
}

function isOfWorkspace(folder: string, workspace: Workspace, machine: Machine): boolean {
  return workspace.folders.some(
    (top) => isWithin(folder, top, machine) || isWithin(machine.realPath(folder), machine.realPath(top), machine),
  );
}

function isWithin(path: string, top: string, machine: Machine): boolean {
  const { isAbsolute, relative, sep } = pathsOf(machine);
  const rest = relative(top, path);
  return rest !== ".." && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

function pathsOf(machine: Machine): typeof posix {
  return machine.isWindows ? win32 : posix;
}
