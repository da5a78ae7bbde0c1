import { ringAfter, systemClock } from '../../util/clock.ts'
import { PdfError, type PdfReader } from './pdf-reader.ts'

/**
 * Returns a reader for a whole service, which loads nothing before its first file. A process runs built files; unbuilt,
 * as in tests, the calling thread does the work.
 * @param memoryMb what reading may take
 */
export function createPdfReader(memoryMb: number): PdfReader {
  let opened: Promise<PdfReader> | undefined
  return {
    read: async (body, bounds, signal) => {
      opened ??= open(memoryMb)
      return (await opened).read(body, bounds, signal)
    },
    close: async () => (await opened)?.close(),
  }
}

async function open(memoryMb: number): Promise<PdfReader> {
  if (import.meta.url.endsWith('.ts')) return createThreadReader()
  const { createPdfProcess } = await import('./pdf-process.ts')
  return createPdfProcess(memoryMb)
}

function createThreadReader(): PdfReader {
  return {
    read: async (body, { maxPages, timeoutMs }, signal) => {
      const { readPdf } = await import('./read-pdf.ts')
      const late = new PdfError('time', `takes longer than ${timeoutMs} ms to read`)
      const end = new AbortController()
      const silence = ringAfter(systemClock, timeoutMs, () => end.abort(late))
      try {
        return await readPdf(body, maxPages, AbortSignal.any([signal, end.signal]))
      } finally {
        silence()
      }
    },
    close: () => Promise.resolve(),
  }
}
