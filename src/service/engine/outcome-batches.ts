import { systemClock } from '../../util/clock.ts'
import { isFullDisk } from '../../util/has-code.ts'
import { messageOf } from '../../util/message-of.ts'
import type { EngineOutcome } from './engine-task.ts'

interface BatchOptions {
  /** Writes the documents of all outcomes so far to disk. */
  readonly save: () => Promise<void>
  readonly send: (outcomes: readonly EngineOutcome[]) => void
  /** Milliseconds that a save may wait for a full disk. */
  readonly fullDiskMs: number
  /** Called with the reason when a save begins to wait for a full disk, and with undefined when that ends. */
  readonly onFullDisk: (reason: string | undefined) => void
}

/**
 * Returns a function that sends outcomes after their documents are on disk, so that no row refers to bytes that a power
 * failure could lose. One save runs at a time, and later outcomes wait for the next one. While the disk is full, nothing is
 * sent: the pages count as in progress, so no others start and no page is fetched twice.
 */
export function createOutcomeBatches(options: BatchOptions): (outcome: EngineOutcome) => void {
  let waiting: EngineOutcome[] = []
  let isSaving = false
  const sendAll = async (): Promise<void> => {
    isSaving = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const problem = await save(options)
      options.send(problem === undefined ? batch : batch.map((outcome) => unstored(outcome, problem)))
    }
    isSaving = false
  }
  return (outcome) => {
    waiting.push(outcome)
    if (!isSaving) void sendAll()
  }
}

const RETRY_MS = 200

/** Saves, and tries again while the disk is full. Returns the error of a save that failed. */
async function save({ save, fullDiskMs, onFullDisk }: BatchOptions): Promise<unknown> {
  let isWaiting = false
  try {
    for (let waited = 0; ; waited += RETRY_MS) {
      try {
        return await save()
      } catch (error) {
        if (!isFullDisk(error) || waited >= fullDiskMs) return error
        if (!isWaiting) onFullDisk(messageOf(error))
        isWaiting = true
      }
      await systemClock.sleep(Math.min(RETRY_MS, fullDiskMs - waited))
    }
  } finally {
    if (isWaiting) onFullDisk(undefined)
  }
}

function unstored(outcome: EngineOutcome, problem: unknown): EngineOutcome {
  if (outcome.kind !== 'page') return outcome
  const { task, job } = outcome
  return { task, job, kind: 'not-stored', error: `The page could not be stored: ${messageOf(problem)}` }
}
