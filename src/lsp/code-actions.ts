import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Range,
  type TextEdit,
} from 'vscode-languageserver/node'
import { applyFixes } from '../diagnostics/apply-fixes.ts'
import { isFixed } from '../diagnostics/catalogue.ts'
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { parseFile } from '../document/document.ts'
import { SUPPRESSION_MARK } from '../document/suppressions.ts'
import { PROJECT_FILE } from '../load/find-root.ts'
import type { LoadedProject } from '../load/load.ts'
import { editorDiagnostic } from './editor-diagnostics.ts'
import { migrateAction, pinDefault, scopeTestAction } from './rewrite-actions.ts'
import type { OpenProject } from './open-project.ts'
import type { TextPlaces } from './text-places.ts'

/** A fix may uncover another problem with a fix, but not without end. */
const MOST_ROUNDS = 20

const FIX_ALL = `${CodeActionKind.SourceFixAll}.crawlform`

/** The kinds that are offered. */
export const codeActionKinds: readonly string[] = [
  CodeActionKind.QuickFix,
  CodeActionKind.RefactorRewrite,
  CodeActionKind.SourceFixAll,
]

/** Returns what can be done about the problems in a range and about the URL at its start, and what rewrites the file. */
export function codeActions(
  project: OpenProject,
  text: TextPlaces,
  { range, context }: CodeActionParams,
): CodeAction[] {
  const found = ofFile(project.loaded.diagnostics, text)
  // Neovim sends the cursor as the range, and the problems of its whole line.
  const places = [range, ...context.diagnostics.map((shown) => shown.range)]
  const here = found.filter((diagnostic) => places.some((place) => touches(text.range(diagnostic), place)))
  const isCrawlFile = text.file !== PROJECT_FILE && project.loaded.sources.has(text.file)
  const quick = wants(context.only, CodeActionKind.QuickFix)
    ? here.flatMap((diagnostic) => [
        ...fixOne(diagnostic, text, project),
        ...(isCrawlFile ? pinDefault(diagnostic, text, project) : []),
        ...silence(diagnostic, text, project),
      ])
    : []
  const rewrites =
    isCrawlFile && wants(context.only, CodeActionKind.RefactorRewrite)
      ? [...scopeTestAction(text, range.start, project), ...migrateAction(text)]
      : []
  const actions = [...quick, ...rewrites]
  const isFixable = found.some(({ fix }) => fix !== undefined)
  return isFixable && wants(context.only, FIX_ALL) ? [...actions, ...fixAll(text, project)] : actions
}

/** Returns whether an editor that asks for `only` these kinds wants `kind`. */
function wants(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some((one) => kind === one || kind.startsWith(`${one}.`))
}

function fixOne(diagnostic: Diagnostic, text: TextPlaces, project: OpenProject): readonly CodeAction[] {
  const { fix } = diagnostic
  const edits = fix === undefined ? undefined : editsOf(fix, text)
  if (fix === undefined || edits === undefined) return []
  return [
    {
      title: fix.description,
      kind: CodeActionKind.QuickFix,
      isPreferred: true,
      diagnostics: [editorDiagnostic(diagnostic, text, project)],
      edit: { changes: { [text.uri]: edits } },
    },
  ]
}

/** Returns undefined for a fix that edits another file. */
function editsOf(fix: Fix, text: TextPlaces): TextEdit[] | undefined {
  if (fix.edits.some(({ place }) => place.file !== text.file)) return undefined
  return fix.edits.map(({ place, text: newText }) => ({ range: text.range(place), newText }))
}

function fixAll(text: TextPlaces, project: OpenProject): readonly CodeAction[] {
  let fixed = text.body
  let { diagnostics } = project.loaded
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const fixable = ofFile(diagnostics, text).filter(({ fix }) => fix !== undefined)
    const next = applyFixes(fixed, fixable)
    if (next.applied.length === 0) break
    fixed = next.text
    diagnostics = project.loadFile(text.file, fixed).diagnostics
  }
  if (fixed === text.body) return []
  return [
    {
      title: 'Fix all problems in this file that have a safe fix',
      kind: FIX_ALL,
      edit: text.changeTo(fixed),
    },
  ]
}

/** Offers a comment that silences a rule on the next line. The rule about missing reasons then asks for the reason. */
function silence(diagnostic: Diagnostic, text: TextPlaces, project: OpenProject): readonly CodeAction[] {
  const { rule, line, severity } = diagnostic
  if (severity === 'error' && isFixed(rule)) return []
  const start = text.lineStart(line)
  const indent = /^[ \t]*/.exec(text.body.slice(start))?.[0] ?? ''
  const end = text.body.includes('\r\n') ? '\r\n' : '\n'
  const comment = (reason: string): string => `${indent}# ${SUPPRESSION_MARK} ${rule}:${reason}${end}`
  const silenced = text.body.slice(0, start) + comment(' why') + text.body.slice(start)
  if (!isSameContent(text, silenced)) return []
  const countIn = (loaded: LoadedProject): number =>
    ofFile(loaded.diagnostics, text).filter((one) => one.rule === rule).length
  const alone = countIn(project.loadFile(text.file, text.body))
  const [before, after] =
    alone > 0
      ? [alone, countIn(project.loadFile(text.file, silenced))]
      : [countIn(project.loaded), countIn(project.load(new Map([[text.file, silenced]])))]
  if (after >= before) return []
  return [
    {
      title: `Silence ${rule} here, with a reason`,
      kind: CodeActionKind.QuickFix,
      diagnostics: [editorDiagnostic(diagnostic, text, project)],
      edit: {
        changes: { [text.uri]: [{ range: text.rangeOfOffsets(start, start), newText: comment(' ') }] },
      },
    },
  ]
}

/** Returns whether a comment changed nothing: inside a text of several lines it would become part of the text. */
function isSameContent(text: TextPlaces, after: string): boolean {
  const valuesOf = (content: string): string | undefined => {
    const parsed = parseFile(text.file, Buffer.from(content))
    return parsed.ok ? JSON.stringify(parsed.value.map(({ value }) => value)) : undefined
  }
  return valuesOf(text.body) === valuesOf(after)
}

function ofFile(diagnostics: readonly Diagnostic[], { file }: TextPlaces): readonly Diagnostic[] {
  return diagnostics.filter((diagnostic) => diagnostic.file === file)
}

function touches(one: Range, other: Range): boolean {
  const isBefore = (a: Range, b: Range): boolean =>
    a.end.line < b.start.line || (a.end.line === b.start.line && a.end.character < b.start.character)
  return !isBefore(one, other) && !isBefore(other, one)
}
