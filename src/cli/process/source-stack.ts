import { readFileSync } from 'node:fs'
import type { SourceMap, SourceMapPayload } from 'node:module'

/** A place in a file of the built program. */
const PLACE = /(?:file:\/\/)?(\/[^\s():]+\.c?js|[A-Za-z]:[^\s():]+\.c?js):(\d+):(\d+)/g

/**
 * Maps an error's stack to places in the source, such as `src/load/load.ts:33:7`. Places without a source map do not change.
 */
export function sourceStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>()
  return stack.replaceAll(PLACE, (place: string, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`))
    const found = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (found === undefined || !('originalSource' in found)) return place
    const source = found.originalSource.replace(/^(?:\.\.\/)+/, '')
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`
  })
}

function readMap(file: string): SourceMap | undefined {
  try {
    // An import would load the module at every start.
    const { SourceMap } = process.getBuiltinModule('node:module')
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
  } catch {
    return undefined
  }
}
