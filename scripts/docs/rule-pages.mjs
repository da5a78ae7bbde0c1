// In: the catalogue of rules. Out: a page for each group, whose commands run-document.mjs runs.
import { exampleProject } from './example-project.mjs'

const GROUPS = {
  syntax: 'What keeps a file from being read as YAML, and comments that silence rules.',
  schema: 'Settings that do not exist, are at the wrong place, or have a value that the service refuses.',
  interpolation: 'Templates such as `${env:NAME}`.',
  resolve: 'Profiles, variables, matrices, names, and values given with `--set`.',
  scope: 'Patterns and settings that decide which pages belong to a crawl.',
  limits: 'Settings that are each allowed, but not together, not in this amount, or not in this unit.',
  security: 'Secrets in files that are kept in git.',
  tests: 'The scope tests of crawl files.',
  migrate: 'What versions 0 and 1 of the API said, and version 2 says differently or not at all.',
  lock: 'The prompt lock, crawls.lock.json, and prompts that it does not answer.',
  project: 'The project file, environments, and which files are read.',
  import: 'What `crawlform import` cannot read.',
}
const LANGUAGES = { yml: 'yaml', txt: 'text' }
const NOTE = '<!-- Generated from src/diagnostics/ by npm run generate. -->\n'

/**
 * @param {Readonly<Record<string, { severity: string, title: string, why: string, example: string }>>} catalogue
 * @param {(id: string) => string} repairedExample
 * @returns {Map<string, string>} Markdown by path from the repository's root
 */
export function rulePages(catalogue, repairedExample) {
  const ids = Object.keys(catalogue)
  const groups = new Set(ids.map((id) => id.split('/')[0]))
  const untold = [...groups].filter((group) => !(group in GROUPS))
  if (untold.length > 0)
    throw new Error(`scripts/docs/rule-pages.mjs says nothing of the group ${untold.join(', ')}`)
  const pages = new Map()
  const ofGroup = (group) => ids.filter((id) => id.startsWith(`${group}/`))
  for (const group of Object.keys(GROUPS)) {
    const rules = ofGroup(group).map((id) => ruleSection(id, catalogue[id], repairedExample(id)))
    pages.set(
      `docs/rules/${group}.md`,
      `${NOTE}# Rules: ${group}\n\n${GROUPS[group]} [All rules](README.md)\n${rules.join('')}`,
    )
  }
  const tables = Object.keys(GROUPS).map((group) => {
    const rows = ofGroup(group).map(
      (id) => `| [${id}](${group}.md#${anchor(id)}) | ${catalogue[id].severity} | ${catalogue[id].title} |\n`,
    )
    return `\n## [${group}](${group}.md)\n\n${GROUPS[group]}\n\n| rule | severity | about |\n|---|---|---|\n${rows.join('')}`
  })
  pages.set('docs/rules/README.md', `${NOTE}${INTRODUCTION}${tables.join('')}`)
  return pages
}

const INTRODUCTION = `# Rules

Every problem that crawlform reports has one of these rules, named in brackets at the end of its line. Each page shows, for every rule,
the reason for it, an example project with the output of \`crawlform validate\`, and its fix. Where no file is
named, it is \`crawls/docs.yaml\`. All of them are run by the tests.

- \`crawlform explain limits/unset\` shows a rule in the terminal.
- \`rules: { limits/unset: error }\` in \`crawlform.yaml\` changes its severity: \`off\`, \`warning\` or \`error\`.
- A comment \`# crawlform-ignore limits/unset: reason\` silences it on its line or the next.
`

/** The anchor that a heading gets from the usual Markdown renderers. */
function anchor(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

function ruleSection(id, { severity, title, why, example }, repaired) {
  const bad = exampleProject(example)
  const good = exampleProject(repaired)
  return `
<!-- test: new project -->
## ${id}

${title} (${severity}). ${why}

${filesOf(bad)}${consoleOf(bad, severity === 'error' ? (bad.command.includes('|') ? '' : ' exit=1') : '')}
${fixed(bad, good)}<!-- test: clean ${good.command} -->
`
}

function filesOf({ files }, before) {
  return [...files]
    .filter(([file, content]) => before?.files.get(file) !== content)
    .map(([file, content]) => {
      const extension = file.split('.').at(-1)
      const label = file === 'crawls/docs.yaml' ? '' : `\`${file}\`:\n\n`
      return `${label}\`\`\`${LANGUAGES[extension] ?? extension} file=${file}\n${content}\`\`\`\n\n`
    })
    .join('')
}

function consoleOf({ prepare, command }, exit) {
  const lines = [...prepare, command].map((line) => `$ ${line}\n`)
  return `\`\`\`console${exit}\n${lines.join('')}\`\`\`\n`
}

/** Returns the changed files and commands, and the files that the fixed project no longer has. */
function fixed(bad, good) {
  const isPrepared = bad.prepare.join() === good.prepare.join()
  const files = filesOf(good, isPrepared ? bad : undefined)
  const typed = [...(isPrepared ? [] : good.prepare), ...(good.command === bad.command ? [] : [good.command])]
  const commands = typed.length === 0 ? '' : `\`\`\`sh\n${typed.join('\n')}\n\`\`\`\n\n`
  const gone = [...bad.files.keys()].filter((file) => !good.files.has(file))
  const removed = gone.length === 0 ? '' : `<!-- test: clean rm ${gone.join(' ')} -->\n`
  return `Fixed:\n\n${files}${commands}${removed}`
}
