import { readProxySettings } from '../../util/network.ts'
import type { Cli, CliOf } from '../arguments/command.ts'
import { readName } from '../arguments/read-option.ts'
import { factsOf } from '../../diagnostics/diagnostic.ts'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { ciSystems, editors } from '../init/init-answers.ts'
import type { CiSystem, InitAnswers, InitFile, InitPlace, NewCrawl } from '../init/init-answers.ts'
import { ignoreOwn, initFiles, readStartUrl, suggestName } from '../init/init.ts'
import { diskFiles } from '../../load/disk-files.ts'
import { PROJECT_FILE } from '../../load/file-source.ts'
import { parseFile } from '../../document/document.ts'
import { hasScheme } from '../../scope/page-url.ts'
import { isCrawlName } from '../../schema/is-crawl-name.ts'
import { makeDirectory, readRegular, writeInPlace } from '../../util/files.ts'
import { printable } from '../../util/text.ts'
import { validateCrawl } from '../../validate/validate.ts'
import { readText, rewriteFiles } from '../project/rewrite-files.ts'
import { Ended, exitStatus, UsageError } from '../process/failures.ts'
import { noteUndeclared } from '../project/crawl-files.ts'
import {
  findLocked,
  hasSchemas,
  installerAt,
  keepSchemas,
  pathToTop,
  schemaFolder,
} from '../project/installation.ts'
import { loadProjectFile } from '../../load/load-project-file.ts'
import { outputOf } from '../../git/git.ts'
import { packageVersion } from '../../util/package-file.ts'

export async function run(cli: CliOf<'init'>): Promise<void> {
  const hasProject = existsSync(path.join(cli.cwd, PROJECT_FILE))
  if (hasProject)
    cli.stderr.say(
      `This directory already has a project. Existing files are kept, and missing files are added.\n`,
    )
  const answers = await findAnswers(cli, hasProject)
  const { cwd: directory } = cli
  const place = findPlace(directory)
  const files = initFiles(answers, place)
  const left = files.filter((file) => existsSync(path.join(directory, file.path)))
  const fresh = files.filter((file) => !left.includes(file))
  checkPlaces(directory, fresh)
  const ignore = addIgnored(directory)
  for (const file of fresh) {
    const target = path.join(directory, file.path)
    makeDirectory(path.dirname(target))
    writeInPlace(target, file.text)
  }
  const lines = [
    ...fresh.map((file) => `created  ${file.path}`),
    ignore(),
    ...left.map((file) => `exists   ${file.path}, kept`),
  ]
  cli.stdout.say(lines.map((line) => `${printable(line)}\n`).join(''))
  keepSchemas(cli.env, directory)
  const crawl = answers.crawl && `crawls/${answers.crawl.name}.yaml`
  if (crawl !== undefined) noteUndeclared(cli, directory, crawl)
  for (const file of left) cli.stderr.say(linesToAdd(directory, file, place))
  cli.stderr.say(nextSteps(cli, answers.ci))
}

function findPlace(directory: string): InitPlace {
  const up = pathToTop(directory) ?? ''
  const top = path.join(directory, up)
  /** Returns a folder as seen from the top: empty, or ending in `/`. */
  const fromTop = (folder: string): string => {
    const relative = path.relative(top, path.join(directory, folder)).replaceAll(path.sep, '/')
    return relative === '' ? '' : `${relative}/`
  }
  const locked = findLocked(directory)
  const source =
    locked === undefined
      ? { version: packageVersion() }
      : {
          installer: locked.installer,
          folder: fromTop(locked.folder),
          modules: locked.modules === undefined ? undefined : fromTop(locked.modules),
        }
  const files = diskFiles({ root: directory, repository: top })
  const { spec } = loadProjectFile({ files, stdin: undefined, fatal: [], sources: new Map() })
  return { prefix: fromTop(''), up, crawls: spec.crawls, schemas: schemaFolder(directory), source }
}

/**
 * Checks the places of all files before any is written.
 * @throws when a file cannot be created
 */
