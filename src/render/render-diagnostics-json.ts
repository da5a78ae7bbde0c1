import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import { countProblems, type Checked } from './count-problems.ts'

/** Returns the JSON of `validate`. Format version 1 may get new members and never loses one. */
export function renderDiagnosticsJson(diagnostics: readonly Diagnostic[], checked: Checked): string {
  const { errors, warnings } = countProblems(diagnostics)
  const report = {
    formatVersion: 1,
    diagnostics: diagnostics.map((diagnostic) => diagnosticJson(diagnostic)),
    summary: { files: checked.files, crawls: checked.crawls, errors, warnings },
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

/** Returns one diagnostic with its members in a fixed order. JSON has no members that are undefined. */
function diagnosticJson(diagnostic: Diagnostic): object {
  const { rule, severity, message, help, pointer, related, fix } = diagnostic
  return {
    rule,
    severity,
    message,
    help,
    ...placeJson(diagnostic),
    pointer,
    related: related?.map(({ message: about, place }) => ({ message: about, ...placeJson(place) })),
    fix: fix && {
      description: fix.description,
      edits: fix.edits.map((edit) => ({ ...placeJson(edit.place), text: edit.text })),
    },
  }
}

function placeJson({ file, line, column, endLine, endColumn }: Place): Place {
  return { file, line, column, endLine, endColumn }
}
