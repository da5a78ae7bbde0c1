import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordUnrecorded } from '../apply/record-changes.ts'
import { settleCommand } from '../render/plan-view.ts'
import { type StateBackend, StateError } from '../state/state.ts'
import { formatUnrecorded, parseUnrecorded, type UnrecordedState } from '../state/parse-state.ts'
import { updateState } from '../state/update-state.ts'
import { hasCode } from '../util/has-code.ts'
import { makeDirectory, readRegular } from '../util/files.ts'
import { plural, printable } from '../util/text.ts'
import type { SessionDependencies } from './session-dependencies.ts'
import { makeOwnDirectory, ownDirectory } from './own-directory.ts'

/** Known outcomes that could not be recorded, and their file. */
export interface PendingOutcomes extends UnrecordedState {
  readonly file: string
}

/** `errored-state.json`, or with a number for later runs. */
const PENDING_FILE = /^errored-state(?:-\d+)?\.json$/

/**
 * Saves outcomes that could not be recorded in `errored-state.json`, next to those of earlier runs, and names the command that
 * records them. Until then these crawls are in doubt in the record, so they are not submitted twice.
 */
export function keepPending(deps: SessionDependencies, root: string, unrecorded: UnrecordedState): void {
  const { environment, records } = unrecorded
  const content = formatUnrecorded(unrecorded)
  const what = `The outcome of ${plural(records.length, 'submission')} could not be recorded`
  const command = settleCommand(environment)
  try {
    makeOwnDirectory(root)
    const file = writeToFreeName(ownDirectory(root), content)
    deps.notice(`${what}; it is kept in ${printable(file)}. To record it, run:\n  ${command}`)
  } catch {
    // The disk fails, so only the log can keep it.
    deps.notice(
      `${what}, and no file could be written. Save the text below as ${printable(join(ownDirectory(root), 'errored-state.json'))}, then run:\n  ${command}\n${content.trimEnd()}`,
    )
  }
}

/** Reports outcomes of this environment that earlier runs left unrecorded. */
export function remindOfPending(deps: SessionDependencies, root: string, environment: string): void {
  try {
    for (const { file, records } of readPending(root, environment)) {
      deps.notice(
        `The outcome of ${plural(records.length, 'submission')} is kept in ${printable(file)} but not recorded. To record it, run:\n  ${settleCommand(environment)}`,
      )
    }
  } catch (error) {
    // The plan is still valid.
    if (!(error instanceof StateError)) throw error
    deps.notice(printable(error.message))
  }
}

/**
 * Returns the pending outcomes of one environment, oldest first.
 * @throws {StateError} for a file that cannot be read
 */
export function readPending(root: string, environment: string): readonly PendingOutcomes[] {
  const directory = ownDirectory(root)
  return namesIn(directory)
    .map((name) => join(directory, name))
    .map((file) => ({ file, ...parseUnrecorded(readRegular(file).toString('utf8'), file) }))
    .filter((pending) => pending.environment === environment)
}

/** Records the pending outcomes of one environment, and returns them. */
export async function recordPending(
  deps: Pick<SessionDependencies, 'clock'>,
  root: string,
  backend: StateBackend,
): Promise<readonly PendingOutcomes[]> {
  const recorded: PendingOutcomes[] = []
  for (const pending of readPending(root, backend.environment)) {
    await updateState(backend, (records) => recordUnrecorded(records, pending.records), deps)
    rmSync(pending.file)
    recorded.push(pending)
  }
  return recorded
}

/** Writes to the first free name, because earlier files are never overwritten. */
function writeToFreeName(directory: string, content: string): string {
  makeDirectory(directory)
  for (let number = 1; ; number += 1) {
    const file = join(directory, `errored-state${number === 1 ? '' : `-${number}`}.json`)
    try {
      writeFileSync(file, content, { flag: 'wx', mode: 0o600, flush: true })
      return file
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue
      // A partial file could not be read.
      rmSync(file, { force: true })
      throw error
    }
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    const numberOf = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 1)
    return readdirSync(directory)
      .filter((name) => PENDING_FILE.test(name))
      .toSorted((a, b) => numberOf(a) - numberOf(b))
  } catch {
    // Without the directory nothing is pending.
    return []
  }
}
