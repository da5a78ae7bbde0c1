import { createServer, type Server } from 'node:http'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

/** Starts every job, but refuses what is called "bad". */
const service: Server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    response.setHeader('content-type', 'application/json')
    if (body.includes('bad')) return response.writeHead(400).end('{"success":false,"error":"no such site"}')
    return response.end(JSON.stringify({ success: true, id: randomUUID(), url: 'http://127.0.0.1/x' }))
  })
})

let project: CliProject

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
})

afterAll(() => service.close())

/** A project of `count` crawls, one of which the service refuses. */
function projectOf(count: number): CliProject {
  const { port } = service.address() as AddressInfo
  const sites = Array.from({ length: count }, (_, index) => (index === 3 ? 'bad' : `s${index}`))
  const crawlFile = (axis: readonly string[]): string =>
    [
      'version: 2',
      'name: docs-${matrix.site}',
      `matrix: { site: [${axis.join(', ')}] }`,
      'request: { url: "https://${matrix.site}.example.com/", limit: 10 }',
      '',
    ].join('\n')
  // A matrix has at most a thousand cells.
  return hereProject({
    'crawlform.yaml': `version: 2\nenvironments:\n  local: { baseUrl: "http://127.0.0.1:${port}" }\n`,
    'crawls/few.yaml': crawlFile(sites.slice(0, 30)),
    'crawls/many.yaml': crawlFile(sites.slice(30)),
  })
}

const linesAbout = (text: string, words: string): string[] =>
  text.split('\n').filter((line) => line.includes(words))

describe('apply of many crawls', () => {
  it('prints one line for each if there are more than 50', async () => {
    project = projectOf(60)
    const { status, stdout, stderr } = await project.run(['apply', '--yes', '--summary'])
    expect([status, stdout]).toEqual([4, '59 submitted, 1 failed.\n'])
    expect(linesAbout(stderr, ': submitted, job')).toHaveLength(59)
    project.remove()
  })

  it('prints only failures and counts above 1,000; --full prints all', async () => {
    project = projectOf(1001)
    const { status, stdout, stderr } = await project.run(['apply', '--yes', '--parallelism', '16'])
    expect([status, stdout]).toEqual([4, '1000 submitted, 1 failed.\n'])
    expect(linesAbout(stderr, ': submitted, job')).toEqual([])
    expect(linesAbout(stderr, 'docs-bad: failed')).toHaveLength(1)
    expect(stderr).toContain('1000 of 1001: ')
    expect(stderr).toContain('1001 of 1001: 1000 submitted, 1 failed.')
    expect(stderr.split('\n').length).toBeLessThan(40)
    const again = await project.run(['apply', '--yes', '--rerun', '--full', 'docs-s1?', 'docs-s?'])
    expect(linesAbout(again.stderr, ': submitted, job')).toHaveLength(19)
    project.remove()
  })
})
