// Context on links, [[name]], for OpenCode: a plugin. Put it into .opencode/plugins/ of a project.
//
//     phaser-lint augment --agent opencode --plugin > .opencode/plugins/phaser-lint-context.js
//
// A prompt gets the context as a part of its own; a tool call gets it into an argument that is
// prose (prompt, query, message, text, input), or into what the arguments below name. Files and
// commands are touched only where those say so. Without a link no process is started; whatever goes
// wrong, the prompt or the call goes on as it was, and the log says why.
import { spawn } from "node:child_process"

const COMMAND = process.env.PHASER_LINT || "phaser-lint"
const ARGUMENTS = ["augment", "--agent", "opencode"]
const MILLISECONDS = 10_000
const MARK = "<!-- Knowledge Graph Context"
const LINK = /\[\[([^\]]+)\]\]/g

const textsIn = (value) => {
  if (typeof value === "string") return [value]
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : []
}

const linksIn = (texts) => {
  const found = texts.flatMap((text) => [...text.matchAll(LINK)].map((match) => match[1].trim()))
  return [...new Set(found)].filter(Boolean)
}

// Rejects where there is no answer: the program is missing, failed, or took too long.
const ask = (event) =>
  new Promise((resolve, reject) => {
    const child = spawn(COMMAND, ARGUMENTS, { stdio: ["pipe", "pipe", "pipe"] })
    const parts = { stdout: [], stderr: [] }
    const timer = setTimeout(() => {
      child.kill("SIGKILL")
      reject(new Error(`no answer within ${MILLISECONDS / 1000} s`))
    }, MILLISECONDS)
    child.on("error", (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on("close", () => {
      clearTimeout(timer)
      const said = Buffer.concat(parts.stderr).toString("utf8").trim()
      try {
        const answer = JSON.parse(Buffer.concat(parts.stdout).toString("utf8"))
        resolve({ ...answer, failures: said.split("\n").filter(Boolean) })
      } catch (error) {
        reject(new Error(said || error.message))
      }
    })
    for (const name of Object.keys(parts)) child[name].on("data", (part) => parts[name].push(part))
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(event))
  })

export const PhaserLintContext = async ({ client, directory }) => {
  // Not awaited: neither a prompt nor a call waits for a log.
  const log = (level, message, extra) => {
    const body = { service: "phaser-lint", level, message, extra }
    Promise.resolve(client.app.log({ body })).catch(() => undefined)
  }
  // What the program answers about the links of texts, {} where there is none of them.
  const answered = async (about, texts, event, extra) => {
    const links = linksIn(texts)
    if (links.length === 0) {
      const reason = texts.length === 0 ? "no_text_args" : "no_concepts"
      log("debug", `Skipping augmentation for ${about}`, { ...extra, reason })
      return {}
    }
    log("info", `Detected concepts in ${about}: ${links.join(", ")}`, { ...extra, concepts: links })
    const start = Date.now()
    try {
      const answer = await ask({ ...event, directory })
      const elapsed = Date.now() - start
      const said = { ...extra, conceptCount: links.length, elapsed }
      for (const failure of answer.failures) log("error", failure, said)
      if (answer.systemMessage) log("warn", answer.systemMessage, said)
      if (answer.context || answer.args)
        log("info", `Augmented ${about} with ${links.length} concept(s) in ${elapsed}ms`, said)
      else log("debug", `Nothing to add to ${about} (${elapsed}ms)`, said)
      return answer
    } catch (error) {
      const message = `Augmentation failed for ${about}: ${COMMAND} could not run: ${error.message}`
      log("warn", message, { ...extra, error: String(error) })
      return {}
    }
  }
  return {
    "chat.message": async (input, output) => {
      const last = output.parts.findLast((part) => part.type === "text" && !part.synthetic)
      // The prompt of a subagent comes here too, with what its tool call was given already.
      if (!last || last.text.startsWith(MARK)) return
      const event = { event: "chat.message", text: last.text }
      const extra = { sessionID: input.sessionID }
      const { context } = await answered("the prompt", [last.text], event, extra)
      if (context) output.parts.push({ ...last, id: `${last.id}c`, text: context, synthetic: true })
    },
    "tool.execute.before": async (input, output) => {
      const { tool, sessionID } = input
      const event = { event: "tool.execute.before", tool, args: output.args }
      const { args } = await answered(tool, textsIn(output.args), event, { tool, sessionID })
      // The object itself is what the tool gets: a new one in its place would be ignored.
      if (args) Object.assign(output.args, args)
    },
  }
}
