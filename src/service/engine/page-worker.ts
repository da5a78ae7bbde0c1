import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../util/clock.ts'
import { createLanguageModel } from '../model/language-model.ts'
import { LinkCache } from '../page/resolve-link.ts'
import { createPageScraper } from '../page/scrape-page.ts'
import type { EngineOutcome } from './engine.ts'
import { createPageRunner } from './page-runner.ts'
import type { WorkerOrder, WorkerStart } from './worker-message.ts'

// The program of a worker thread: a page runner whose outcomes are reported in batches, because a message costs the
// main thread about as much as what is in it.

const BATCH = 16
const LONGEST_WAIT_MS = 20

const port = parentPort
if (port === null) throw new Error('this file is the program of a worker thread')

// Written by the engine that started this thread.
const { maxBytes, connections, model, browser } = workerData as WorkerStart
let waiting: EngineOutcome[] = []
let isSet = false

const flush = (): void => {
  isSet = false
  if (waiting.length === 0) return
  runner.flush()
  port.postMessage(waiting)
  waiting = []
}

const links = new LinkCache()
const runner = createPageRunner({
  scraper: createPageScraper({ clock: systemClock, connections, browser, links }),
  links,
  maxBytes,
  model: model === undefined ? undefined : createLanguageModel(model),
  report: (outcome) => {
    waiting.push(outcome)
    // With few pages at once, waiting for more would only keep their places taken.
    if (waiting.length >= Math.min(BATCH, runner.inFlight)) return flush()
    if (isSet) return
    isSet = true
    void systemClock.sleep(LONGEST_WAIT_MS).then(flush)
  },
})

port.on('message', (orders: readonly WorkerOrder[]) => {
  for (const order of orders) obey(order)
})

function obey(order: WorkerOrder): void {
  switch (order.type) {
    case 'open':
      return runner.openJob(order.job)
    case 'run':
      return runner.run(order.task)
    case 'abort':
      return runner.abort(order.task)
    case 'close':
      return runner.closeJob(order.job)
    case 'end':
      void runner.close().then(() => port?.close())
  }
}
