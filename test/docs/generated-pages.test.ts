// If a page is not what is generated, run `npm run generate`. `npx vitest run test/docs/generated-pages.test.ts -u` writes what
// the commands of the rules' pages print now.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatedPages } from '../../scripts/docs/generated-pages.mjs'
import { runDocument } from '../../scripts/docs/run-document.mjs'
import { commandNames } from '../../src/cli/declarations/declarations.ts'
import { exitStatus } from '../../src/cli/process/failures.ts'
import { ruleTexts } from '../../src/cli/output/rule-texts.ts'
import { catalogue } from '../../src/diagnostics/diagnostics.ts'
import { run } from '../support/run-here.ts'

const root = path.join(import.meta.dirname, '../..')
const pages = [
  ...generatedPages({
    root,
    catalogue: ruleTexts(),
    commands: commandNames,
  }),
]
const committed = (file: string): string => readFileSync(path.join(root, file), 'utf8')

describe.each(pages)('%s', (file, markdown) => {
  it('is up to date, and shows the real output of its commands', async () => {
    expect(await runDocument(markdown, { root, run })).toBe(committed(file))
  })
})

const areas = [...new Set(Object.keys(catalogue()).map((id) => id.slice(0, id.indexOf('/'))))]

describe.each(areas)('docs/rules/%s.md', (area) => {
  const file = `docs/rules/${area}.md`

  it('shows the real output of its commands, and fixes that work', async () => {
    await expect(await runDocument(committed(file), { root, run })).toMatchFileSnapshot(path.join(root, file))
  })

  it('describes every rule of its area, with its severity', () => {
    const described = [...committed(file).matchAll(/^## (\S+)\n\n.+? \((\w+)\)\. /gm)]
    const rules = Object.entries(catalogue()).filter(([id]) => id.startsWith(`${area}/`))
    expect(described.map(([, id, severity]) => [id, severity])).toEqual(
      rules.map(([id, { severity }]) => [id, severity]),
    )
  })

  const sections = committed(file).split('<!-- test: new project -->').slice(1)
  it.each(sections.map((section) => [/^## (\S+)$/m.exec(section)?.[1] ?? '', section]))(
    'has an example with the problem %s only',
    (id, section) => {
      const reported = [
        ...section.matchAll(/^(?:\S+:\d+:\d+: )?(?:error|warning|info): .*\. \[([a-z]+\/[a-z0-9-]+)\]$/gm),
      ]
      expect(reported.map(([, rule]) => rule)).toEqual([id])
      for (const [, help] of section.matchAll(/^ {2}help: (.*)$/gm)) expect(help).toMatch(/[.?]$/)
    },
  )
})

it('docs/commands.md names every exit status', () => {
  const table = [...committed('docs/commands.md').matchAll(/^\| (\d+) \|/gm)]
  expect(table.map(([, status]) => Number(status))).toEqual(Object.values(exitStatus))
})

it('a document fails if a command exits differently, or if a fix still has a problem', async () => {
  const crawl = '```yaml file=crawls/docs.yaml\nversion: 2\nrequest: { url: "https://example.com/" }\n```\n'
  const run = (text: string): Promise<string> => runDocument(`# Page\n\n${crawl}\n${text}\n`, { root })
  await expect(run('```console exit=1\n$ crawlform validate\n```')).rejects.toThrow(
    'Page: exit status 0, not 1',
  )
  await expect(run('```sh\ncrawlform validate --format none\n```')).rejects.toThrow('exit status 64')
  await expect(run('<!-- test: clean crawlform validate -->')).rejects.toThrow('[limits/unset]')
  await expect(run('<!-- test: nonsense -->')).rejects.toThrow('is not known')
})

it('a document keeps changing values and omissions, and gets the new output otherwise', async () => {
  const run = (text: string): Promise<string> => runDocument(text, { root })
  const fine = '```console\n$ echo 2026-01-02T03:04:05Z; echo b; echo c\n2025-10-11T12:13:14Z\n...\n```'
  expect(await run(fine)).toBe(fine)
  const wrong = '```console\n$ echo a\nb\n```'
  expect(await run(wrong)).toBe('```console\n$ echo a\na\n```')
})
