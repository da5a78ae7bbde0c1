import { expect, it } from 'vitest'
import { nameOfUrl } from '../../src/util/name-of-url.ts'

it.each([
  ['https://docs.example.com/start?x=1', 'docs-example'],
  ['https://www.example.com/', 'example'],
  ['http://127.0.0.1:8080/', '127-0-0-1'],
  ['http://[::1]/', '1'],
  ['http://localhost/', 'localhost'],
  ['https://bücher.example/', 'xn--bcher-kva'],
  ['no url', undefined],
])('the name of %s is %s', (url, name) => {
  expect(nameOfUrl(url)).toBe(name)
})
