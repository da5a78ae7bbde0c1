import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../util/clock.ts'
import { DiskPatience } from '../../util/disk-patience.ts'
import { SealedFolder } from '../../util/sealed-folder.ts'
import { createLanguageModel } from '../model/language-model.ts'
import { LinkCache } from '../link/resolve-link.ts'
import { createPageScraper } from '../page/scrape-page.ts'
import { createRemoteReader } from '../file/file-port.ts'
import { createRemoteRoom } from './room-port.ts'
import { OutcomeBatches } from './outcome-batches.ts'
import { createPageRunner } from './page-runner.ts'
import type { WorkerCommand, WorkerReport, WorkerStart } from './worker-message.ts'

// The program of a worker thread: a page runner that reports outcomes in batches, because a message costs the main
// thread about as much as its content.

const ENOUGH = 32

const port = parentPort
if (port === null) throw new Error('this file is the program of a worker thread')

// Written by the engine that started this thread.
const { maxBytes, fullDiskMs, reading, connections, model, browser, files, room, folder } =
  workerData as WorkerStart
const links = new LinkCache()
const disk = new DiskPatience({ fullDiskMs, onFullDisk: (reason) => report({ type: 'full-disk', reason }) })
const batches = new OutcomeBatches({
  enough: ENOUGH,
  inFlight: () => runner.inFlight,
  save: () => runner.save(),
  send: (outcomes) => report({ type: 'outcomes', outcomes }),
  disk,
})
const runner = createPageRunner({
  scraper: createPageScraper({
    clock: systemClock,
    connections,
    browser,
    links,
    reading,
    files: createRemoteReader(files),
    room: createRemoteRoom(room),
    folder: { folder: new SealedFolder(folder), disk },
  }),
  links,
  maxBytes,
  model: model === undefined ? undefined : createLanguageModel(model),
  report: (outcome) => batches.add(outcome),
})

port.on('message', (commands: readonly WorkerCommand[]) => {
  for (const command of commands) execute(command)
})

function report(news: WorkerReport): void {
  port?.postMessage(news)
}

function execute(command: WorkerCommand): void {
  switch (command.type) {
    case 'open':
      return runner.openJob(command.job)
    case 'run':
      return runner.run(command.task)
    case 'abort':
      return runner.abort(command.task)
    case 'close':
      return runner.closeJob(command.job)
    case 'end':
      void runner.close().then(() => port?.close())
  }
}
