import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadProject } from '../../src/load/load.ts'

const CRAWL = 'version: 2\nrequest: { url: https://example.com/, limit: 5 }\n'

let base = ''
let directory = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'crawlform-disk-')))
  directory = path.join(base, 'project')
  write('project/.git/HEAD', '')
  write('project/crawls/good.yaml', CRAWL)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(base, file)), { recursive: true })
  writeFileSync(path.join(base, file), text)
}

function link(target: string, file: string): void {
  symlinkSync(target, path.join(base, file))
}

/** `rule file` of what is wrong, and the names of crawls that are fine. */
function load(...paths: string[]): string[] {
  const { crawls, diagnostics } = loadProject({ directory, paths, variables: {} })
  return [...diagnostics.map(({ rule, file }) => `${rule} ${file}`), ...crawls.map(({ name }) => name)]
}

describe('a search for crawl files', () => {
  it.each([
    ['a broken link', () => link('nothing.yaml', 'project/crawls/a.yaml'), 'project/dead-link'],
    ['a link to itself', () => link('a.yaml', 'project/crawls/a.yaml'), 'project/dead-link'],
    ['a pipe', () => execFileSync('mkfifo', [path.join(directory, 'crawls/a.yaml')]), 'project/not-a-file'],
    [
      'a link out of the repository',
      () => link('../../out.yaml', 'project/crawls/a.yaml'),
      'project/outside-repository',
    ],
  ])('reports %s without reading it', (_, make, rule) => {
    write('out.yaml', CRAWL)
    make()
    expect(load()).toEqual([`${rule} crawls/a.yaml`, 'good'])
    expect(load('crawls/a.yaml')).toEqual([`${rule} crawls/a.yaml`])
  })

  it('enters a directory whatever its name is', () => {
    write('project/crawls/a.yaml/b.yaml', CRAWL.replace('example.com', 'b.example.com'))
    expect(load()).toEqual(['b', 'good'])
  })

  it('does not read a huge file to its end', () => {
    write('project/crawls/a.yaml', '')
    truncateSync(path.join(directory, 'crawls/a.yaml'), 5_000_000_000)
    expect(load()).toEqual(['syntax/too-large crawls/a.yaml', 'good'])
  })
})

describe('a project file', () => {
  it.each([
    [
      'outside the repository',
      () => link('../out.yaml', 'project/crawlform.yaml'),
      'project/outside-repository',
    ],
    ['that is a directory', () => mkdirSync(path.join(directory, 'crawlform.yaml')), 'project/not-a-file'],
    [
      'that is a pipe',
      () => execFileSync('mkfifo', [path.join(directory, 'crawlform.yaml')]),
      'project/not-a-file',
    ],
  ])('%s is reported, and does not count as absent', (_, make, rule) => {
    write('out.yaml', 'version: 2\n')
    make()
    expect(load()).toEqual([`${rule} crawlform.yaml`])
  })
})

describe('a path outside the project on the command line', () => {
  it('is read, and links there must stay inside their repository', () => {
    write('other/.git/HEAD', '')
    write('other/shared/b.yaml', CRAWL.replace('example.com', 'b.example.com'))
    write('secret.yaml', CRAWL)
    link('../shared/b.yaml', 'other/crawls.yaml')
    mkdirSync(path.join(base, 'other/crawls'))
    link('../shared/b.yaml', 'other/crawls/c.yaml')
    link('../../secret.yaml', 'other/crawls/d.yaml')
    expect(load('../other/shared')).toEqual(['b'])
    expect(load('../other/crawls')).toEqual(['project/outside-repository ../other/crawls/d.yaml', 'c'])
    expect(load(path.join(base, 'other/crawls/d.yaml'))).toEqual([
      'project/outside-repository ../other/crawls/d.yaml',
    ])
  })

  it('must stay inside its own directory if there is no repository', () => {
    write('loose/a.yaml', CRAWL)
    write('secret.yaml', CRAWL)
    link('../secret.yaml', 'loose/b.yaml')
    expect(load('../loose')).toEqual(['project/outside-repository ../loose/b.yaml', 'a'])
  })
})
