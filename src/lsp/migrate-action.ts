import { type CodeAction, CodeActionKind } from 'vscode-languageserver/node'
import { migrateText } from '../migrate/migrate-text.ts'
import { plural } from '../util/plural.ts'
import type { TextPlaces } from './text-places.ts'

/** Offers to rewrite a crawl file of version 0 or 1, as `crawlform migrate --write` does. */
export function migrateAction(text: TextPlaces): readonly CodeAction[] {
  const { text: after, changes } = migrateText(text.file, text.body)
  if (after === text.body) return []
  const lossy = changes.filter(({ exact }) => !exact).length
  const loss = lossy === 0 ? '' : `, ${lossy} of them not exactly`
  return [
    {
      title: `Migrate this file to version 2 (${plural(changes.length, 'setting')}${loss})`,
      kind: CodeActionKind.RefactorRewrite,
      edit: { changes: { [text.uri]: [text.editTo(after)] } },
    },
  ]
}
