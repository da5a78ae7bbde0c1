/**
 * Input: answers.
 * Output: the files of a new project, as text.
 * Must not know the project's disk, terminals or existing files.
 */
import type { CiSystem, InitAnswers } from './init-answers.ts'
import { packageFile } from '../util/package-file.ts'
import { nameOfUrl } from '../util/name-of-url.ts'
import { guessScheme } from '../util/guess-scheme.ts'
import { canParseUrl } from '../util/can-parse-url.ts'

export interface InitFile {
  /** Relative to the project's root, with `/`. */
  readonly path: string
  readonly text: string
}

/** Folders that git must not keep: the record and data of this machine, packages, and written pages. */
const IGNORED = ['.crawlform/', 'node_modules/', 'pages/']

/** Facts for the files about the package that writes them. */
export interface InitPackage {
  /** How the workflow gets crawlform: from the project's lock file, or as this version. */
  readonly source: 'lock file' | { readonly version: string }
  /** Where the schemas are, relative to the project's root. */
  readonly schemas: string
}

/** Returns the files that a project begins with, `.gitignore` aside, which may hold more than ours. */
export function initFiles(answers: InitAnswers, about: InitPackage): readonly InitFile[] {
  const { ci, crawl, editor } = answers
  const read = (file: string) =>
    packageFile(`templates/init/${file}`).replaceAll('<schemas>', () => about.schemas)
  const vscode = ['settings', 'extensions'].map((name) => ({
    path: `.vscode/${name}.json`,
    text: read(`vscode-${name}.json`),
  }))
  const gitlab = [
    { path: '.gitlab-ci.yml', text: read('gitlab-ci.yml') },
    { path: '.gitlab/crawlform.yml', text: packageFile('templates/crawlform/template.yml') },
  ]
  const github = { path: '.github/workflows/crawlform.yml', text: githubWorkflow(about) }
  return [
    { path: 'crawlform.yaml', text: projectFile(ci, read) },
    ...(crawl === undefined
      ? []
      : [{ path: `crawls/${crawl.name}.yaml`, text: crawlFile(crawl.url, read('crawl.yaml')) }]),
    ...(editor === 'vscode' ? vscode : []),
    ...(ci === 'github' ? [github] : []),
    ...(ci === 'gitlab' ? gitlab : []),
  ]
}

/** Returns `crawlform.yaml`. A GitLab job token may not push, so there GitLab itself keeps the record. */
function projectFile(ci: CiSystem, read: (file: string) => string): string {
  const text = read('crawlform.yaml')
  if (ci !== 'gitlab') return text
  return text.replace(/ +# The record .*\n +state: .*\n/, () => read('gitlab-state.yaml'))
}

/** Returns the workflow, with `npm ci` in the place of a version if the project has a lock file. */
function githubWorkflow({ source }: InitPackage): string {
  const text = packageFile('templates/init/github-workflow.yml')
  return source === 'lock file'
    ? text.replace(/\nenv:\n.*\n/, '').replaceAll(/npm install .*/g, 'npm ci')
    : text.replace('<version>', source.version)
}

function crawlFile(url: string, template: string): string {
  const { pathname } = new URL(url)
  const page = pathname.startsWith('//') ? url : pathname
  return template.replace('<url>', () => quote(url)).replace('<page>', () => quote(page))
}

/** Quotes a text so that neither YAML nor crawlform's references change it. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll('${', () => '$${')}'`
}

/** Returns the entries that `text` of a `.gitignore` lacks, and the text with them. */
export function ignoreOwn(text: string): { readonly added: readonly string[]; readonly text: string } {
  const lines = text.split(/\r?\n/).map((line) => line.trim().replace(/^\/?(?:\*\*\/)?/, ''))
  const added = IGNORED.filter((entry) => !lines.includes(entry) && !lines.includes(entry.slice(0, -1)))
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const start = text === '' || text.endsWith('\n') ? text : text + eol
  return { added, text: added.length === 0 ? text : start + added.map((entry) => entry + eol).join('') }
}

/** Returns the URL that a person means by `typed`, with its scheme; undefined for a pattern, credentials and other text. */
export function readStartUrl(typed: string): string | undefined {
  const text = typed.trim()
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  const full = hasScheme ? text : `${guessScheme(text)}://${text}`
  if (text === '' || /[\s*]/.test(text) || !canParseUrl(full)) return undefined
  const url = new URL(full)
  // A single word without a scheme probably answers another question.
  if (!hasScheme && !/[.:]|^localhost$/.test(url.hostname)) return undefined
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.href
}

/** Returns the name of the first crawl where nobody gives one. */
export function suggestName(url: string): string {
  return nameOfUrl(url) ?? 'docs'
}
