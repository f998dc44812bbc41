// One prompt to Wave, from its sources: WAVE_SOURCES is the folder of its agent-sdk, with its packages
// and tsx installed; the model listens at WAVE_URL.
const { Agent } = await import(`${process.env.WAVE_SOURCES}/src/agent.js`)

const agent = await Agent.create({
  workdir: process.cwd(),
  apiKey: "dummy",
  baseURL: process.env.WAVE_URL,
  model: "fake",
  fastModel: "fake",
  permissionMode: "bypassPermissions",
  callbacks: { onErrorBlockAdded: (text: string) => console.log(`shown to the user: ${text}`) },
})
await agent.sendMessage(process.argv[2])
await agent.destroy()
process.exit(0)
