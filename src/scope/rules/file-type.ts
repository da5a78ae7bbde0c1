import { skippedFileType } from '../file-type.ts'
import type { ScopeRule } from '../scope-rule.ts'

/** Refuses images, styles, scripts, archives and other files that are not pages. */
export const fileTypeRule: ScopeRule = {
  reason: 'file-type',
  passes: ({ page }) => skippedFileType(page.path) === undefined,
  explain: ({ page }) => {
    const extension = skippedFileType(page.path)
    return {
      detail:
        extension === undefined
          ? 'the path does not name a skipped file type'
          : `.${extension} files are skipped`,
    }
  },
  remedy: ({ page }) =>
    `write a separate crawl for it: no setting follows links to .${skippedFileType(page.path)} files`,
}
