import type { Cli, CliOf } from '../arguments/command.ts'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { LOCAL } from '../../load/select-environment.ts'
import type { LoadedProject } from '../../load/load.ts'
import { renderLockJson, renderLockText, type LockReport, type LockResult } from '../../render/render-lock.ts'
import { formatPromptLock, LOCK_FILE, type LockedPrompt } from '../../resolve/prompt-lock.ts'
import { compareText } from '../../util/compare-text.ts'
import { plural } from '../../util/plural.ts'
import { printable } from '../../util/printable.ts'
import { chooseStyle } from '../output/terminal.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import { type Asked, askPrompts, choosePrompts, type CrawlQuestion, type LockChoice } from '../lock/lock.ts'
import { loadFromOptions, showDiagnostics, showErrors } from '../project/project.ts'
import { openService } from '../../session/open-service.ts'
import { replaceFile } from '../output/files.ts'
import { selectNames } from '../../session/select-names.ts'
import { writeReports } from '../output/output.ts'

export async function run(cli: CliOf<'lock'>): Promise<ExitStatus> {
  const { options } = cli
  const isCheck = options.flag('check') === true
  const loaded = loadFromOptions(cli, { ignoresLock: true })
  if (hasErrors(loaded.diagnostics)) {
    await showErrors(cli, loaded)
    return exitStatus.configuration
  }
  const choice = choose(cli, loaded)
  if (isCheck) return check(cli, loaded, choice)
  return lock(cli, loaded, choice)
}

function choose(cli: Cli, loaded: LoadedProject): LockChoice {
  const entries = loaded.lock?.entries ?? []
  const declared = new Set(loaded.resolved.map(({ name }) => name))
  const selected = selectNames(cli.args, [...declared, ...entries.map(({ crawl }) => crawl)], {
    declared: loaded.resolved,
  })
  const questions = questionsOf(loaded).filter(({ crawl }) => selected.has(crawl))
  const asking = new Set([...questions, ...entries].map(({ crawl }) => crawl))
  for (const name of cli.args) {
    if (declared.has(name) && !asking.has(name))
      cli.stderr.say(`The crawl "${printable(name)}" has no prompt: there is nothing to lock.\n`)
  }
  // Only old entries depend on the prompts of other environments.
  const others =
    entries.length === 0
      ? []
      : otherEnvironments(loaded).map((environment) => readEnvironment(cli, environment))
  return choosePrompts({
    entries,
    questions,
    declared,
    everywhere: [...questionsOf(loaded), ...others.flatMap((other) => other ?? [])],
    hasUnreadable: others.includes(undefined),
    selected,
    upgrade: cli.options.flag('upgrade') === true,
  })
}

function questionsOf({ resolved }: LoadedProject): readonly CrawlQuestion[] {
  return resolved.flatMap(({ name, question }) => (question === undefined ? [] : [{ crawl: name, question }]))
}

function otherEnvironments({ project, environment }: LoadedProject): readonly string[] {
  const names = new Set([LOCAL.name, ...Object.keys(project.environments)])
  names.delete(environment.name)
  return [...names]
}

/** Returns the prompts of another environment; undefined if it has errors, such as a variable that is not set here. */
function readEnvironment(cli: Cli, environment: string): readonly CrawlQuestion[] | undefined {
  const loaded = loadFromOptions(cli, { ignoresLock: true, environment })
  return hasErrors(loaded.diagnostics) ? undefined : questionsOf(loaded)
}

function check(cli: Cli, loaded: LoadedProject, choice: LockChoice): ExitStatus {
  const results = sortResults([
    ...choice.ask.map(({ crawl, question, before, because }): LockResult => ({
      crawl,
      url: question.url,
      action: before === undefined ? 'add' : 'update',
      because,
    })),
    ...unasked(choice),
  ])
  report(cli, { environment: loaded.environment.name, isCheck: true, isWritten: false, results })
  return choice.ask.length + choice.remove.length > 0 ? exitStatus.configuration : exitStatus.ok
}

