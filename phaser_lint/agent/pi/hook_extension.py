"""The extension through which pi asks the hook."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.agent.agent_table import Closed
from phaser_lint.agent.javascript_hooks import fill_javascript_template

_EXTENSION = """\
// {mark}
// Before a tool writes files, phaser-lint is asked, and a write that it refuses is blocked. After a
// tool, a report is added to its result; at the end of a run it may make pi go on. If
// phaser-lint cannot run, writes {fail}.
{head}
const TOOLS = ["write", "edit"{shell}]
const READERS = ["read", "grep", "find", "ls"]

export default function (pi: any) {{
  let continued = false
  let said = ""
  const ask = (moment: string, ctx: any, more: object) => {{
    const session = ctx.sessionManager.getSessionId()
    const done = spawnSync(COMMAND[0], COMMAND.slice(1), {{
      input: JSON.stringify({{ pi: moment, ...more, session, directory: ctx.cwd }}),
      cwd: ctx.cwd,
      encoding: "utf8",
      timeout: 30000,
    }})
    const show = (text: string) => ctx.hasUI && ctx.ui.notify(text, "warning")
    try {{
      const answer = JSON.parse(done.stdout)
      if (answer.user) show(answer.user)
      return answer
    }} catch (error) {{
      const failure = "phaser-lint could not run: " + (done.error ?? (done.stderr || error))
      if (failure !== said) show(failure)
      said = failure
      return isClosed(done.error) ? {{ deny: failure }} : {{}}
    }}
  }}
  pi.on("input", async () => {{
    continued = false
  }})
  pi.on("tool_call", async (event: any, ctx: any) => {{
    if (!TOOLS.includes(event.toolName)) return
    const answer = ask("before", ctx, {{ tool: event.toolName, input: event.input }})
    if (answer.deny) return {{ block: true, reason: answer.deny }}
  }})
  pi.on("tool_result", async (event: any, ctx: any) => {{
    if (READERS.includes(event.toolName)) return
    const call = {{ tool: event.toolName, input: event.input, failed: event.isError }}
    const answer = ask("after", ctx, call)
    if (answer.context) {{
      return {{ content: [...event.content, {{ type: "text", text: answer.context }}] }}
    }}
  }})
  // Earlier versions than 0.87 know no such event, and end.
  pi.on("agent_before_settle", async (event: any, ctx: any) => {{
    if (event.continue || continued) return
    const answer = ask("stop", ctx, {{ continued }})
    if (!answer.block) return
    continued = true
    const note = {{ customType: "phaser-lint", content: answer.block, display: true }}
    return {{ continue: true, entries: [...event.entries, {{ type: "custom_message", ...note }}] }}
  }})
}}
"""


def render_pi_extension(command: Sequence[str], closed: Closed) -> str:
    """Return the extension for pi that runs *command*."""
    return fill_javascript_template(_EXTENSION, command, closed, error="error: any")
