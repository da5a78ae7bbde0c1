import { refName } from './git-ref.ts'
import type { JobRecord, RecordedState } from './recorded-state.ts'

/** Matches the names of `recordFile` and `oldRecordFile`. */
export const RECORD_FILE = /^[\w%-]+(?:\.project(?:\.[\w%-]+)*)?\.json$/

/**
 * Returns the file of a project's record.
 * @param folders from the top of the repository to the project, as `refName` writes them. A crawlform that knows only
 *   `oldRecordFile` refuses a ref with this file, so it cannot pay for the crawls again.
 */
export function recordFile(environment: string, folders: readonly string[]): string {
  return [refName(environment), 'project', ...folders, 'json'].join('.')
}

/** Returns the file that all projects of a repository shared before. Nothing writes it any more. */
export function oldRecordFile(environment: string): string {
  return `${refName(environment)}.json`
}

/** Returns the old record with only the crawls in `declared`, or with all when that is not known. */
export function withDeclared(
  old: RecordedState,
  declared: ReadonlySet<string> | undefined,
): RecordedState | undefined {
  const records =
    declared === undefined ? old.records : old.records.filter(({ crawl }) => declared.has(crawl))
  return records.length === 0 ? undefined : { ...old, records }
}

/** Returns the line that says which crawls were taken over, and which were left. */
export function describeTakeover(
  file: string,
  old: readonly JobRecord[],
  taken: readonly JobRecord[],
): string {
  const names = (records: readonly JobRecord[]): string => records.map(({ crawl }) => `"${crawl}"`).join(', ')
  const left = old.filter((record) => !taken.includes(record))
  const rest =
    left.length === 0 ? '' : ` It also holds crawls that this project does not declare: ${names(left)}.`
  return `Took over ${names(taken)} from ${file}, the old record that all projects of this repository shared. It was not changed.${rest}`
}
