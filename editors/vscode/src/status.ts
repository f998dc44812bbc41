/** What the language status of a file says: how the server is, and what it goes by there. */

/** What the server tells of an open file: how many contracts there are, and what is wrong with some. */
export interface FileStatus {
  readonly uri: string;
  readonly contracts: number;
  readonly problems: readonly string[];
  readonly isIgnored: boolean;
}

/** How the server is. */
export type State =
  | { readonly kind: "starting"; readonly command: string; readonly isSlow: boolean }
  | { readonly kind: "running" }
  | { readonly kind: "off"; readonly why: string };

export interface Shown {
  readonly text: string;
  readonly detail: string;
  readonly severity: "information" | "warning" | "error";
  readonly isBusy: boolean;
  readonly click: "output" | "restart" | "newContract";
}

const PLAIN = { detail: "", severity: "information", isBusy: false, click: "output" } as const;

/** Return what is shown of a file of that *status*, if the server has told of it. */
export function shownOf(state: State, status: FileStatus | undefined): Shown {
  switch (state.kind) {
    case "off":
      return { ...PLAIN, text: "checks nothing", detail: state.why, severity: "error", click: "restart" };
    case "starting":
      return state.isSlow
        ? { ...PLAIN, text: "gives no answer", detail: state.command, severity: "warning", click: "restart" }
        : { ...PLAIN, text: "starting", detail: state.command, isBusy: true };
    case "running":
      return status === undefined ? { ...PLAIN, text: "running" } : ofFile(status);
  }
}

function ofFile({ contracts, problems, isIgnored }: FileStatus): Shown {
  const text = contracts === 0 ? "no contracts" : counted(contracts, "contract");
  if (problems.length > 0) {
    return { ...PLAIN, text: `${text}, ${counted(problems.length, "problem")}`, detail: problems.join("; "), severity: "error" };
  }
  if (isIgnored) {
    return { ...PLAIN, text, detail: "git ignores this file: nothing is marked, and a scan of its folder leaves it out" };
  }
  return contracts === 0 ? { ...PLAIN, text, click: "newContract" } : { ...PLAIN, text };
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
