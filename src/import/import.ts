/**
 * Input: the text of a foreign configuration.
 * Output: a crawl file without secrets, and a report of every field.
 * Must not know files, networks or projects, and must not run what it reads.
 */
import { type Diagnostic, factsOf } from '../diagnostics/diagnostic.ts'
import { LineMap } from '../document/source-document.ts'
import { parseFile } from '../document/document.ts'
import { isJsonObject, type JsonObject } from '../util/json.ts'
import { draftValue, type FieldReport, fieldReports, type Imported, refuse, Refused } from './crawl-draft.ts'
import { plainJson, type Located, replaceTemplates } from './field-reader.ts'
import { hasCurl, looksLikeCurl, importCurl } from './sources/curl.ts'
import { describeReach, findPageReach, type PageReach } from './page-reach.ts'
import { secretNamer, secretsIn, settleDraft } from './settle-draft.ts'
import { commonName } from './divide-starts.ts'
import { renderDraft, renderProfile, type SettledDraft, shareSettings } from './render-draft.ts'
import { importAlgolia, isAlgolia } from './sources/algolia.ts'
import { importBrowsertrix, isBrowsertrix } from './sources/browsertrix.ts'
import { importDocsearch, isDocsearch } from './sources/docsearch.ts'
import { importElastic, isElastic } from './sources/elastic.ts'
import { importRequestBody, isRequestBody } from './sources/request-body.ts'

export interface ImportedText {
  /** The kind of source, in words: `a curl command`. */
  readonly source: string
  /** The crawl file; of several crawls, one document each. */
  readonly text: string
  /** The name for the crawls' file: their common name without the last part. */
  readonly name: string
  /** The same crawls, with their common settings in a profile of the project file; undefined for a single crawl. */
  readonly shared: SharedText | undefined
  readonly crawls: readonly string[]
  readonly fields: readonly FieldReport[]
  /** Descriptions of the pages that each crawl would fetch. */
  readonly reach: readonly string[]
  /** The pages that the source names, and how a crawl reaches each. */
  readonly pages: readonly PageReach[]
  /** Environment variables that the file reads as secrets. */
  readonly secrets: readonly string[]
}

export interface SharedText {
  readonly profile: string
  /** Returns the crawl file, whose crawls extend the profile of this name. */
  readonly textFor: (profile: string) => string
}

export type ImportOutcome =
  | { readonly ok: true; readonly value: ImportedText }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/** Returns a crawl file equivalent to `text`, or the errors that prevent it. `file` is the file name in places. */
export function importText(
  file: string,
  text: string,
  { name }: { readonly name?: string } = {},
): ImportOutcome {
  try {
    const lines = new LineMap(file, text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
    return { ok: true, value: writeCrawls(lines, readSource(lines, name)) }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, diagnostics: error.problems }
    throw error
  }
}

function writeCrawls(lines: LineMap, { source, imported }: ReadSource): ImportedText {
  const called = imported.drafts.map((draft) => draft.name)
  const stem = called.length > 1 ? (imported.base ?? commonName(called)) : (called[0] ?? '')
  const names = secretNamer(stem)
  const settledAlone = imported.drafts.map((draft) => settleDraft(draft, names(draft.name), lines))
  const { pages, drafts: settled } = findPageReach(imported.pages ?? [], settledAlone)
  const isNamed = settled.length > 1
  const head = `# Imported from ${source} by crawlform import.\n`
  return {
    source,
    text: head + settled.map((draft) => renderDraft(draft, { isNamed })).join('---\n'),
    name: stem,
    shared: shareText(head, settled),
    crawls: settled.map((draft) => draft.name),
    reach: settled.map((draft) => describeReach(draft)),
    pages,
    fields: fieldReports(settled.map(({ items }) => items)),
    secrets: [...new Set(settled.flatMap(({ items }) => secretsIn(JSON.stringify(draftValue(items)))))],
  }
}

