import type { Cli, CliOf } from '../arguments/command.ts'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { LOCAL } from '../../load/select-environment.ts'
import type { LoadedProject } from '../../load/load.ts'
import { renderLockJson, renderLockText, type LockReport } from '../../render/render-lock.ts'
import { formatPromptLock, LOCK_FILE } from '../../resolve/prompt-lock.ts'
import { compareText, plural, printable } from '../../util/text.ts'
import { chooseStyle } from '../output/terminal.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import { askPrompts, choosePrompts, resultOf } from '../lock/lock.ts'
import type { CrawlQuestion, LockChoice, PromptAnswer } from '../lock/lock.ts'
import { loadFromOptions, showDiagnostics, refuse } from '../project/project.ts'
import { openService } from '../../session/open-service.ts'
import { replaceFile } from '../output/files.ts'
import { selectNames } from '../../session/select-names.ts'
import { writeReports } from '../output/output.ts'

export async function run(cli: CliOf<'lock'>): Promise<ExitStatus> {
  const loaded = loadFromOptions(cli, { ignoresLock: true })
  if (hasErrors(loaded.diagnostics)) return refuse(cli, loaded)
  const choice = choose(cli, loaded)
  return cli.options.flag('check') === true ? check(cli, loaded, choice) : lock(cli, loaded, choice)
}

function choose(cli: Cli, loaded: LoadedProject): LockChoice {
  const entries = loaded.lock?.entries ?? []
  const declared = new Set(loaded.resolved.map(({ name }) => name))
  const selected = selectNames(cli.args, [...declared, ...entries.map(({ crawl }) => crawl)], {
    declared: loaded.resolved,
  })
  const all = questionsOf(loaded)
  const questions = all.filter(({ crawl }) => selected.has(crawl))
  const asking = new Set([...questions, ...entries].map(({ crawl }) => crawl))
  for (const name of cli.args) {
    if (declared.has(name) && !asking.has(name))
      cli.stderr.say(`The crawl "${printable(name)}" has no prompt: there is nothing to lock.\n`)
  }
  // Only old entries depend on the prompts of other environments.
  const others = entries.length === 0 ? [] : otherQuestions(cli, loaded)
  return choosePrompts({
    entries,
    questions,
    declared,
    everywhere: [...all, ...others.flatMap((other) => other ?? [])],
    hasUnreadable: others.includes(undefined),
    selected,
    upgrade: cli.options.flag('upgrade') === true,
  })
}

function questionsOf({ resolved }: LoadedProject): readonly CrawlQuestion[] {
  return resolved.flatMap(({ name, question }) => (question === undefined ? [] : [{ crawl: name, question }]))
}

/** Returns the prompts of each other environment; undefined for one with errors, such as a variable that is not set here. */
function otherQuestions(
  cli: Cli,
  { project, environment: own }: LoadedProject,
): readonly (readonly CrawlQuestion[] | undefined)[] {
  const names = new Set([LOCAL.name, ...Object.keys(project.environments)])
  names.delete(own.name)
  return [...names].map((environment) => {
    const loaded = loadFromOptions(cli, { ignoresLock: true, environment })
    return hasErrors(loaded.diagnostics) ? undefined : questionsOf(loaded)
  })
}

/** Shows what would change. The earlier entries are shown only with their answers. */
function check(cli: Cli, loaded: LoadedProject, { ask, unasked }: LockChoice): ExitStatus {
  const unanswered = ask.map(resultOf).map(({ before: _before, ...result }) => result)
  const isCurrent = unasked.every(({ action }) => action === 'keep') && ask.length === 0
  report(cli, loaded, { isCheck: true, isWritten: false, results: [...unanswered, ...unasked] })
  return isCurrent ? exitStatus.ok : exitStatus.configuration
}

async function lock(cli: Cli, loaded: LoadedProject, choice: LockChoice): Promise<ExitStatus> {
  const answered = choice.ask.length === 0 ? [] : await askService(cli, loaded, choice.ask)
  const text = formatPromptLock([...choice.keep, ...answered.flatMap(({ entry }) => entry ?? [])])
  const isWritten = formatPromptLock(loaded.lock?.entries ?? []) !== text
  const file = path.join(loaded.root, LOCK_FILE)
  if (isWritten && existsSync(file)) replaceFile(file, text)
  else if (isWritten) writeFileSync(file, text)
  const results = [...answered.map(({ result }) => result), ...choice.unasked]
  report(cli, loaded, { isCheck: false, isWritten, results })
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

async function askService(
  cli: Cli,
  loaded: LoadedProject,
  changes: LockChoice['ask'],
): Promise<readonly PromptAnswer[]> {
  const signal = cli.interruption()
  const service = await openService(cli, loaded, { records: [] })
  try {
    cli.stderr.say(`Asking ${service.client.description} about ${plural(changes.length, 'prompt')} ...\n`)
    return await askPrompts(service.client, changes, signal)
  } finally {
    await service.close()
  }
}

function report(cli: Cli, { environment }: LoadedProject, made: Omit<LockReport, 'environment'>): void {
  const results = made.results.toSorted((a, b) => compareText(a.crawl, b.crawl) || compareText(a.url, b.url))
  const about = { ...made, environment: environment.name, results }
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
