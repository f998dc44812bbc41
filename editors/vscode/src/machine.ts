/** The machine as it is. */

import { accessSync, constants, realpathSync, statSync } from "node:fs";

import type { Machine } from "./choice.ts";

export const machine: Machine = {
  isWindows: process.platform === "win32",
  get searched() {
    return process.env["PATH"] ?? "";
  },
  isProgram(path) {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
  realPath(path) {
    try {
      return realpathSync.native(path);
    } catch {
      return path;
    }
  },
};