async function lock(cli: Cli, loaded: LoadedProject, choice: LockChoice): Promise<ExitStatus> {
  const asked = choice.ask.length === 0 ? [] : await ask(cli, loaded, choice)
  const entries = [
    ...choice.keep,
    ...asked.flatMap((one) => ('entry' in one ? one.entry : (one.change.before ?? []))),
  ]
  const before = loaded.lock?.entries
  const isWritten = formatPromptLock(before ?? []) !== formatPromptLock(entries)
  if (isWritten) write(path.join(loaded.root, LOCK_FILE), formatPromptLock(entries))
  const results = sortResults([...asked.map(resultOf), ...unasked(choice)])
  report(cli, { environment: loaded.environment.name, isCheck: false, isWritten, results })
  if (cli.wasInterrupted()) return exitStatus.interrupted
  if (results.some(({ action }) => action === 'failed')) return explainFailures(cli, loaded)
  return isWritten ? showProblems(cli) : exitStatus.ok
}

function explainFailures(cli: Cli, { environment }: LoadedProject): ExitStatus {
  const lacksModel = environment.baseUrl === undefined && environment.embedded?.model === undefined
  if (lacksModel) {
    cli.stderr.say(
      [
        `  help: Name a language model for the environment "${printable(environment.name)}" in crawlform.yaml: any endpoint that speaks OpenAI's`,
        '        chat completions, as in "embedded: { model: { baseUrl: http://127.0.0.1:11434/v1, name: llama3.1 } }".',
        '        Or use another service: crawlform lock --env NAME.',
        '',
      ].join('\n'),
    )
  }
  return exitStatus.world
}

async function ask(cli: Cli, loaded: LoadedProject, { ask: changes }: LockChoice): Promise<readonly Asked[]> {
  const signal = cli.interruption()
  const service = await openService(cli, loaded, { records: [] })
  try {
    cli.stderr.say(`Asking ${service.client.description} about ${plural(changes.length, 'prompt')} ...\n`)
    return await askPrompts(service.client, changes, signal)
  } finally {
    await service.close()
  }
}

function write(file: string, text: string): void {
  if (existsSync(file)) replaceFile(file, text)
  else writeFileSync(file, text)
}

function resultOf(asked: Asked): LockResult {
  const { crawl, question, before, because } = asked.change
  const { url } = question
  const old = before === undefined ? {} : { before: before.options }
  if ('error' in asked) return { crawl, url, action: 'failed', because: asked.error, ...old }
  const { entry, leftOut } = asked
  const found = { options: entry.options, ...old, ...(leftOut.length === 0 ? {} : { leftOut }) }
  return { crawl, url, action: before === undefined ? 'add' : 'update', because, ...found }
}

/** Returns the changes of entries that need no question. */
function unasked({ remove, keep }: LockChoice): LockResult[] {
  return [
    ...remove.map(({ entry, because }): LockResult => ({
      ...named(entry),
      action: 'remove',
      because,
      before: entry.options,
    })),
    ...keep.map((entry): LockResult => ({
      ...named(entry),
      action: 'keep',
      because: 'unchanged',
      options: entry.options,
    })),
  ]
}

function named({ crawl, url }: LockedPrompt): { crawl: string; url: string } {
  return { crawl, url }
}

function sortResults(results: readonly LockResult[]): readonly LockResult[] {
  return results.toSorted((a, b) => compareText(a.crawl, b.crawl) || compareText(a.url, b.url))
}

function report(cli: Cli, about: LockReport): void {
  writeReports(cli, {
    text: () => renderLockText(about, chooseStyle(cli, 'stdout')),
    json: () => renderLockJson(about),
  })
}

/** Checks the settings of a language model now, because a refused one would stop the next plan. */
async function showProblems(cli: Cli): Promise<ExitStatus> {
  const loaded = loadFromOptions(cli)
  const diagnostics = loaded.diagnostics.filter(({ file }) => file === LOCK_FILE)
  if (diagnostics.length > 0) await showDiagnostics(cli, { ...loaded, diagnostics })
  return hasErrors(diagnostics) ? exitStatus.configuration : exitStatus.ok
}
