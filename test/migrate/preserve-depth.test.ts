import fc from 'fast-check'
import { expect, it } from 'vitest'
import { migrateValue } from '../../src/migrate/migrate.ts'

/** As version 1 counted: segments of the path, an index file at its end being none. */
function segmentsOf(path: string): number {
  const segments = path.split('/').filter((segment) => segment !== '')
  return /^index\.(?:html|php)$/.test(segments.at(-1) ?? '') ? segments.length - 1 : segments.length
}

it('a preserved depth matches exactly the paths that version 1 accepted', () => {
  const segment = fc.constantFrom('a', 'docs', 'index.html', 'index.php', 'x.html', '%20')
  const paths = fc
    .tuple(fc.array(segment, { maxLength: 6 }), fc.boolean())
    .map(([segments, slash]) => `/${segments.join('/')}${slash && segments.length > 0 ? '/' : ''}`)
  fc.assert(
    fc.property(fc.nat(5), paths, (maxDepth, path) => {
      // An index file that ends in a slash is a directory's name, which no site has.
      fc.pre(!/index\.(?:html|php)\/$/.test(path))
      const { value: request } = migrateValue(
        { url: 'https://example.com/', maxDepth },
        { preserveDepth: true },
      )
      const [pattern] = request['includePaths'] as string[]
      expect(new RegExp(pattern ?? '').test(path)).toBe(segmentsOf(path) <= maxDepth)
    }),
    { numRuns: 2000 },
  )
})
