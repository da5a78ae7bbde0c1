import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordUnrecorded } from '../apply/record-unrecorded.ts'
import type { JobRecord } from '../state/recorded-state.ts'
import { StateError, type StateBackend } from '../state/state.ts'
import { formatUnrecorded, parseUnrecorded, type UnrecordedState } from '../state/unrecorded-state.ts'
import { updateState } from '../state/update-state.ts'
import { hasCode } from '../util/has-code.ts'
import { makeDirectory } from '../util/make-directory.ts'
import { plural } from '../util/plural.ts'
import { printable } from '../util/printable.ts'
import { shellQuote } from '../util/shell-quote.ts'
import type { Surroundings } from './surroundings.ts'
import { makeOwnDirectory, ownDirectory } from './own-directory.ts'

/** Known outcomes that could not be recorded, in the file that keeps them. */
export interface KeptOutcomes extends UnrecordedState {
  readonly file: string
}

/** `errored-state.json`, and with a number for those of later runs. */
const KEPT_FILE = /^errored-state(?:-\d+)?\.json$/

/**
 * Keeps outcomes that could not be stored in `errored-state.json`, beside those of earlier runs, and names the command that
 * records them. Until then the record has these crawls in doubt, so none is submitted twice.
 */
export function keepOutcomes(
  around: Pick<Surroundings, 'notice' | 'program'>,
  root: string,
  { environment, records }: { readonly environment: string; readonly records: readonly JobRecord[] },
): void {
  const content = formatUnrecorded({ environment, records })
  const what = `What became of ${plural(records.length, 'submission')} could not be recorded`
  const command = recordCommand(around, environment)
  try {
    makeOwnDirectory(root)
    const file = writeBeside(ownDirectory(root), content)
    around.notice(`${what}; it is kept in ${printable(file)}. To record it, run:\n  ${command}`)
  } catch {
    // The disk fails, so the log is the last place for it.
    around.notice(
      `${what}, and no file could be written. Save what follows as ${printable(join(ownDirectory(root), 'errored-state.json'))}, then run:\n  ${command}\n${content.trimEnd()}`,
    )
  }
}

/** Says so when earlier runs left outcomes of this environment that are not recorded yet. */
export function remindOfKept(
  around: Pick<Surroundings, 'notice' | 'program'>,
  root: string,
  environment: string,
): void {
  try {
    for (const { file, records } of readKept(root, environment)) {
      around.notice(
        `What became of ${plural(records.length, 'submission')} is kept in ${printable(file)} and not recorded. To record it, run:\n  ${recordCommand(around, environment)}`,
      )
    }
  } catch (error) {
    // The plan is still true.
    if (!(error instanceof StateError)) throw error
    around.notice(printable(error.message))
  }
}

/**
 * Returns what earlier runs left of one environment, in the order in which it was left.
 * @throws {StateError} for a file that cannot be read
 */
export function readKept(root: string, environment: string): readonly KeptOutcomes[] {
  const directory = ownDirectory(root)
  return namesIn(directory)
    .map((name) => join(directory, name))
    .map((file) => ({ file, ...parseUnrecorded(readFileSync(file, 'utf8'), file) }))
    .filter((kept) => kept.environment === environment)
}

/** Records what earlier runs left of one environment. Returns what was recorded. */
export async function recordKept(
  { clock }: Pick<Surroundings, 'clock'>,
  root: string,
  backend: StateBackend,
): Promise<readonly KeptOutcomes[]> {
  const recorded: KeptOutcomes[] = []
  for (const kept of readKept(root, backend.environment)) {
    await updateState(backend, (records) => recordUnrecorded(records, kept.records), { clock })
    rmSync(kept.file)
    recorded.push(kept)
  }
  return recorded
}

function recordCommand(
  { program = 'crawlform' }: Pick<Surroundings, 'program'>,
  environment: string,
): string {
  return `${program} state reconcile --env ${shellQuote(environment)}`
}

/** Returns the first name that is free: no earlier file is ever written over. */
function writeBeside(directory: string, content: string): string {
  makeDirectory(directory)
  for (let number = 1; ; number += 1) {
    const file = join(directory, `errored-state${number === 1 ? '' : `-${number}`}.json`)
    try {
      const descriptor = openSync(file, 'wx', 0o600)
      writeWhole(file, descriptor, content)
      return file
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
  }
}

/** Writes the file whole or not at all: half a file could not be read. */
function writeWhole(file: string, descriptor: number, content: string): void {
  try {
    writeFileSync(descriptor, content)
    fsyncSync(descriptor)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    const numberOf = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 1)
    return readdirSync(directory)
      .filter((name) => KEPT_FILE.test(name))
      .toSorted((a, b) => numberOf(a) - numberOf(b))
  } catch {
    // No directory means that nothing was left.
    return []
  }
}