function shareText(head: string, settled: readonly SettledDraft[]): SharedText | undefined {
  const shared = shareSettings(settled)
  if (shared === undefined) return undefined
  return {
    profile: renderProfile(shared.profile),
    textFor: (profile) =>
      head + shared.drafts.map((draft) => renderDraft(draft, { isNamed: true, profile })).join('---\n'),
  }
}

interface ReadSource {
  readonly source: string
  readonly imported: Imported
}

function readSource(lines: LineMap, name: string | undefined): ReadSource {
  const { file, text } = lines
  const readCurl = (): ReadSource => ({
    source: 'a curl command',
    imported: importCurl(text, name, (offset) => lines.place(offset, offset + 1)),
  })
  if (looksLikeCurl(text)) return readCurl()
  const isData = /^(?:\s*#.*\n)*\s*(?:\[(?!\w+\])|\{|["'][^"'\n]*["']\s*:|-\s|[\w.-]+\s*:)/.test(text)
  const isCode =
    /\bnew\s+Crawler\s*\(|\bmodule\.exports\b|\bexport\s+default\b/.test(text) ||
    (!isData && /\w\.\w+\(|\w\((?:\w+=|["'`{])/.test(text))
  const parsed = parseFile(file, new TextEncoder().encode(replaceTemplates(plainJson(text))))
  const [document] = parsed.ok ? parsed.value : []
  const value = document?.value
  if (document !== undefined && isJsonObject(value)) {
    const found = SOURCES.find(({ isOne }) => isOne(value))
    if (found !== undefined)
      return { source: found.source, imported: found.read({ ...document, value }, name) }
    const [, is, help] = OTHERS.find(([keys]) => keys.every((key) => Object.hasOwn(value, key))) ?? []
    if (!hasCurl(text) && !isCode) refuse('import/unknown-format', { is, help }, document.locate(''))
  }
  if (hasCurl(text)) return readCurl()
  if (/^\s*\{[^]*\}[ \t]*\n(?:[ \t]*\n)*\{/.test(text))
    refuse('import/several-documents', {}, lines.place(0, 0))
  const areComments = /\S/.test(text) && text.split('\n').every((line) => /^\s*(?:#|$)/.test(line))
  // Problems of a text as a crawl file do not help someone who meant another format.
  if (
    !parsed.ok &&
    isData &&
    !isCode &&
    parsed.diagnostics.some(({ rule }) => factsOf(rule).about !== 'bare-file')
  )
    throw new Refused(parsed.diagnostics)
  const other = isCode ? 'import/javascript' : 'import/unknown-format'
  return refuse(areComments ? 'import/all-comments' : other, {}, lines.place(0, 0))
}

/** Other files that people have: keys of each, a description, and a remedy. */
const OTHERS: readonly (readonly [keys: readonly string[], is: string, help: string])[] = [
  [['version', 'request'], 'a crawl file already', 'Move it to "crawls/", and run "crawlform validate".'],
  [['log'], 'a HAR file', 'Choose "Copy as cURL" for the request in the browser, and import that.'],
  [['info', 'item'], 'a collection of Postman', 'Choose "Code" and "cURL" for the request, and import that.'],
  [
    ['nodes'],
    'a workflow of n8n',
    'Import the settings of its crawl as JSON, such as {"url": "https://a.example/"}.',
  ],
  [['name', 'arguments'], 'a call of a tool', 'Import its "arguments" alone.'],
]

interface Source {
  readonly source: string
  readonly isOne: (value: JsonObject) => boolean
  readonly read: (source: Located, name: string | undefined) => Imported
}

/** Each recognised by keys that no other has. */
const SOURCES: readonly Source[] = [
  { source: 'an Elastic Open Crawler configuration', isOne: isElastic, read: importElastic },
  { source: 'a DocSearch configuration', isOne: isDocsearch, read: importDocsearch },
  { source: 'a configuration of the Algolia Crawler', isOne: isAlgolia, read: importAlgolia },
  { source: 'a Browsertrix configuration', isOne: isBrowsertrix, read: importBrowsertrix },
  { source: 'the body of a crawl request', isOne: isRequestBody, read: importRequestBody },
]
