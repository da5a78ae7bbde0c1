import type { Cli, CliOf } from '../arguments/command.ts'
import type { CrawlClient } from '../../client/client.ts'
import { ClientError } from '../../client/crawl-client.ts'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { diskFiles } from '../../load/disk-files.ts'
import { findRoot, rememberedFiles } from '../../load/file-source.ts'
import { LOCAL } from '../../load/load-project-file.ts'
import type { LoadedProject } from '../../load/load.ts'
import { type LockReport, type LockResult, renderLockJson, renderLockText } from '../../render/render-lock.ts'
import { answers, formatPromptLock, LOCK_FILE, LOCKABLE } from '../../resolve/prompt-lock.ts'
import type { LockedPrompt } from '../../resolve/prompt-lock.ts'
import type { PromptQuestion } from '../../resolve/resolved-crawl.ts'
import { schemaErrors } from '../../schema/validators.ts'
import { absoluteUrl } from '../../scope/page-url.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { sha256 } from '../../util/sha256.ts'
import { compareText, plural, printable } from '../../util/text.ts'
import { chooseStyle } from '../output/terminal.ts'
import { type ExitStatus, exitStatus } from '../process/failures.ts'
import { loadFromOptions, showDiagnostics, refuse } from '../project/project.ts'
import { openService } from '../../session/open-service.ts'
import { readText, rewriteFiles } from '../project/rewrite-files.ts'
import { selectNames } from '../../session/select-names.ts'
import { writeReports } from '../output/output.ts'

export async function run(cli: CliOf<'lock'>): Promise<ExitStatus> {
  const place = findRoot(cli.cwd)
  const files = rememberedFiles(diskFiles(place))
  const loaded = loadFromOptions(cli, { ignoresLock: true, directory: place.root, files })
  if (hasErrors(loaded.diagnostics)) return refuse(cli, loaded)
  const choice = choose(cli, loaded)
  if (cli.options.flag('check')) return check(cli, loaded, choice)
  const before = readText(files, LOCK_FILE)
  return lock(cli, loaded, choice, (after) => rewriteFiles(place, [{ name: LOCK_FILE, before, after }]))
}

/** A crawl's prompt in one environment. */
interface CrawlQuestion {
  readonly crawl: string
  readonly question: PromptQuestion
}

/** A prompt to ask; `before` is the entry that its answer replaces. */
interface LockChange extends CrawlQuestion {
  readonly before: LockedPrompt | undefined
  readonly because: string
}

/** One change of the lock, and the entry that it leaves; undefined if it leaves none. */
interface NextEntry {
  readonly entry: LockedPrompt | undefined
  readonly result: LockResult
}

interface LockChoice {
  readonly ask: readonly LockChange[]
  /** The entries that are not asked about, each kept or removed. */
  readonly unasked: readonly NextEntry[]
}

