import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { compileScope } from '../../src/scope/compile-scope.ts'
import { someScopeSettings } from '../support/some-scope-settings.ts'

const { cache } = createRequire(import.meta.url)
const isLoaded = (name: string): boolean =>
  Object.keys(cache).some((file) => file.includes(`/node_modules/${name}/`))

test('the pattern engine and the public suffix list are loaded by the first crawl that needs them', () => {
  const plain = compileScope(
    someScopeSettings({ includePaths: ['^/docs/'], excludePaths: ['/old/.*\\.pdf$'] }),
  )
  expect(plain.decide('https://m.example.com/docs/', { depth: 1, via: 'link' }).inScope).toBe(false)
  expect([isLoaded('re2js'), isLoaded('tldts')]).toEqual([false, false])

  const costly = compileScope(someScopeSettings({ excludePaths: ['(?i)/OLD/'] }))
  expect(costly.decide('https://example.com/old/', { depth: 1, via: 'link' }).inScope).toBe(false)
  expect([isLoaded('re2js'), isLoaded('tldts')]).toEqual([true, false])

  const wide = compileScope(someScopeSettings({ allowSubdomains: true }))
  expect(wide.decide('https://m.example.com/', { depth: 1, via: 'link' }).inScope).toBe(true)
  expect(isLoaded('tldts')).toBe(true)
})
