import { printableLines } from '../../util/text.ts'
import { packageVersion } from '../../util/package-file.ts'
import { exitStatus, type ExitStatus } from './failures.ts'
import type { RawHost } from './host.ts'
import { readFileSync } from 'node:fs'
import type { SourceMap, SourceMapPayload, SourceMapping } from 'node:module'

/** Prints the details of `error` that crawlform's maintainers need. Returns the exit status for a bug. */
export function reportBug(error: unknown, host: RawHost): ExitStatus {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const lines = [
    'crawlform: this is a bug in crawlform; please report it with the text below.',
    sourceStack(stack),
    `crawlform ${packageVersion()}, Node ${process.version}, ${process.platform} ${process.arch}`,
    `command line without values: crawlform ${host.argv.map(withoutValue).join(' ')}`,
  ]
  host.stderr.write(`${printableLines(lines.join('\n'))}\n`)
  return exitStatus.bug
}

/** Returns a safe form of an argument: only commands and option names are shown, as anything else may be a secret. */
function withoutValue(argument: string, index: number): string {
  const option = /^(--[a-z][a-z-]*|-[A-Za-z])(=)?/.exec(argument)
  if (option !== null) return option[2] === undefined ? option[0] : `${option[0]}...`
  return index === 0 && /^[a-z]+$/.test(argument) ? argument : '...'
}

/** A place in a file of the built program. */
const PLACE = /(?:file:\/\/)?(\/[^\s():]+\.c?js|[A-Za-z]:[^\s():]+\.c?js):(\d+):(\d+)/g

/**
 * Maps an error's stack to places in the source, such as `src/load/load.ts:33:7`. Places without a source map do not change.
 */
export function sourceStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>()
  return stack.replaceAll(PLACE, (place: string, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`))
    // Generated code and packages have entries without a source.
    const found: Partial<SourceMapping> =
      maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1) ?? {}
    if (found.originalSource === undefined) return place
    const source = found.originalSource.replace(/^(?:\.\.\/)+/, '')
    return `${source}:${(found.originalLine ?? 0) + 1}:${(found.originalColumn ?? 0) + 1}`
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
