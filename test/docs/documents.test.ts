// Every file and command line of the README and of docs/ is used as it is written; scripts/docs/read-document.mjs says how.
// Where a document shows other words than a command: `npx vitest run test/docs/documents.test.ts -u` writes what is
// shown, and the diff is the review.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandLines, readDocument } from '../../scripts/docs/read-document.mjs'
import { runDocument, type Stand } from '../../scripts/docs/run-document.mjs'
import { serveDirectory } from '../../scripts/static-site.mjs'
import { parseCommandLine } from '../../src/cli/arguments/arguments.ts'
import { startOf } from '../../src/diagnostics/diagnostic.ts'
import { shellWords } from '../../src/import/shell-words.ts'
import { startService } from '../../src/service/index.ts'
import { startModel } from '../service/support/model.ts'
import { startMeilisearch } from '../support/meilisearch-stand.ts'
import { run } from '../support/run-here.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

const root = path.join(import.meta.dirname, '../..')
// test/docs/generated-pages.test.ts runs the others.
const pages = ['README.md', ...markdownIn('docs')].filter(
  (file) => !read(file).startsWith('<!-- Generated') && !file.startsWith('docs/rules/'),
)

function markdownIn(folder: string): string[] {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`)
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

/**
 * What answers for an address: `site` is the handbook, `members` the same for who sends a cookie, `service` a crawl service, `state` a record, `repository` a git
 * remote, `model` a language model with one answer, `meilisearch` that program; `port` is a free one.
 */
async function stand(
  kind: string,
  { directory, more }: { directory: string; more: readonly string[] },
): Promise<Stand> {
  const handbook = path.join(root, 'test/fixtures/site/handbook')
  if (kind === 'site') return serveDirectory(handbook)
  if (kind === 'members') return serveDirectory(handbook, 0, { cookie: more[0] })
  if (kind === 'service') {
    const service = await startService({
      dataDirectory: path.join(directory, 'service'),
      port: 0,
      apiKey: more[0],
    })
    return { url: service.url, close: () => service.close() }
  }
  if (kind === 'state') {
    const server = new TerraformStateServer()
    await server.listen()
    return { url: server.address(), close: () => server.close() }
  }
  if (kind === 'model') {
    const model = await startModel()
    // As often as it is asked.
    model.answers.push(...Array.from({ length: 9 }, () => JSON.parse(more.join(' ')) as object))
    return { url: model.settings.baseUrl, close: () => model.close() }
  }
  if (kind === 'meilisearch') return startMeilisearch()
  if (kind === 'repository') {
    const url = path.join(directory, 'remote.git')
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', url])
    return { url }
  }
  if (kind === 'port') {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    return { url: String(port) }
  }
  throw new Error(`nothing is known to stand for a ${kind}`)
}

describe.each(pages)('%s', (file) => {
  it('shows the real output of its commands', async () => {
    await expect(await runDocument(read(file), { root, stand, run })).toMatchFileSnapshot(
      path.join(root, file),
    )
  })

  it('contains no example that is not run', () => {
    const parts = readDocument(read(file))
    const idle = parts.flatMap((part) =>
      part.kind === 'shown' && part.language !== 'text' ? [part.text] : [],
    )
    expect(idle).toEqual([])
  })

  const needy = readDocument(read(file)).flatMap((part) => (part.kind === 'needs' ? part.commands : []))
  it.each(needy)('uses only options that exist: %s', (command) => expectOptions(command))
})

const helped = readDocument(read('docs/commands.md')).flatMap((part) =>
  part.kind === 'console' ? part.sessions.map(({ output }) => output) : [],
)
const examples = helped.flatMap((help) =>
  commandLines((help.split('\nExamples:\n')[1] ?? '').split('\n\n')[0] ?? ''),
)

describe('docs/commands.md', () => {
  it.each(examples)('uses only options that exist: %s', (command) => expectOptions(command))
})

/** That a command line which is not run here could be: its command, options and number of arguments exist. */
async function expectOptions(line: string): Promise<void> {
  const call = /(?:^|\s|\()crawlform (.*)$/.exec(line)?.[1]
  if (call === undefined) return
  const argv = shellWords(call, () => startOf('')).words.map(({ text }) => text)
  const parsed = parseCommandLine(argv)
  expect(parsed.command, `the command of ${line}`).toBeDefined()
  expect(() => parsed.check()).not.toThrow()
}
