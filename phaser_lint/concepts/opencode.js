// Context on links, [[name]], for OpenCode: a plugin. Put it into .opencode/plugins/ of a project.
//
//     phaser-lint augment --agent opencode --plugin > .opencode/plugins/phaser-lint-context.js
//
// A prompt gets the context as a part of its own; a tool call gets it into an argument that is
// prose (prompt, query, message, text, input). Files and commands are never touched. Without a
// link no process is started; whatever goes wrong, the prompt or the call goes on as it was.
import { spawn } from "node:child_process"

const COMMAND = process.env.PHASER_LINT || "phaser-lint"
const ARGUMENTS = ["augment", "--agent", "opencode"]
const MILLISECONDS = 10_000
const MARK = "<!-- Knowledge Graph Context"

const holdsLink = (value) => JSON.stringify(value ?? null).includes("[[")

const ask = (event) =>
  new Promise((resolve) => {
    const child = spawn(COMMAND, ARGUMENTS, { stdio: ["pipe", "pipe", "ignore"] })
    const timer = setTimeout(() => child.kill("SIGKILL"), MILLISECONDS)
    const parts = []
    const finish = () => {
      clearTimeout(timer)
      try {
        resolve(JSON.parse(Buffer.concat(parts).toString("utf8")))
      } catch {
        resolve({})
      }
    }
    child.on("error", finish)
    child.on("close", finish)
    child.stdout.on("data", (part) => parts.push(part))
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(event))
  })

export const PhaserLintContext = async ({ directory }) => ({
  "chat.message": async (_input, output) => {
    const last = output.parts.findLast((part) => part.type === "text" && !part.synthetic)
    // The prompt of a subagent comes here too, with what its tool call was given already.
    if (!last || !holdsLink(last.text) || last.text.startsWith(MARK)) return
    const { context } = await ask({ event: "chat.message", text: last.text, directory })
    if (context) output.parts.push({ ...last, id: `${last.id}c`, text: context, synthetic: true })
  },
  "tool.execute.before": async (input, output) => {
    if (!holdsLink(output.args)) return
    const { tool } = input
    const { args } = await ask({ event: "tool.execute.before", tool, args: output.args, directory })
    // The object itself is what the tool gets: a new one in its place would be ignored.
    if (args) Object.assign(output.args, args)
  },
})
