import { CodeActionKind } from 'vscode-languageserver/node'
import type { CodeAction, CodeActionParams, Range } from 'vscode-languageserver/node'
import { applyAllFixes } from '../diagnostics/apply-fixes.ts'
import { type Diagnostic, isFixed } from '../diagnostics/diagnostic.ts'
import { parseFile } from '../document/document.ts'
import type { SourceDocument } from '../document/source-document.ts'
import { SUPPRESSION_MARK } from '../document/suppressions.ts'
import { PROJECT_FILE } from '../load/find-root.ts'
import type { LoadedProject } from '../load/load.ts'
import { editorDiagnostic } from './editor-diagnostics.ts'
import { migrateAction, type Offer, pinDefault, scopeTestAction } from './rewrite-actions.ts'
import type { OpenProject } from './open-project.ts'
import type { TextPlaces } from './text-places.ts'

const FIX_ALL = `${CodeActionKind.SourceFixAll}.crawlform`

export const codeActionKinds: readonly string[] = [
  CodeActionKind.QuickFix,
  CodeActionKind.RefactorRewrite,
  CodeActionKind.SourceFixAll,
]

/** Returns fixes for the problems in a range, tests for the URL at its start, and rewrites of the file. */
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
  const wants = (kind: string): boolean =>
    context.only === undefined || context.only.some((one) => kind === one || kind.startsWith(`${one}.`))
  const offersFor = (diagnostic: Diagnostic): readonly Offer[] => [
    ...fixOne(diagnostic, text),
    ...(isCrawlFile ? pinDefault(diagnostic, text, project) : []),
    ...silence(diagnostic, text, project),
  ]
  const actions: CodeAction[] = []
  for (const diagnostic of wants(CodeActionKind.QuickFix) ? here : []) {
    const diagnostics = [editorDiagnostic(diagnostic, text, project)]
    for (const offer of offersFor(diagnostic))
      actions.push({ ...offer, kind: CodeActionKind.QuickFix, diagnostics })
  }
  if (isCrawlFile && wants(CodeActionKind.RefactorRewrite)) {
    for (const offer of [...scopeTestAction(text, range.start, project), ...migrateAction(text)])
      actions.push({ ...offer, kind: CodeActionKind.RefactorRewrite })
  }
  return wants(FIX_ALL) ? [...actions, ...fixAll(text, project)] : actions
}

function fixOne({ fix }: Diagnostic, text: TextPlaces): readonly Offer[] {
  // The fix of a problem in this file may edit another one.
  if (fix === undefined || fix.edits.some(({ place }) => place.file !== text.file)) return []
  const edits = fix.edits.map(({ place, text: newText }) => ({ range: text.range(place), newText }))
  return [{ title: fix.description, isPreferred: true, edit: text.change(...edits) }]
}

function fixAll(text: TextPlaces, project: OpenProject): readonly CodeAction[] {
  const { texts } = applyAllFixes(
    (fixed) => {
      const now = fixed.get(text.file)
      return now === undefined ? project.loaded : project.loadFile(text.file, now)
    },
    (file) => (file === text.file ? text.body : undefined),
  )
  const fixed = texts.get(text.file)
  if (fixed === undefined) return []
  const title = 'Fix all problems in this file that have a safe fix'
  return [{ title, kind: FIX_ALL, edit: text.changeTo(fixed) }]
}

/** Offers a comment that silences a rule on the next line. The rule about missing reasons then asks for the reason. */
function silence(diagnostic: Diagnostic, text: TextPlaces, project: OpenProject): readonly Offer[] {
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
  const own = countIn(project.loadFile(text.file, text.body))
  const [before, after] =
    own > 0
      ? [own, countIn(project.loadFile(text.file, silenced))]
      : [countIn(project.loaded), countIn(project.load(new Map([[text.file, silenced]])))]
  if (after >= before) return []
  const edit = text.change({ range: text.rangeOfOffsets(start, start), newText: comment(' ') })
  return [{ title: `Silence ${rule} here, with a reason`, edit }]
}

/** Returns whether a comment changed nothing: inside a text of several lines it would become part of the text. */
function isSameContent(text: TextPlaces, after: string): boolean {
  const parsed = parseFile(text.file, Buffer.from(after))
  const valuesOf = (documents: readonly SourceDocument[] | undefined): string =>
    JSON.stringify(documents?.map(({ value }) => value))
  return valuesOf(text.documents) === valuesOf(parsed.ok ? parsed.value : undefined)
}

function ofFile(diagnostics: readonly Diagnostic[], { file }: TextPlaces): readonly Diagnostic[] {
  return diagnostics.filter((diagnostic) => diagnostic.file === file)
}

function touches(one: Range, other: Range): boolean {
  const isBefore = (a: Range, b: Range): boolean =>
    a.end.line < b.start.line || (a.end.line === b.start.line && a.end.character < b.start.character)
  return !isBefore(one, other) && !isBefore(other, one)
}
