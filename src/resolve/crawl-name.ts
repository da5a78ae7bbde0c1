import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Json, JsonObject } from '../util/json.ts'
import { isCrawlName } from '../util/is-crawl-name.ts'
import { hasTemplate, parseTemplate } from '../util/template.ts'
import type { CrawlSpec } from '../validate/crawl-spec.ts'
import { interpolate, type References } from './interpolate.ts'

/** The parts of a crawl that decide its name. */
type Named = Pick<CrawlSpec, 'name' | 'document'>

const EXTENSIONS = ['.yaml', '.yml', '.json']

/**
 * Returns the crawl's name in one matrix cell: the written name or the file's stem. If that refers to no matrix value, the
 * cell's values are appended, so that every cell has its own name.
 */
export function crawlName(spec: Named, references: References, diagnostics: Diagnostic[]): string {
  const problems: Diagnostic[] = []
  const base =
    spec.name === undefined ? fileStem(spec.document.file) : fillName(spec, spec.name, references, problems)
  const { cell } = references
  const name =
    cell === undefined || (spec.name !== undefined && namesCell(spec.name))
      ? base
      : `${base}-${cellSuffix(cell)}`
  if (!isCrawlName(name) && problems.length === 0) {
    const args = { name, fromFile: spec.name === undefined }
    const place = spec.document.locate(args.fromFile ? '' : '/name')
    const extras = args.fromFile ? {} : { pointer: '/name' }
    problems.push(diagnose('resolve/bad-name', args, place, extras))
  }
  diagnostics.push(...problems)
  return name
}

function fillName(
  { document }: Named,
  written: string,
  references: References,
  diagnostics: Diagnostic[],
): string {
  if (!hasTemplate(written)) return written
  const { value, problems } = interpolate<Json>(written, references, {
    types: undefined,
    closedToSecrets: () => 'the name of a crawl',
  })
  const pointer = '/name'
  for (const { report } of problems) diagnostics.push(report({ ...document.locate(pointer), pointer }))
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function namesCell(written: string): boolean {
  return parseTemplate(written).some((part) => part.kind === 'matrix')
}

function cellSuffix(cell: JsonObject): string {
  return Object.values(cell)
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .map((text) => text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^-+|-+$/g, ''))
    .join('-')
}

function fileStem(file: string): string {
  // Standard input has no name. A crawl read from it is checked, not recorded.
  if (file === '<stdin>') return 'stdin'
  const name = file.slice(file.lastIndexOf('/') + 1)
  const ending = EXTENSIONS.find((extension) => name.toLowerCase().endsWith(extension)) ?? ''
  return name.slice(0, name.length - ending.length)
}
