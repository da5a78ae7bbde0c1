import { loadProject, type LoadedProject, type LoadOptions } from '../../src/load/load.ts'
import type { ResolvedCrawl } from '../../src/resolve/resolved-crawl.ts'
import { memoryFiles } from './memory-files.ts'

/** Loads a project given as texts by file name. */
export function loadTexts(
  texts: Readonly<Record<string, string>>,
  options: Partial<LoadOptions> = {},
): LoadedProject {
  return loadProject({ directory: '/project', variables: {}, files: memoryFiles(texts), ...options })
}

/** The one crawl of a project that has one file and no mistakes. */
export function resolveText(
  text: string,
  options: Partial<LoadOptions> = {},
  project = 'version: 2\n',
): ResolvedCrawl {
  const { crawls, diagnostics } = loadTexts({ 'crawlform.yaml': project, 'crawls/docs.yaml': text }, options)
  const [crawl] = crawls
  if (crawl === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return crawl
}

/** Returns the diagnostics of a project with one crawl file, as `rule line:column`. */
export function problemsOf(
  text: string,
  options: Partial<LoadOptions> = {},
  project = 'version: 2\n',
): string[] {
  const { diagnostics } = loadTexts({ 'crawlform.yaml': project, 'crawls/docs.yaml': text }, options)
  return diagnostics.map(({ rule, line, column }) => `${rule} ${line}:${column}`)
}
