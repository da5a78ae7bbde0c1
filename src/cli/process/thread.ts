/**
 * Input: the process.
 * Output: the exit status of its command line, which a thread runs.
 * Must not know which commands run there.
 */
import { SHARE_ENV, Worker } from 'node:worker_threads'
import type { RawHost } from './host.ts'

/** Widths of the streams, which Node tells only the process. */
export type Columns = Readonly<Record<'stdout' | 'stderr', number>>

/** What the thread asks the process for: its signals, a line of input, or all of it. */
export type ThreadQuestion = 'interruption' | 'line' | { readonly most: number }

export type ThreadMessage =
  | { readonly type: 'interruption' }
  | { readonly type: 'input'; readonly input: string | Uint8Array | undefined }
  | { readonly type: 'columns'; readonly columns: Columns }

/**
 * Memory for new and old objects of the thread, in MiB. Without these bounds, which a process cannot set for itself, a crawl on
 * Node 24 took 96 MiB more for new objects than on Node 20. The higher the second one, the later V8 looks for garbage
 * among old objects.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 1000 }

/** Runs the command line in a thread whose memory is bounded. Resolves to the exit status. */
export function runInThread(host: RawHost): Promise<number> {
  const { argv, stdin, stdout, stderr } = host
  const columns = (): Columns => ({ stdout: stdout.columns, stderr: stderr.columns })
  // scripts/bundle.mjs writes it there.
  const thread = new Worker(new URL('../cli/thread.cjs', import.meta.url), {
    argv: [...argv],
    env: SHARE_ENV,
    workerData: columns(),
    resourceLimits,
    // Otherwise Node opens its own streams, which takes time and changes pipes that other processes have too.
    stdout: true,
    stderr: true,
  })
  thread.stdout.setEncoding('utf8').on('data', (text: string) => stdout.write(text))
  thread.stderr.setEncoding('utf8').on('data', (text: string) => stderr.write(text))
  const tell = (message: ThreadMessage): void => thread.postMessage(message)
  if (stdout.isTerminal || stderr.isTerminal)
    process.on('SIGWINCH', () => tell({ type: 'columns', columns: columns() }))
  const answer = async (question: ThreadQuestion): Promise<void> => {
    if (question === 'interruption')
      host.interruption().addEventListener('abort', () => tell({ type: 'interruption' }))
    else {
      const input = await (question === 'line' ? stdin.readLine() : stdin.readAll(question.most))
      tell({ type: 'input', input })
    }
  }
  return new Promise((resolve, reject) => {
    thread.on('message', (question: ThreadQuestion) => void answer(question).catch(reject))
    thread.once('error', (error: NodeJS.ErrnoException) => reject(asFailure(error)))
    thread.once('exit', resolve)
  })
}

/** Says in words that the thread has used up its memory. */
function asFailure(error: NodeJS.ErrnoException): Error {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  const most = resourceLimits.maxOldGenerationSizeMb
  const message = `This command needs more than ${most} MiB of memory. Run fewer crawls at once.`
  return Object.assign(new Error(message, { cause: error }), { code: 'OUT_OF_MEMORY' })
}
