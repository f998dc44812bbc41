"""The files that agents without hooks in their settings take: OpenCode's plugin, Cline's hooks."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

from phaser_lint.settings.own_file import MARK

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLUGIN = """\
// {mark}
// Before a tool writes files, phaser-lint is asked, and why a write is refused is thrown. After it,
// what is to be said is added to the tool's output. If phaser-lint cannot run, writes {fail}.
import {{ spawnSync }} from "node:child_process"

const COMMAND = {command}
const CLOSED = {closed}
const TOOLS = ["write", "edit", "apply_patch", "patch"]
// A shell, and the tools of MCP servers (server_tool), do not say which files they write.
const mayWrite = (tool) => TOOLS.includes(tool) || tool === "bash" || tool.includes("_")

export const PhaserLint = async ({{ client, directory, worktree }}) => {{
  const log = (message) =>
    client.app
      .log({{ body: {{ service: "phaser-lint", level: "warn", message }} }})
      .catch(() => undefined)
  const ask = (moment, input, args) => {{
    const event = {{
      opencode: moment,
      tool: input.tool,
      session: input.sessionID,
      args,
      directory,
      worktree,
    }}
    const done = spawnSync(COMMAND[0], COMMAND.slice(1), {{
      input: JSON.stringify(event),
      encoding: "utf8",
      timeout: 30000,
    }})
    try {{
      const answer = JSON.parse(done.stdout)
      if (answer.user) log(answer.user)
      return answer
    }} catch (error) {{
      const said = "phaser-lint could not run: " + (done.error ?? (done.stderr || error))
      log(said)
      return CLOSED ? {{ deny: said }} : {{}}
    }}
  }}
  return {{
    "tool.execute.before": async (input, output) => {{
      if (!TOOLS.includes(input.tool)) return
      const answer = ask("before", input, output.args)
      if (answer.deny) throw new Error(answer.deny)
    }},
    "tool.execute.after": async (input, output) => {{
      if (!mayWrite(input.tool)) return
      const answer = ask("after", input, input.args)
      if (answer.context) output.output += "\\n\\n" + answer.context
    }},
  }}
}}
"""
_SCRIPT = """\
#!/bin/sh
# {mark}
exec {command}
"""


def opencode_plugin(command: Sequence[str], *, fail_closed: bool) -> str:
    """Return the plugin for OpenCode that runs *command*."""
    return _PLUGIN.format(
        mark=MARK,
        command=json.dumps(list(command)),
        closed=json.dumps(fail_closed),
        fail="are refused" if fail_closed else "go on",
    )


def hook_script(command: Sequence[str]) -> str:
    """Return the executable for Cline that runs *command*."""
    return _SCRIPT.format(mark=MARK, command=shlex.join(command))
