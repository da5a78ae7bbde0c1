import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Unread } from './file-source.ts'
import { startOf } from './find-crawl-files.ts'

/** Returns a diagnostic with the reason why a file of the project, or a typed file, was not read. */
export function reportUnread(path: string, why: Unread): Diagnostic {
  const place = startOf(path)
  switch (why) {
    case 'missing':
      return diagnose('project/no-such-path', { path }, place)
    case 'outside':
      return diagnose('project/outside-repository', { path }, place)
    case 'dead-link':
      return diagnose('project/dead-link', { path }, place)
    case 'misnamed':
      return diagnose('project/name-not-utf8', { path }, place)
    case 'special':
      return diagnose('project/not-a-file', { path }, place)
  }
}
