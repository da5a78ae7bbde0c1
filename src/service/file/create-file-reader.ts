import { bytesOf } from '../../util/sealed-file.ts'
import { ringAfter, systemClock } from '../../util/clock.ts'
import { formatDuration } from '../../util/format-duration.ts'
import { FileProcess } from './file-process.ts'
import { FileError, type FileReader } from './file.ts'

/**
 * Returns a reader for a whole service. A process runs built files; unbuilt, as in tests, the calling thread does the work.
 * @param memoryMb MiB that reading may take
 */
export function createFileReader(memoryMb: number): FileReader {
  return import.meta.url.endsWith('.ts') ? createThreadReader() : new FileProcess(memoryMb)
}

function createThreadReader(): FileReader {
  return {
    read: async (body, wish, signal) => {
      const { timeoutMs } = wish
      const { readFile } = await import('./read-file.ts')
      const late = new FileError('time', `takes longer than ${formatDuration(timeoutMs)} to read`)
      const end = new AbortController()
      const silence = ringAfter(systemClock, timeoutMs, () => end.abort(late))
      try {
        return await readFile(await bytesOf(body), wish, AbortSignal.any([signal, end.signal]))
      } finally {
        silence()
      }
    },
    close: () => Promise.resolve(),
  }
}
