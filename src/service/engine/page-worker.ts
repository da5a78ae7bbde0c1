import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../util/clock.ts'
import { DiskFullRetry } from '../../util/disk-full-retry.ts'
import { createLanguageModel } from '../model/model.ts'
import { LinkCache } from '../page-links/link-cache.ts'
import { PageReader } from '../page/read-page.ts'
import { createRemoteReader } from '../file/file-port.ts'
import { takeOver } from './handed-page.ts'
import { OutcomeBatches } from './outcome-batches.ts'
import { createPageRunner } from './page-runner.ts'
import type { WorkerCommand, WorkerReport, WorkerStart } from './worker-message.ts'

// The program of a page thread: runs a page runner and reports outcomes in batches. It does not fetch.

const port = parentPort
if (port === null) throw new Error('this file is the program of a worker thread')

// The engine wrote it when it started this thread.
const { maxBytes, fullDiskMs, reading, model, browser, files } = workerData as WorkerStart
const links = new LinkCache()
const report = (news: WorkerReport): void => port.postMessage(news)
const batches = new OutcomeBatches({
  save: () => runner.save(),
  send: (outcomes) => report({ type: 'outcomes', outcomes }),
  disk: new DiskFullRetry({ fullDiskMs, onFullDisk: (reason) => report({ type: 'full-disk', reason }) }),
})
const runner = createPageRunner({
  scraper: new PageReader({ clock: systemClock, browser, links, reading, files: createRemoteReader(files) }),
  links,
  maxBytes,
  model: model === undefined ? undefined : createLanguageModel(model),
  report: (outcome) => {
    if (outcome.kind === 'unshown') report({ type: 'outcomes', outcomes: [outcome] })
    else batches.add(outcome)
  },
})

port.on('message', (command: WorkerCommand) => {
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
    case 'end':
      return void runner.close().then(() => process.exit())
  }
})
