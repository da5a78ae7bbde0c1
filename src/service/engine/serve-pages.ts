import type { Clock } from '../../util/clock.ts'
import { asBuffer } from '../../util/sealed-file.ts'
import type { FileReader } from '../file/file.ts'
import { createLanguageModel } from '../model/model.ts'
import { LinkCache } from '../page-links/link-cache.ts'
import { PageReader } from '../page/page.ts'
import { OutcomeBatches } from './outcome-batches.ts'
import { createPageRunner } from './page-runner.ts'
import type { PageSettings, WorkerCommand, WorkerReport } from './worker-message.ts'

interface PageTools {
  readonly clock: Clock
  readonly files: FileReader
  readonly report: (message: WorkerReport) => void
}

/** Returns the program of a page thread: it runs the commands of the engine and reports outcomes in batches. */
export function servePages(
  settings: PageSettings,
  { clock, files, report }: PageTools,
): (command: WorkerCommand) => Promise<void> {
  const { model, browser, pageBytes, fullDiskMs } = settings
  const batches = new OutcomeBatches({
    save: () => runner.save(),
    send: (outcomes) => report({ type: 'outcomes', outcomes }),
    fullDiskMs,
    onFullDisk: (reason) => report({ type: 'full-disk', reason }),
  })
  const runner = createPageRunner({
    reader: new PageReader({ clock, browser, links: new LinkCache(), reading: settings, files }),
    maxBytes: pageBytes,
    model: model === undefined ? undefined : createLanguageModel(model),
    report: (outcome) => {
      if (outcome.kind === 'needs-fetch') report({ type: 'outcomes', outcomes: [outcome] })
      else batches.add(outcome)
    },
  })
  return async (command) => {
    switch (command.type) {
      case 'open':
        return runner.openJob(command.job)
      case 'run':
        return runner.run(command.task)
      case 'read': {
        const { body } = command.page
        const own = body instanceof Uint8Array ? asBuffer(body) : body
        return runner.run(command.task, { ...command.page, body: own })
      }
      case 'abort':
        return runner.abort(command.task)
      case 'close':
        return runner.closeJob(command.job)
      case 'end':
        return runner.close()
    }
  }
}
