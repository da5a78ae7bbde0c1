import { expect, it } from 'vitest'
import { comparableText, mostRepeats } from '../../src/scope/repeated-pages.ts'

it.each([
  ['[Next](http://a.example/x/products/)', '[Next](http://a.example/products)'],
  ['[A](https://a.example/a;jsessionid=1)', '[A](https://a.example/a;jsessionid=2)'],
  ['<a href="http://a.example/a?sid=1">', '<a href="http://a.example/b/a#c">'],
])('copies have links with the same names: %s, %s', (one, other) => {
  expect(comparableText(one)).toBe(comparableText(other))
})

it.each([
  ['![](https://a.example/1.png)', '![](https://a.example/2.png)'],
  ['One text', 'Another text'],
])('different pages differ: %s, %s', (one, other) => {
  expect(comparableText(one)).not.toBe(comparableText(other))
})

it.each([
  ['/', 0],
  ['/a/b/', 1],
  ['/a/b/a/b/a', 3],
  ['/products/products/', 2],
])('the segments of %s are repeated at most %i times', (path, most) => {
  expect(mostRepeats(path)).toBe(most)
})