/** Returns the prompts to ask, and the entries to keep and to remove, so that the lock answers exactly the files' prompts. */
function choose(cli: Cli, loaded: LoadedProject): LockChoice {
  const written = loaded.lock?.entries ?? []
  const declared = new Set(loaded.resolved.map(({ name }) => name))
  const selected = selectNames(cli.args, [...declared, ...written.map(({ crawl }) => crawl)], {
    declared: loaded.resolved,
  })
  const { entries, formerNames } = withNewNames(written, loaded, selected)
  const all = questionsOf(loaded)
  const questions = all.filter(({ crawl }) => selected.has(crawl))
  const asking = new Set([...questions, ...entries].map(({ crawl }) => crawl))
  for (const name of cli.args) {
    if (declared.has(name) && !asking.has(name))
      cli.stderr.say(`The crawl "${printable(name)}" has no prompt: there is nothing to lock.\n`)
  }
  // Only old entries depend on the prompts of other environments.
  const others = entries.length === 0 ? [] : otherQuestions(cli, loaded)
  const everywhere = [...all, ...others.flatMap((other) => other ?? [])]
  const facts = { declared, hasUnreadable: others.includes(undefined) }
  const unused = new Map(
    entries.flatMap((entry) => {
      const because = selected.has(entry.crawl) ? whyUnused(entry, everywhere, facts) : undefined
      return because === undefined ? [] : [[entry, because] as const]
    }),
  )
  const replaced = new Set<LockedPrompt>()
  const upgrade = cli.options.flag('upgrade')
  const ask = questions.flatMap(({ crawl, question }): LockChange[] => {
    const current = entries.find((entry) => answers(entry, crawl, question))
    if (current !== undefined && !upgrade) return []
    const before = current ?? [...unused.keys()].find((entry) => entry.crawl === crawl)
    if (before !== undefined) replaced.add(before)
    return [{ crawl, question, before, because: reasonToAsk(before, question) }]
  })
  const unasked = entries
    .filter((entry) => !replaced.has(entry))
    .map((entry): NextEntry => {
      const { crawl, url, options } = entry
      const because = unused.get(entry)
      const former = formerNames.get(entry)
      if (because === undefined && former !== undefined)
        return { entry, result: { crawl, url, action: 'rename', because: `renamed from ${former}`, options } }
      return because === undefined
        ? { entry, result: { crawl, url, action: 'keep', because: 'unchanged', options } }
        : { entry: undefined, result: { crawl, url, action: 'remove', because, before: options } }
    })
  return { ask: ask.toSorted((a, b) => compareText(a.crawl, b.crawl)), unasked }
}

/** Gives entries of renamed crawls their new names: the prompts are the same, so the service is not asked again. */
function withNewNames(
  written: readonly LockedPrompt[],
  { resolved }: LoadedProject,
  selected: ReadonlySet<string>,
) {
  const locked = new Set(written.map(({ crawl }) => crawl))
  const renamed = resolved.filter(({ name }) => selected.has(name) && !locked.has(name))
  const newNames = new Map(renamed.flatMap(({ name, was }) => (was === undefined ? [] : [[was, name]])))
  const formerNames = new Map<LockedPrompt, string>()
  const entries = written.map((entry) => {
    const crawl = newNames.get(entry.crawl)
    if (crawl === undefined) return entry
    const moved = { ...entry, crawl }
    formerNames.set(moved, entry.crawl)
    return moved
  })
  return { entries, formerNames }
}

function reasonToAsk(before: LockedPrompt | undefined, question: PromptQuestion): string {
  if (before === undefined) return 'not locked yet'
  if (before.url !== question.url) return 'the start URL changed'
  return answers(before, before.crawl, question) ? 'asked again' : 'the prompt changed'
}

/** `hasUnreadable`: some environment cannot be read, so it may use any entry of a crawl with a prompt. */
function whyUnused(
  entry: LockedPrompt,
  everywhere: readonly CrawlQuestion[],
  { declared, hasUnreadable }: { readonly declared: ReadonlySet<string>; readonly hasUnreadable: boolean },
): string | undefined {
  const questions = everywhere.filter(({ crawl }) => crawl === entry.crawl)
  if (questions.some(({ question }) => answers(entry, entry.crawl, question))) return undefined
  if (hasUnreadable && declared.has(entry.crawl)) return undefined
  if (questions.length > 0) return 'no environment has this prompt and start URL'
  return declared.has(entry.crawl) ? 'the crawl has no prompt' : 'there is no such crawl'
}

function questionsOf({ resolved }: LoadedProject): readonly CrawlQuestion[] {
  return resolved.flatMap(({ name, question }) => (question === undefined ? [] : [{ crawl: name, question }]))
}

/** Returns the prompts of each other environment; undefined for one with errors, such as a variable that is not set here. */
function otherQuestions(cli: Cli, { project, environment: own }: LoadedProject) {
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
  const kept = unasked.map(({ result }) => result)
  const isCurrent = kept.every(({ action }) => action === 'keep') && ask.length === 0
  report(cli, loaded, { isCheck: true, isWritten: false, results: [...unanswered, ...kept] })
  return isCurrent ? exitStatus.ok : exitStatus.configuration
}