function checkPlaces(directory: string, files: readonly { readonly path: string }[]): void {
  const isDirectory = (name: string) =>
    statSync(path.join(directory, name), { throwIfNoEntry: false })?.isDirectory()
  const parents = files.flatMap((file) =>
    file.path
      .split('/')
      .slice(0, -1)
      .map((_, index, all) => all.slice(0, index + 1).join('/')),
  )
  const parent = parents.find((name) => isDirectory(name) === false)
  const problem =
    parent === undefined
      ? isDirectory('.gitignore') === true &&
        '".gitignore" is a directory, but init adds a line to a file of this name'
      : `"${parent}" is not a directory, but init needs a directory of this name`
  if (problem !== false)
    throw Object.assign(new Error(`${problem}. Nothing was written.`), {
      code: 'EEXIST',
      help: 'Move it away, or begin the project in another directory with -C.',
    })
}

/** Reads `.gitignore`, the one file that may exist already. Returns what adds our entries to it. */
function addIgnored(directory: string): () => string {
  const place = { root: directory, repository: path.join(directory, pathToTop(directory) ?? '') }
  const name = '.gitignore'
  const before = readText(diskFiles(place), name)
  const { added, text } = ignoreOwn(before ?? '')
  return () => {
    if (added.length === 0) return 'exists   .gitignore, with all entries'
    rewriteFiles(place, [{ name, before, after: text }])
    return before === undefined ? 'created  .gitignore' : `added    ${added.join(', ')} to .gitignore`
  }
}

/** Returns the choices from options, from a person's answers and from defaults. @throws {Ended} */
async function findAnswers(cli: Cli, hasProject: boolean): Promise<InitAnswers> {
  const { options } = cli
  const isAsking = cli.stdin.isTerminal && cli.stderr.isTerminal && !options.flag('yes')
  const wantsCrawl = !hasProject || options.text('url') !== undefined || options.text('name') !== undefined
  /** Asks for one of `among`; an empty answer, or no terminal, means `usual`. */
  const choose = async <T extends string>(name: string, question: string, among: readonly T[], usual: T) => {
    const prompt = async () =>
      ask(cli, `${question} (${among.join(', ')}) [${usual}]`, (text) =>
        text === '' || among.some((one) => one === text) ? undefined : `one of: ${among.join(', ')}`,
      )
    const answer = options.text(name) ?? (isAsking ? await prompt() : usual)
    return among.find((one) => one === answer) ?? usual
  }
  return {
    crawl: wantsCrawl ? await findCrawl(cli, isAsking) : undefined,
    editor: await choose('editor', 'Which editor gets settings?', editors, 'vscode'),
    ci: await choose('ci', 'Which CI plans and applies?', ciSystems, guessCi(cli)),
  }
}

async function findCrawl(cli: Cli, isAsking: boolean): Promise<NewCrawl> {
  const given = readName(cli.options)
  const typed = readUrlOption(cli.options) ?? (isAsking ? await askUrl(cli) : undefined)
  if (typed === undefined)
    throw new UsageError(
      'The start URL is missing.',
      'Run: crawlform init --url https://docs.example.com/ --yes',
    )
  const url = await chooseScheme(cli, typed)
  const usual = suggestName(url)
  const name = given ?? (isAsking ? await askName(cli, usual) : usual)
  return { url, name: name === '' ? usual : name }
}

function readUrlOption(options: Cli['options']): string | undefined {
  const text = options.text('url')
  if (text === undefined) return undefined
  const url = readStartUrl(text)
  if (url === undefined)
    throw new UsageError(
      `"--url" must be an http or https URL without credentials, spaces and stars, such as https://docs.example.com/.`,
    )
  if (holdsSecret(url))
    throw new UsageError(
      '"--url" holds text that looks like a key, which must not be written to a file.',
      'Start at a URL without it; the file can send one in "scrapeOptions.headers", as "${secret:NAME}".',
    )
  return text
}

/** Returns the URL; without a typed scheme, adds the one that its server answers, and says why. */
async function chooseScheme(cli: Cli, typed: string): Promise<string> {
  const address = typed.trim()
  const guessed = readStartUrl(typed) ?? typed
  if (hasScheme(address)) return guessed
  const { probeScheme } = await import('../../client/probe-scheme.ts')
  const scheme = await probeScheme(address, cli.clock, readProxySettings(cli.env))
  const url = (scheme && readStartUrl(`${scheme}://${address}`)) ?? guessed
  cli.stderr.say(`The crawl starts at ${printable(url)}: ${reasonOf(scheme, url)}\n`)
  return url
}

