/**
 * Input: answers.
 * Output: the files of a new project, as text.
 * Must not know the project's disk, terminals or existing files.
 */
import { githubFiles, gitlabFiles, projectId } from './ci-files.ts'
import type { CiSystem, InitAnswers, InitFile, InitPlace } from './init-answers.ts'
import { packageFile } from '../../util/package-file.ts'
import { nameOfUrl } from '../../util/name-of-url.ts'
import { guessScheme } from '../../util/guess-scheme.ts'
import { canParseUrl } from '../../util/can-parse-url.ts'

/** Folders that git must not keep: the record and data of this machine, packages, and written pages. */
const IGNORED = ['.crawlform/', 'node_modules/', 'pages/']

/** Returns the files that a project begins with, `.gitignore` aside, which may hold more than ours. */
export function initFiles(answers: InitAnswers, place: InitPlace): readonly InitFile[] {
  const { ci, crawl, editor } = answers
  const read = (file: string) =>
    packageFile(`templates/init/${file}`).replaceAll('<schemas>', () => place.schemas)
  return [
    { path: 'crawlform.yaml', text: projectFile(ci, place, read) },
    ...(crawl === undefined
      ? []
      : [{ path: `crawls/${crawl.name}.yaml`, text: crawlFile(crawl.url, read('crawl.yaml')) }]),
    ...(editor === 'vscode' ? vscodeFiles(place) : []),
    ...(ci === 'github' ? githubFiles(place) : []),
    ...(ci === 'gitlab' ? gitlabFiles(place) : []),
  ]
}

/** Returns settings for the top of the repository, which is the folder that people open. */
function vscodeFiles({ prefix, crawls, schemas, up }: InitPlace): readonly InitFile[] {
  return ['settings', 'extensions'].map((name) => ({
    path: `${up}.vscode/${name}.json`,
    text: packageFile(`templates/init/vscode-${name}.json`)
      .replaceAll('<schemas>', () => inJson(fromTop(prefix, schemas)))
      .replaceAll('"<crawls>"', () => crawls.map((pattern) => JSON.stringify(prefix + pattern)).join(', '))
      .replaceAll('<prefix>', () => inJson(prefix)),
  }))
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Returns a path of the project as seen from the top of the repository. */
function fromTop(prefix: string, path: string): string {
  const folders = prefix.split('/').slice(0, -1)
  for (const name of path.split('/')) {
    if (name === '..') folders.pop()
    else folders.push(name)
  }
  return folders.join('/')
}

/** Returns `crawlform.yaml`. A GitLab job token may not push, so there GitLab itself keeps the record. */
function projectFile(ci: CiSystem, place: InitPlace, read: (file: string) => string): string {
  const text = read('crawlform.yaml')
  if (ci !== 'gitlab') return text
  const state = read('gitlab-state.yaml').replaceAll('<id>', () => projectId(place))
  return text.replace(/ +# The record .*\n +state: .*\n/, () => state)
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
