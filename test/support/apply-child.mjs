// Applies a saved plan in a process of its own with the built package, and kills itself with SIGKILL at a given step.
// Arguments: state directory, base URL, plan file, step.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { applyPlan, createCrawlClient, openLocalBackend, parseSavedPlan, systemClock } from 'crawlform'

const [directory, baseUrl, planFile, lastStep] = process.argv.slice(2)
let steps = Number(lastStep)

function step() {
  if (steps-- <= 0) process.kill(process.pid, 'SIGKILL')
}

const local = openLocalBackend({ directory, environment: 'local', clock: systemClock })
const stepping =
  (act) =>
  async (...args) => {
    step()
    const result = await act(...args)
    step()
    return result
  }
const backend = {
  environment: local.environment,
  description: local.description,
  read: () => local.read(),
  compareAndSwap: stepping((expected, next) => local.compareAndSwap(expected, next)),
  append: stepping((expected, next) => local.append(expected, next)),
  fold: stepping(() => local.fold()),
}
const client = createCrawlClient({ baseUrl, userAgent: 'child', clock: systemClock })
const send = client.startCrawl.bind(client)
client.startCrawl = async (...args) => {
  step()
  const outcome = await send(...args)
  step()
  return outcome
}
const plan = parseSavedPlan(readFileSync(planFile, 'utf8'))
const deps = {
  backend,
  client,
  clock: systemClock,
  secrets: () => undefined,
  newAttempt: randomUUID,
  parallelism: 2,
}
for await (const event of applyPlan(plan, deps)) process.stdout.write(`${event.type}\n`)