function reasonOf(scheme: 'http' | 'https' | undefined, url: string): string {
  if (scheme === 'https') return 'its server answers over HTTPS.'
  if (scheme === 'http') return 'its server answers over HTTP, and not over HTTPS.'
  const rule = url.startsWith('https:')
    ? 'public names usually use HTTPS'
    : 'local addresses and unusual ports usually use HTTP'
  return `no server answered, and ${rule}. Write the scheme to choose another.`
}

/** Returns whether the URL holds a secret, by the rules that check the file later. */
function holdsSecret(url: string): boolean {
  const text = JSON.stringify({ version: 2, request: { url } })
  const parsed = parseFile('url', new TextEncoder().encode(text))
  const documents = parsed.ok ? parsed.value : []
  return documents
    .flatMap((document) => validateCrawl(document).diagnostics)
    .some(({ rule }) => factsOf(rule).about === 'secret')
}

function askUrl(cli: Cli): Promise<string> {
  return ask(cli, 'Where does the first crawl start? (URL)', (text) => {
    const url = readStartUrl(text)
    if (url === undefined) return 'an http or https URL, such as https://docs.example.com/'
    return holdsSecret(url) ? 'a URL without a key in it' : undefined
  })
}

function askName(cli: Cli, usual: string): Promise<string> {
  return ask(cli, `What is it called? [${usual}]`, (text) =>
    text === '' || isCrawlName(text)
      ? undefined
      : 'letters, digits, _, - and dots, starting with a letter or digit',
  )
}

/** Asks until `complain` has no objection. @throws {Ended} when the person ends the input */
async function ask(cli: Cli, question: string, complain: (answer: string) => string | undefined) {
  for (;;) {
    cli.stderr.say(`${printable(question)} `)
    const answer = (await cli.stdin.readLine())?.trim()
    if (answer === undefined) {
      cli.stderr.say('\nNothing was written.\n')
      throw new Ended(exitStatus.ok)
    }
    const wanted = complain(answer)
    if (wanted === undefined) return answer
    cli.stderr.say(`Please enter ${wanted}.\n`)
  }
}

/** Guesses the CI system from the addresses of the repository's remotes. */
function guessCi({ cwd: directory, env }: Cli): CiSystem {
  const urls = outputOf(env, directory, ['config', '--get-regexp', String.raw`^remote\..*\.url$`]) ?? ''
  if (/gitlab/i.test(urls)) return 'gitlab'
  return /github/i.test(urls) ? 'github' : 'none'
}

/** Returns the lines that an existing file lacks, to be added by hand: the file may hold comments, and much else. */
function linesToAdd(directory: string, file: InitFile, place: InitPlace): string {
  const name = file.path.slice(place.up.length)
  const before = (): string => readRegular(path.join(directory, file.path)).toString('utf8')
  const lines = file.text.trim().split('\n')
  const lacks = (...texts: readonly string[]): boolean => texts.every((text) => !before().includes(text))
  if (name.startsWith('.vscode/')) {
    const known = name.endsWith('settings.json') ? `"${place.prefix}crawlform.yaml"` : 'redhat.vscode-yaml'
    if (!lacks(known)) return ''
    return `\nFor completion in VS Code, add to ${file.path}:\n${lines.slice(1, -1).join('\n')}\n`
  }
  if (name !== '.gitlab-ci.yml') return ''
  const own = place.prefix === '' ? '.gitlab/crawlform.yml' : `directory: ${place.prefix.slice(0, -1)}`
  if (!lacks(own)) return ''
  return `\nAdd to ${file.path}:\n${lines.slice(0, lines.indexOf('')).join('\n')}\n`
}

function nextSteps({ env, program, cwd: directory }: Cli, ci: CiSystem): string {
  const add = installerAt(env, directory)?.add ?? 'npm install --save-dev crawlform'
  const steps = [
    [`${program} plan`, 'show what would be submitted'],
    [`${program} apply --output pages`, 'crawl, and write the pages as Markdown'],
    ...(hasSchemas(directory) ? [] : [[add, 'so that editors find the schemas']]),
  ]
  const width = Math.max(...steps.map(([command = '']) => command.length))
  return [
    '',
    'Next:',
    ...steps.map(([command = '', why = '']) => `  ${command.padEnd(width)}  ${why}`),
    ...(ci === 'none' ? [] : ['  set FIRECRAWL_API_KEY in the CI settings before the first merge']),
    '',
  ].join('\n')
}
