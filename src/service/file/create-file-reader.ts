import { ringAfter, systemClock } from '../../util/clock.ts'
import { formatDuration } from '../../util/format-duration.ts'
import { FileError, type FileReader } from './file.ts'

/**
 * Returns a reader for a whole service, which loads nothing before its first file. A process runs built files; unbuilt,
 * as in tests, the calling thread does the work.
 * @param memoryMb what reading may take
 */
export function createFileReader(memoryMb: number): FileReader {
  let opened: Promise<FileReader> | undefined
  return {
    read: async (source, wish, signal) => {
      opened ??= open(memoryMb)
      return (await opened).read(source, wish, signal)
    },
    close: async () => (await opened)?.close(),
  }
}

async function open(memoryMb: number): Promise<FileReader> {
  if (import.meta.url.endsWith('.ts')) return createThreadReader()
  const { createFileProcess } = await import('./file-process.ts')
  return createFileProcess(memoryMb)
}

function createThreadReader(): FileReader {
  return {
    read: async (source, wish, signal) => {
      const { timeoutMs } = wish
      const { readFile } = await import('./read-file.ts')
      const late = new FileError('time', `takes longer than ${formatDuration(timeoutMs)} to read`)
      const end = new AbortController()
      const silence = ringAfter(systemClock, timeoutMs, () => end.abort(late))
      try {
        return await readFile(source, wish, AbortSignal.any([signal, end.signal]))
      } finally {
        silence()
      }
    },
    close: () => Promise.resolve(),
  }
}
