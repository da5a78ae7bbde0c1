import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ciSystems, type InitAnswers } from '../../src/cli/init/init-answers.ts'
import { ignoreOwn, initFiles as makeFiles, readStartUrl, suggestName } from '../../src/cli/init/init.ts'
import { DEFAULT_CRAWLS } from '../../src/validate/crawl-spec.ts'
import { loadTexts } from '../support/load-texts.ts'

const initFiles = (answers: Omit<InitAnswers, 'editor'>) =>
  makeFiles(
    { ...answers, editor: 'vscode' },
    { source: { version: '1.2.3' }, crawls: DEFAULT_CRAWLS, schemas: 'schemas', prefix: '', up: '' },
  )

function load(files: ReturnType<typeof initFiles>) {
  return loadTexts(Object.fromEntries(files.map(({ path, text }) => [path, text])))
}

describe('the files of a new project', () => {
  it.each(ciSystems)('validate without a warning for %s', (ci) => {
    const { diagnostics, crawls } = load(
      initFiles({ crawl: { url: 'https://docs.example.com/start', name: 'docs' }, ci }),
    )
    expect(diagnostics).toEqual([])
    expect(crawls.map(({ name }) => name)).toEqual(['docs'])
  })

  it('validate for every accepted URL', () => {
    const url = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.constantFrom(
        "https://example.com/o'neill",
        'https://example.com/?q=${x}',
        'example.com/a:',
        'https://example.com/%24{',
        'https://example.com//a',
      ),
    )
    fc.assert(
      fc.property(url, (typed) => {
        const start = readStartUrl(typed)
        fc.pre(start !== undefined)
        const { diagnostics, crawls } = load(
          initFiles({ crawl: { url: start, name: suggestName(start) }, ci: 'none' }),
        )
        expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(crawls.map(({ request }) => request.url)).toEqual([start])
      }),
      { numRuns: 60 },
    )
  })

  it('contain no key', () => {
    const text = JSON.stringify(
      ciSystems.flatMap((ci) => initFiles({ crawl: { url: 'https://example.com/', name: 'a' }, ci })),
    )
    expect(text).not.toMatch(/fc-[0-9a-f]/)
    expect(text.match(/\$\{(?:env|secret):\w+/g)).toContain('${secret:FIRECRAWL_API_KEY')
  })
})

describe('readStartUrl', () => {
  it.each([
    ['docs.example.com', 'https://docs.example.com/'],
    [' http://127.0.0.1:80/a#b ', 'http://127.0.0.1/a'],
    ['127.0.0.1:8088/docs/', 'http://127.0.0.1:8088/docs/'],
    ['localhost/docs', 'http://localhost/docs'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['docs.example.com:443/a', 'https://docs.example.com/a'],
    ['', undefined],
    ['two words', undefined],
    ['docs', undefined],
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['ftp://example.com/', undefined],
    ['https://user:pass@example.com/', undefined],
    ['https://', undefined],
  ])('reads %j as %j', (typed, url) => {
    expect(readStartUrl(typed)).toBe(url)
  })
})

describe('ignoreOwn', () => {
  it.each([
    ['', '.crawlform/\nnode_modules/\npages/\n'],
    ['dist', 'dist\n.crawlform/\nnode_modules/\npages/\n'],
    ['node_modules\r\n', 'node_modules\r\n.crawlform/\r\npages/\r\n'],
    ['/.crawlform\n**/node_modules/\npages\n', '/.crawlform\n**/node_modules/\npages\n'],
    ['# pages/\n', '# pages/\n.crawlform/\nnode_modules/\npages/\n'],
  ])('changes %j to %j', (before, after) => {
    expect(ignoreOwn(before).text).toBe(after)
  })
})
