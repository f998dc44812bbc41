"""The plugin through which OpenCode, and Kilo Code, ask the hook."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.agent.agent_table import Closed
from phaser_lint.agent.javascript_hooks import fill_javascript_template

_PLUGIN = """\
// {mark}
// Before a tool writes files, phaser-lint is asked; the reason of a refusal is thrown. After it,
// a report is added to the tool's output. If phaser-lint cannot run, writes {fail}.
{head}
const TOOLS = ["write", "edit", "apply_patch", "patch"{shell}]
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
      const failure = "phaser-lint could not run: " + (done.error ?? (done.stderr || error))
      log(failure)
      return isClosed(done.error) ? {{ deny: failure }} : {{}}
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


def render_opencode_plugin(command: Sequence[str], closed: Closed) -> str:
    """Return OpenCode's plugin that runs the hook's *command*."""
    return fill_javascript_template(_PLUGIN, command, closed)
