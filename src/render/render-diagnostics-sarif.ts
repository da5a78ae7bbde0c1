import type { Diagnostic, Fix, Place, Severity } from '../diagnostics/diagnostic.ts'
import { fingerprintDiagnostics } from './fingerprint-diagnostics.ts'
import type { RuleText } from './render-rule.ts'

export interface SarifOptions {
  readonly version: string
  readonly rules: Readonly<Record<string, Omit<RuleText, 'repaired'>>>
  /** The project's path relative to the repository root: empty, or ending in `/`. */
  readonly prefix: string
}

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' }

/** Returns a SARIF 2.1.0 log of one run, with the rules that it names. */
export function renderDiagnosticsSarif(diagnostics: readonly Diagnostic[], options: SarifOptions): string {
  const ids = [...new Set(diagnostics.map((diagnostic) => diagnostic.rule))].sort()
  const indexes = new Map(ids.map((id, index) => [id, index]))
  const fingerprints = fingerprintDiagnostics(diagnostics, options.prefix)
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'crawlform',
            version: options.version,
            rules: ids.map((id) => ruleJson(id, options.rules[id])),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((diagnostic, index) => ({
          ruleId: diagnostic.rule,
          ruleIndex: indexes.get(diagnostic.rule) ?? -1,
          ...resultJson(diagnostic, options.prefix),
          partialFingerprints: { 'crawlform/v1': fingerprints[index] },
        })),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function ruleJson(id: string, text: SarifOptions['rules'][string] | undefined): object {
  if (text === undefined) return { id }
  return {
    id,
    shortDescription: { text: text.title },
    fullDescription: { text: text.why },
    help: {
      text: `${text.why}\n\nExample:\n\n${text.example}\ncrawlform explain ${id} shows the fix.`,
      markdown: `${text.why}\n\n\`\`\`yaml\n${text.example}\`\`\`\n\n\`crawlform explain ${id}\` shows the fix.`,
    },
    defaultConfiguration: { level: levels[text.severity] },
  }
}

function resultJson(diagnostic: Diagnostic, prefix: string): object {
  const { message, help, related, fix } = diagnostic
  return {
    level: levels[diagnostic.severity],
    message: { text: help === undefined ? message : `${message}\n${help}` },
    locations: [{ physicalLocation: location(diagnostic, prefix) }],
    relatedLocations: related?.map((entry, id) => ({
      id,
      message: { text: entry.message },
      physicalLocation: location(entry.place, prefix),
    })),
    fixes: fix && [fixJson(fix, prefix)],
  }
}

function location(place: Place, prefix: string): object {
  return { artifactLocation: artifact(place.file, prefix), region: region(place) }
}

function artifact(file: string, prefix: string): object {
  return { uri: (prefix + file).split('/').map(encodeURIComponent).join('/') }
}

function region({ line, column, endLine, endColumn }: Place): object {
  return { startLine: line, startColumn: column, endLine, endColumn }
}

function fixJson(fix: Fix, prefix: string): object {
  const files = [...new Set(fix.edits.map((edit) => edit.place.file))]
  return {
    description: { text: fix.description },
    artifactChanges: files.map((file) => ({
      artifactLocation: artifact(file, prefix),
      replacements: fix.edits
        .filter((edit) => edit.place.file === file)
        .map((edit) => ({ deletedRegion: region(edit.place), insertedContent: { text: edit.text } })),
    })),
  }
}
