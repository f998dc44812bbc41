/** When a server that ended is started again, and what is said when it is not. */

/** As often is a server that ends started again, within this time. */
const TIMES = 3;
const MILLISECONDS = 180_000;

/** Return the endings that still count at *now*, in milliseconds, with this one. */
export function counted(endings: readonly number[], now: number): readonly number[] {
  return [...endings.filter((then) => now - then < MILLISECONDS), now];
}

/** Tell whether the server is started again after these. */
export function isStartedAgain(endings: readonly number[]): boolean {
  return endings.length <= TIMES;
}

/** Why a server ended: the last line that it wrote on standard error, else how. */
export function whyItEnded(written: string, code: number | null, signal: string | null): string {
  const lines = written.split(/\r\n|\r|\n/).filter((line) => line.trim());
  return lines.at(-1)?.trim() ?? (signal === null ? `exit code ${code}` : `signal ${signal}`);
}
