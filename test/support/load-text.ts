import { type LoadedProject, loadProject } from '../../src/load/load.ts'

const PROJECT = 'crawlform.yaml'
const CRAWLS = 'crawls/docs.yaml'

/**
 * Loads one text as a project: a crawl file of one or more documents, before which the project file may stand behind a
 * first line `# crawlform.yaml` and before a line `---`. Lines keep their numbers.
 */
export function loadText(text: string): LoadedProject {
  const files = new Map(Object.entries(splitText(text)))
  return loadProject({
    directory: '/',
    variables: {},
    files: {
      list: () => [...files.keys()],
      read: (path) => {
        const content = files.get(path)
        return content === undefined ? 'missing' : new TextEncoder().encode(content)
      },
      kind: (path) => (files.has(path) ? 'file' : 'missing'),
    },
  })
}

function splitText(text: string): Record<string, string> {
  if (!text.startsWith(`# ${PROJECT}\n`)) return { [CRAWLS]: text }
  const end = text.indexOf('\n---\n')
  if (end === -1)
    return { [PROJECT]: text, [CRAWLS]: 'version: 2\nrequest: { url: https://example.com/, limit: 1 }\n' }
  const project = text.slice(0, end + 1)
  return { [PROJECT]: project, [CRAWLS]: '\n'.repeat(project.split('\n').length) + text.slice(end + 5) }
}
