import { afterAll, expect, it } from 'vitest'
import { hereProject } from '../support/run-here.ts'

const START = 'http://localhost:8701/en/'
const project = hereProject({
  'crawls/docs.yaml': `version: 2\nrequest: { url: "${START}", limit: 5 }\n`,
})

afterAll(() => project.remove())

it.each([
  ['/en/a', 'http://localhost:8701/en/a'],
  ['en/a', 'http://localhost:8701/en/a'],
  ['localhost:8701/en/a', 'http://localhost:8701/en/a'],
  ['localhost:8701', 'http://localhost:8701'],
  ['//localhost:8701/en/a', 'http://localhost:8701/en/a'],
  ['http://LOCALHOST:8701/en/%7Ea', 'http://LOCALHOST:8701/en/%7Ea'],
])('explain and tests read %s as %s', async (typed, url) => {
  const explained = await project.run(['explain', 'docs', typed, '--format', 'json'])
  expect(JSON.parse(explained.stdout)).toMatchObject({ url, inScope: typed !== 'localhost:8701' })
  const list = typed === 'localhost:8701' ? 'out' : 'in'
  project.write(
    'crawls/docs.yaml',
    `version: 2\nrequest: { url: "${START}", limit: 5 }\ntests: { ${list}: ["${typed}"] }\n`,
  )
  expect((await project.run(['test', 'docs'])).status).toBe(0)
})

it('explain accepts paths if the start URL has no scheme', async () => {
  project.write('crawls/docs.yaml', 'version: 2\nrequest: { url: "docs.example.com/en/", limit: 5 }\n')
  for (const typed of ['/en/a', 'docs.example.com/en/a']) {
    const { stdout } = await project.run(['explain', 'docs', typed, '--format', 'json'])
    expect(JSON.parse(stdout)).toMatchObject({ url: 'http://docs.example.com/en/a', inScope: true })
  }
})

it('explain refuses an empty URL, as from an unset shell variable', async () => {
  const { status, stderr } = await project.run(['explain', 'docs', ''])
  expect([status, stderr.split('\n')[0]]).toEqual([64, 'crawlform: The URL is empty.'])
})
