import { expect, test } from 'vitest'
import { relateHosts } from '../../src/scope/rules.ts'

test.each([
  ['example.com', 'example.com', 'same-host'],
  ['example.com', 'a.example.com', 'same-domain'],
  ['a.example.com', 'example.com', 'same-domain'],
  // People name hosts so, although no registry would.
  ['example.com', '-a.example.com', 'same-domain'],
  ['example.com', 'a_b.example.com', 'same-domain'],
  ['a.github.io', 'b.github.io', 'external'],
  ['example.co.uk', 'other.co.uk', 'external'],
  ['1.2.3.4', '2.2.3.4', 'external'],
  ['localhost', 'a.localhost', 'external'],
])('the relation from %s to %s is %s', (start, host, relation) => {
  const relate = relateHosts(start, true)
  expect(relate(host)).toBe(relation)
  // Also when asked again.
  expect(relate(host)).toBe(relation)
})

test('domains are not looked up if they are not needed', () => {
  expect(relateHosts('example.com', false)('a.example.com')).toBe('external')
})
