/**
 * Input: answers.
 * Output: the files of a new project, as text.
 * Must not know disks, terminals or existing files.
 */
import type { InitAnswers } from './init-answers.ts'
import { nameOfUrl } from '../util/name-of-url.ts'
import { crawlFile } from './templates/crawl-file.ts'
import { editorExtensions, editorSettings } from './templates/editor-settings.ts'
import { type CrawlformSource, githubWorkflow } from './templates/github-workflow.ts'
import { gitlabPipeline } from './templates/gitlab-pipeline.ts'
import { projectFile } from './templates/project-file.ts'
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
  readonly source: CrawlformSource
  /** Where the schemas are, relative to the project's root. */
  readonly schemas: string
  /** The text of the component for GitLab. */
  readonly gitlabComponent: string
}

/** Returns the files that a project begins with, `.gitignore` aside, which may hold more than ours. */
export function initFiles(
  answers: InitAnswers,
  { source, schemas, gitlabComponent }: InitPackage,
): readonly InitFile[] {
  const { ci, crawl, editor } = answers
  return [
    { path: 'crawlform.yaml', text: projectFile(ci, schemas) },
    ...(crawl === undefined
      ? []
      : [{ path: `crawls/${crawl.name}.yaml`, text: crawlFile(crawl.url, schemas) }]),
    ...(editor === 'vscode'
      ? [
          { path: '.vscode/settings.json', text: editorSettings(schemas) },
          { path: '.vscode/extensions.json', text: editorExtensions },
        ]
      : []),
    ...(ci === 'github' ? [{ path: '.github/workflows/crawlform.yml', text: githubWorkflow(source) }] : []),
    ...(ci === 'gitlab'
      ? [
          { path: '.gitlab-ci.yml', text: gitlabPipeline },
          { path: '.gitlab/crawlform.yml', text: gitlabComponent },
        ]
      : []),
  ]
}

/** Returns the entries that `text` of a `.gitignore` lacks, and the text with them. */
export function ignoreOwn(text: string): { readonly added: readonly string[]; readonly text: string } {
  const lines = text.split(/\r?\n/).map((line) => line.trim().replace(/^\/?(?:\*\*\/)?/, ''))
  const added = IGNORED.filter((entry) => !lines.includes(entry) && !lines.includes(entry.slice(0, -1)))
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const start = text === '' || text.endsWith('\n') ? text : text + eol
  return { added, text: added.length === 0 ? text : start + added.map((entry) => entry + eol).join('') }
}

/**
 * Returns the URL that a person means by `typed`, with its scheme. Undefined if it is not a URL, is a pattern, or carries
 * credentials.
 */
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