async function lock(
  cli: Cli,
  loaded: LoadedProject,
  choice: LockChoice,
  write: (text: string) => void,
): Promise<ExitStatus> {
  const answered = choice.ask.length === 0 ? [] : await askService(cli, loaded, choice.ask)
  const next = [...answered, ...choice.unasked]
  const text = formatPromptLock(next.flatMap(({ entry }) => entry ?? []))
  const isWritten = formatPromptLock(loaded.lock?.entries ?? []) !== text
  if (isWritten) write(text)
  const results = next.map(({ result }) => result)
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
  return exitStatus.external
}

async function askService(cli: Cli, loaded: LoadedProject, changes: LockChoice['ask']) {
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

/** Questions asked at once: an answer takes seconds, and services limit their rate. */
const AT_ONCE = 4

/** Failures that every further question would cause too. */
const FINAL = new Set(['unreachable', 'unauthorized', 'not-found', 'bad-settings', 'aborted'])

/** Asks the service once for each change, in order. It stops after a failure that would affect every question. */
async function askPrompts(
  client: Pick<CrawlClient, 'previewParams'>,
  changes: readonly LockChange[],
  signal: AbortSignal,
): Promise<readonly NextEntry[]> {
  const results = new Map<LockChange, NextEntry>()
  const waiting = [...changes]
  let fatal: string | undefined
  const work = async (): Promise<void> => {
    for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
      if (signal.aborted) fatal ??= 'interrupted'
      try {
        const answered = fatal === undefined ? await askOne(client, change, signal) : `not asked: ${fatal}`
        results.set(change, typeof answered === 'string' ? failedOf(change, answered) : answered)
      } catch (error) {
        if (!(error instanceof ClientError)) throw error
        results.set(change, failedOf(change, error.message))
        if (FINAL.has(error.code)) fatal ??= error.message
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return changes.flatMap((change) => results.get(change) ?? [])
}

/** Returns the outcome of a change that the service did not answer: the earlier entry stays. */
function failedOf(change: LockChange, because: string): NextEntry {
  return { entry: change.before, result: { ...resultOf(change), action: 'failed', because } }
}

/** Returns the change as it is shown before the service has answered. */
function resultOf({ crawl, question, before, because }: LockChange): LockResult {
  return {
    crawl,
    url: question.url,
    action: before === undefined ? 'add' : 'update',
    because,
    ...(before === undefined ? {} : { before: before.options }),
  }
}

async function askOne(client: Pick<CrawlClient, 'previewParams'>, change: LockChange, signal: AbortSignal) {
  const { crawl, question } = change
  // A preview needs the scheme that a crawl may leave out.
  const url = absoluteUrl(question.url)
  const answer = await client.previewParams({ url, prompt: question.prompt }, { signal })
  const { options, leftOut } = acceptAnswer(answer)
  return {
    entry: { crawl, url: question.url, promptDigest: sha256(question.prompt), options },
    result: { ...resultOf(change), options, ...(leftOut.length === 0 ? {} : { leftOut }) },
  }
}

/** Returns the valid settings of the answer to a prompt, and the others with the reason: it comes from a language model. */
function acceptAnswer(answer: JsonObject) {
  const options: Record<string, Json> = {}
  const leftOut: { setting: string; value: Json; because: string }[] = []
  for (const [setting, value] of Object.entries(answer)) {
    // The answer repeats the question, and a model writes null for settings that it does not decide.
    if (setting === 'url' || setting === 'prompt' || value === null) continue
    const because = whyNot(setting, value)
    if (because === undefined) options[setting] = value
    else leftOut.push({ setting, value, because })
  }
  return { options, leftOut }
}

function whyNot(setting: string, value: Json): string | undefined {
  if (!LOCKABLE.some((name) => name === setting)) return 'not a setting that a prompt can set'
  if (schemaErrors('request-v2', { url: 'https://example.com/', [setting]: value }).length > 0)
    return 'not a valid value for the setting'
  return JSON.stringify(value).includes('${secret:') ? 'it refers to a secret' : undefined
}
