import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatManifest, parseManifest } from '../../src/manifest/manifest.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'
import { takeFeed } from '../support/take-feed.ts'

let site: LoopbackSite
let project: CliProject

const page = (text: string) =>
  `<title>${text}</title><main><h1>${text}</h1><p>Enough words to be a page.</p></main>`

beforeEach(async () => {
  const links = ['a', 'b', 'c'].map((name) => `<a href="/${name}">${name}</a>`).join(' ')
  site = await startLoopbackSite({
    '/robots.txt': { status: 404 },
    '/sitemap.xml': { status: 404 },
    '/': links,
  })
  for (const name of ['a', 'b', 'c']) site.set(`/${name}`, page(`Text of ${name}.`))
  project = hereProject()
  project.write(
    'crawls/docs.yaml',
    `version: 2\nrequest: { url: "${site.origin}/", scrapeOptions: { maxAge: 0 } }\n`,
  )
})
afterEach(async () => {
  project.remove()
  await site.close()
})

/** Changes the kept manifests to those of a version with another hash. */
function makeOlder(): void {
  const folder = path.join(project.directory, '.crawlform/state/manifests')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.jsonl'),
  )
  expect(files).toHaveLength(1)
  for (const file of files) {
    const place = path.join(folder, file)
    const manifest = parseManifest(readFileSync(place), file)
    const pages = Array.from(manifest.pages, (each) => ({ ...each, hash: each.hash.replaceAll(/./g, '7') }))
    writeFileSync(place, Buffer.concat(formatManifest({ ...manifest, hashVersion: 1, pages })))
  }
}

it.each([
  ['page files', ['--output', 'pages', '--feed', 'feed.jsonl']],
  ['pages that the service still has', []],
])('compares pages again after an upgrade that changes the hash, with %s', async (_, output) => {
  await project.run(['apply', '--yes', '--wait', ...output])
  takeFeed(project.directory)
  makeOlder()
  site.set('/b', page('Another text of b.'))
  const { stdout, stderr } = await project.run(['apply', '--yes', '--wait', '--rerun', ...output])
  expect(stdout + stderr).toContain('has a new rule for what is a change')
  expect((await project.run(['changes'])).stdout).toContain('docs: 1 changed, 3 unchanged')
  // Without a feed there is no file.
  const fed = output.length === 0 ? [`${site.origin}/b`] : takeFeed(project.directory).map(({ url }) => url)
  expect(fed).toEqual([`${site.origin}/b`])
  const third = await project.run(['apply', '--yes', '--wait', '--rerun', ...output])
  expect(third.stdout + third.stderr).not.toContain('has a new rule for what is a change')
})
