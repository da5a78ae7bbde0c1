import { describe, expect, it } from 'vitest'
import { catalogue } from '../../src/diagnostics/catalogue.ts'
import { migrateText } from '../../src/migrate/migrate-text.ts'
import { loadTexts } from '../support/load-texts.ts'

// The example of every rule of these areas has the problem that the rule names. A first line `# crawlform.yaml` says
// that the example is a project file, and `# crawlform COMMAND ...` what was typed.
const areas = ['resolve', 'migrate', 'project']
// Need other files, which the tests of loading have.
const elsewhere = new Set(['project/outside-repository', 'project/other-extension'])
const rules = Object.entries(catalogue).flatMap(([id, { example }]) =>
  areas.includes(id.split('/')[0] ?? '') && !elsewhere.has(id) ? [{ id, example }] : [],
)
const CRAWL = 'version: 2\nname: docs\nrequest: { url: https://example.com/, limit: 5 }\n'

function rulesFound(example: string): readonly string[] {
  const [first = '', ...rest] = example.split('\n')
  const words = first.split(' ')
  if (words[1] === 'crawlform.yaml')
    return found({ 'crawlform.yaml': example, 'crawls/docs.yaml': CRAWL }, example)
  if (words[1] !== 'crawlform') return found({ 'crawls/docs.yaml': example })
  if (words[2] === 'migrate') {
    const options = { preserveDepth: words.includes('--preserve-depth') }
    return migrateText('docs.yaml', rest.join('\n'), options).diagnostics.map(({ rule }) => rule)
  }
  const set = words.flatMap((word, index) => (words[index - 1] === '--set' ? [word] : []))
  const environment = words[words.indexOf('--env') + 1]
  const paths = words[2] === 'validate' ? words.slice(3) : []
  const { diagnostics } = loadTexts(
    { 'crawls/docs.yaml': CRAWL },
    { set, paths, ...(words.includes('--env') && environment !== undefined ? { environment } : {}) },
  )
  return diagnostics.map(({ rule }) => rule)
}

function found(texts: Readonly<Record<string, string>>, project = ''): readonly string[] {
  // An environment is only looked at when crawls are submitted to it.
  const environment = /^environments:\n {2}(\w+):/m.exec(project)?.[1]
  return loadTexts(texts, environment === undefined ? {} : { environment }).diagnostics.map(
    ({ rule }) => rule,
  )
}

describe('the example of', () => {
  it.each(rules)('$id has its problem', ({ id, example }) => {
    expect(rulesFound(example)).toContain(id)
  })
})
