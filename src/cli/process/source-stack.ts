import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'

/** A place in a file of the built program. */
const PLACE = /(?:file:\/\/)?(\/[^\s():]+\.cjs|[A-Za-z]:[^\s():]+\.cjs):(\d+):(\d+)/g

/**
 * Returns the stack of an error with places in the source, such as `src/load/load-project.ts:33:7`, where it names places
 * in the built program. Places without a source map stay as they are. V8 names files of the kept code where they stood
 * when it was compiled, which may be another installation of the same version, gone by now: our own map is as good.
 */
export function sourceStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>()
  return stack.replaceAll(PLACE, (place: string, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, readMap(`${ownFile(file)}.map`) ?? readMap(`${file}.map`))
    const found = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (found === undefined || !('originalSource' in found)) return place
    const source = found.originalSource.replace(/^(?:\.\.\/)+/, '')
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`
  })
}

/** Returns the file of this installation for a file of any. Each part of the program is built into the directory of all. */
function ownFile(file: string): string {
  return `${import.meta.dirname}/${file.replace(/^.*[\\/]/, '')}`
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
  } catch {
    return undefined
  }
}
