// In: the example of a rule, as src/diagnostics/rule.ts describes it. Out: its files, and what is typed to see the problem.

const CRAWL = 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n'

/**
 * @param {string} example
 * @returns {{ files: Map<string, string>, prepare: string[], command: string }}
 */
export function exampleProject(example) {
  const files = new Map()
  const prepare = []
  let command = 'crawlform validate'
  let file = 'crawls/docs.yaml'
  for (const line of example.replace(/\n$/, '').split('\n')) {
    const shell = /^# \$ (.*)$/.exec(line)?.[1]
    const typed = /^# (crawlform .*)$/.exec(line)?.[1]
    const name = /^# ([\w./-]+\.(?:ya?ml|json|txt|js|sh))$/.exec(line)?.[1]
    if (shell !== undefined) prepare.push(shell)
    else if (typed !== undefined) command = typed
    else if (name !== undefined) files.set((file = name), '')
    else files.set(file, `${files.get(file) ?? ''}${line}\n`)
  }
  // A project file, or an option, is wrong beside a crawl that is right.
  const hasCrawl = [...files.keys()].some((name) => name.startsWith('crawls/'))
  if (!hasCrawl && !command.startsWith('crawlform import')) files.set('crawls/docs.yaml', CRAWL)
  return { files, prepare, command }
}
