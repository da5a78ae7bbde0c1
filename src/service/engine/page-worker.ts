import { setImmediate } from 'node:timers'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../util/clock.ts'
import { DiskFullRetry } from '../../util/disk-full-retry.ts'
import { createLanguageModel } from '../model/language-model.ts'
import { LinkCache } from '../link/resolve-link.ts'
import { PageReader } from '../page/read-page.ts'
import { createRemoteReader } from '../file/file-port.ts'
import { takeOver } from './handed-page.ts'
import { OutcomeBatches } from './outcome-batches.ts'
import { createPageRunner } from './page-runner.ts'
import type { WorkerCall, WorkerCommand, WorkerReport, WorkerStart } from './worker-message.ts'

// The program of a worker thread: a page runner that reports outcomes in batches, because a message costs the main
// thread about as much as its content. It fetches nothing.

const ENOUGH = 32

const port = parentPort
if (port === null) throw new Error('this file is the program of a worker thread')

// Written by the engine that started this thread.
const { maxBytes, fullDiskMs, reading, model, browser, files, commands } = workerData as WorkerStart
const links = new LinkCache()
const disk = new DiskFullRetry({ fullDiskMs, onFullDisk: (reason) => report({ type: 'full-disk', reason }) })
/** Pages that can be expected, as was said last; those that have ended are among them until they are reported. */
let underWay = 0
let unreported = 0
const batches = new OutcomeBatches({
  enough: ENOUGH,
  inFlight: () => Math.max(underWay - unreported, runner.inFlight),
  save: () => runner.save(),
  send: (outcomes) => {
    underWay -= outcomes.length
    unreported -= outcomes.length
    report({ type: 'outcomes', outcomes })
  },
  disk,
})
const runner = createPageRunner({
  scraper: new PageReader({ clock: systemClock, browser, links, reading, files: createRemoteReader(files) }),
  links,
  maxBytes,
  model: model === undefined ? undefined : createLanguageModel(model),
  report: (outcome) => {
    if (outcome.kind === 'unshown') return report({ type: 'outcomes', outcomes: [outcome] })
    unreported++
    batches.add(outcome)
  },
})

let isTaking = false

port.on('message', (call: WorkerCall) => {
  // A thread that leaves its event loop waits first for what V8 compiles beside it, 40 ms after a crawl of any size.
  if (call.type === 'end') return void runner.close().then(() => process.exit())
  underWay = call.underWay
  if (!isTaking) takeNext()
})

/**
 * Takes commands, one in a turn of the event loop: pages that wait in this thread's own memory outlive two collections of
 * young garbage, and each has its body count as old. A crawl had five times as many large collections for it.
 */
function takeNext(): void {
  const command = receiveMessageOnPort(commands)?.message as WorkerCommand | undefined
  isTaking = command !== undefined
  if (command === undefined) return
  execute(command)
  setImmediate(takeNext)
}

function report(news: WorkerReport): void {
  port?.postMessage(news)
}

function execute(command: WorkerCommand): void {
  switch (command.type) {
    case 'open':
      return runner.openJob(command.job)
    case 'run':
      return runner.run(command.task)
    case 'read':
      return runner.run(command.task, takeOver(command.page))
    case 'abort':
      return runner.abort(command.task)
    case 'close':
      return runner.closeJob(command.job)
  }
}
