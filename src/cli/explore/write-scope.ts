import { changedSettings, EDITED, editOf, type ScopeEdit } from '../../explore/explored-crawl.ts'
import type { LoadedProject } from '../../load/load.ts'
import { type Edit, remove, set } from '../../migrate/edited-request.ts'
import { rewriteList, rewriteText } from '../../migrate/rewrite/rewrite-text.ts'
import { describeOrigin } from '../../render/format-value.ts'
import { plannedOrigin } from '../../plan/diff-requests.ts'
import { schemaErrors } from '../../schema/validators.ts'
import type { ResolvedCrawl } from '../../resolve/resolved-crawl.ts'
import { canonicalJson, isJsonList, isJsonObject, type Json, jsonAt } from '../../util/json.ts'
import { unifiedDiff } from '../../util/diff.ts'

/** The settings cannot be written where the crawl is declared. The message states the reason and a remedy. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused'
}

/**
 * Returns the crawl's file with the settings of `edit`. Comments and all other settings do not change. `reload` reads the
 * project with a changed text of one file.
 * @throws {WriteRefused}
 */
export function changeScope(
  loaded: LoadedProject,
  name: string,
  edit: ScopeEdit,
  reload: (file: string, text: string) => LoadedProject,
) {
  const crawl = loaded.resolved.find((candidate) => candidate.name === name)
  if (crawl === undefined) throw new WriteRefused(`The crawl "${name}" no longer exists.`)
  const { document } = crawl
  const before = editOf(crawl.scope)
  const { file } = document
  if (jsonAt(document.value, '/version') !== 2) {
    throw new WriteRefused(`${file} is not version 2: run "crawlform migrate ${file} --write" first.`)
  }
  let { text } = document
  for (const setting of changedSettings(before, edit)) {
    const next = rewriteSetting(text, crawl, setting, { before: before[setting], after: edit[setting] })
    if (next === undefined) {
      throw new WriteRefused(
        `${setting} cannot be edited in ${file} automatically: copy the YAML and add it by hand.`,
      )
    }
    text = next
  }
  const after = reload(file, text)
  verify(after, crawl, edit)
  const others = (project: LoadedProject): Map<string, string> =>
    new Map(project.resolved.map(({ name: other, request }) => [other, canonicalJson(request)]))
  const old = others(loaded)
  const also = [...others(after)].filter(([other, request]) => other !== name && old.get(other) !== request)
  return {
    file,
    text,
    /** As `diff -u` writes it. */
    diff: unifiedDiff(document.text, text, { before: `a/${file}`, after: `b/${file}` }),
    /** Other crawls that change with it: those of one matrix share a file. */
    also: also.map(([other]) => other),
  }
}

/** Returns the text with another value of one setting; undefined if it cannot be edited. */
function rewriteSetting(
  text: string,
  { document }: ResolvedCrawl,
  setting: keyof ScopeEdit,
  { before, after }: Readonly<Record<'before' | 'after', ScopeEdit[keyof ScopeEdit]>>,
): string | undefined {
  const pointer = `/request/${setting}`
  const written = jsonAt(document.value, pointer)
  const apply = (edit: Edit): string | undefined => rewriteText(text, document.index, edit)
  if (after === undefined) return written === undefined ? undefined : apply(remove(pointer))
  if (typeof after !== 'object' || typeof before !== 'object') return apply(set(pointer, after as Json))
  // Items that stay keep their text, which may hold references.
  const drop = before.flatMap((item, index) => (after.includes(item) ? [] : [index]))
  const add = after.filter((item) => !before.includes(item))
  if (isJsonList(written) && written.length === before.length) {
    const edited = rewriteList(text, { document: document.index, base: pointer }, { drop, add })
    if (edited !== undefined) return edited
    // The whole list is replaced only if no reference is lost.
    if (canonicalJson(written) !== canonicalJson([...before])) return undefined
  } else if (written !== undefined && !isJsonList(written)) {
    return undefined
  }
  return apply(set(pointer, [...after]))
}

/** Checks that the project is valid with the new text, and that the crawl then has the settings. */
function verify(after: LoadedProject, before: ResolvedCrawl, edit: ScopeEdit): void {
  const { file } = before.document
  const wrong = after.diagnostics.find((found) => found.severity === 'error' && found.file === file)
  if (wrong !== undefined)
    throw new WriteRefused(`${file} would have an error in line ${wrong.line}: ${wrong.message}`)
  const crawl = after.resolved.find(({ name }) => name === before.name)
  if (crawl === undefined) throw new WriteRefused(`${file} would no longer declare "${before.name}".`)
  const has = editOf(crawl.scope)
  const missed = changedSettings(sorted(has), sorted(edit))
  if (missed.length === 0) return
  const places = missed.map((setting) => {
    const origin = crawl.provenance.get(`/${setting}`)?.origin
    return origin === undefined ? setting : `${setting} (${describeOrigin(plannedOrigin(origin))})`
  })
  throw new WriteRefused(
    `${file} does not determine ${places.join(', ')}: change the value where it comes from.`,
  )
}

/** The order of patterns has no meaning. */
function sorted({ includePaths, excludePaths, ...others }: ScopeEdit): ScopeEdit {
  return { ...others, includePaths: includePaths.toSorted(), excludePaths: excludePaths.toSorted() }
}

/** Returns the settings that the page sent; undefined for anything else. */
export function editFromPage(body: unknown): ScopeEdit | undefined {
  const { edit } = isJsonObject(body) ? body : {}
  if (!isJsonObject(edit)) return undefined
  // Without a value, the depth is not bounded.
  const isWhole = EDITED.every((name) => name === 'maxDiscoveryDepth' || Object.hasOwn(edit, name))
  const errors = schemaErrors('request-v2', { url: 'https://example.com/', ...edit })
  // The schema has checked the types of its members.
  return isWhole && errors.length === 0 ? editOf(edit as unknown as ScopeEdit) : undefined
}
