import { DiagnosticSeverity } from 'vscode-languageserver/node'
import type { Diagnostic as EditorDiagnostic, DiagnosticRelatedInformation } from 'vscode-languageserver/node'
import { type Diagnostic, isSchemaRule, type RelatedPlace } from '../diagnostics/diagnostic.ts'
import type { Severity } from '../diagnostics/rule.ts'
import { rulePage } from '../render/render-rule.ts'
import type { OpenProject } from './open-project.ts'
import type { TextPlaces } from './text-places.ts'

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
}

/** The first comment of a file that yaml-language-server checks by a schema of ours. */
const OUR_SCHEMA = /^\s*#[ \t]*yaml-language-server:[ \t]*\$schema=\S*\b(?:crawl|project)\.schema\.json\s/

/**
 * Returns the problems of a text as an editor shows them, with schema problems if `withSchema`. By default they are left out
 * of a text whose first comment has another language server report them.
 */
export function editorDiagnostics(
  diagnostics: readonly Diagnostic[],
  text: TextPlaces,
  project: OpenProject,
  { withSchema }: { readonly withSchema: boolean | undefined },
): readonly EditorDiagnostic[] {
  const isWanted = withSchema ?? !OUR_SCHEMA.test(text.body)
  return diagnostics
    .filter(({ rule }) => isWanted || !isSchemaRule(rule))
    .map((diagnostic) => editorDiagnostic(diagnostic, text, project))
}

export function editorDiagnostic(
  diagnostic: Diagnostic,
  text: TextPlaces,
  project: OpenProject,
): EditorDiagnostic {
  const { rule, severity, message, help, related = [] } = diagnostic
  const places = related.flatMap((one) => relatedInformation(one, project))
  return {
    range: text.range(diagnostic),
    severity: severities[severity],
    code: rule,
    codeDescription: { href: pageOf(rule) },
    source: 'crawlform',
    message: help === undefined ? message : `${message}\n${help}`,
    ...(places.length === 0 ? {} : { relatedInformation: places }),
  }
}

function relatedInformation(
  { message, place }: RelatedPlace,
  project: OpenProject,
): readonly DiagnosticRelatedInformation[] {
  const text = project.text(place.file)
  return text === undefined ? [] : [{ message, location: { uri: text.uri, range: text.range(place) } }]
}

/** Returns the address of a rule's page in the installed package. It lies two folders above the source and the bundle. */
function pageOf(rule: string): string {
  return new URL(`../../${rulePage(rule)}`, import.meta.url).href
}
