import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const guides = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
const pages = ['README.md', ...guides.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(file: string): readonly string[] {
  const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/^(`{3,})[^]*?^\1$/gm, '')
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Returns the links of a page to files that are not in the repository. */
function broken(file: string): readonly string[] {
  const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/^(`{3,})[^]*?^\1$|`[^`\n]*`/gm, '')
  const targets = [...text.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => {
    const [name = '', anchor] = target.split('#')
    const linked = name === '' ? file : path.posix.join(path.posix.dirname(file), name)
    if (!existsSync(path.join(root, linked))) return true
    return anchor !== undefined && !anchorsOf(linked).includes(anchor)
  })
}

it.each(pages)('%s links only to pages and anchors that exist', (file) => {
  expect(broken(file)).toEqual([])
})

it('reports a link to an anchor that does not exist', () => {
  expect(anchorsOf('docs/commands.md')).toContain('exit-status')
  expect(anchorsOf('docs/commands.md')).not.toContain('exit')
})

/** Returns the paths of the contributing guide that do not exist, and "NAME in FILE" where the file has no such name. */
function wrongNames(text: string): readonly string[] {
  const isThere = (name: string): boolean => existsSync(path.join(root, name))
  const paths = [...text.matchAll(/`((?:src|test|schema|scripts|templates|editors|docs)\/[\w./*-]+)`/g)]
  const names = [...text.matchAll(/`(\w+)` in\s+`((?:src|schema|scripts)\/[\w./-]+\.\w+)`/g)]
  return [
    ...paths.map(([, name = '']) => name).filter((name) => !/\*|\b[A-Z]{4,}\b/.test(name) && !isThere(name)),
    ...names
      .filter(
        ([, name = '', file = '']) =>
          isThere(file) && !readFileSync(path.join(root, file), 'utf8').includes(name),
      )
      .map(([whole]) => whole),
  ]
}

it('the contributing guide names only things that exist', () => {
  expect(wrongNames(readFileSync(path.join(root, 'docs/contributing.md'), 'utf8'))).toEqual([])
  expect(wrongNames('`src/index.ts`, `src/NAME.ts`, `nothing` in `src/index.ts`, `src/nowhere.ts`')).toEqual([
    'src/nowhere.ts',
    '`nothing` in `src/index.ts`',
  ])
})
