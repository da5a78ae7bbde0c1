import { expect, it } from 'vitest'
import { type PageTree, visitTree } from '../../../src/service/page-tree/page-tree.ts'
import { parsePage } from '../../../src/service/page-tree/parse-page.ts'

/** Returns the kept elements of a page and their texts after a change of what is kept. */
function select(html: string, change: (tree: PageTree) => void): string {
  const tree = parsePage(html)
  change(tree)
  let text = ''
  visitTree(tree, {
    open: (node) => {
      text += `<${tree.name(node)}>`
      return () => void (text += `</${tree.name(node)}>`)
    },
    text: (from, to) => void (text += tree.html.slice(from, to)),
  })
  return text
}

it('a page tree keeps everything at first', () => {
  expect(select('a<b>c</b>d<!-- e --><p>f', () => undefined)).toBe('a<b>c</b>d<p>f</p>')
})

it('leaveOut removes an element with its content', () => {
  expect(select('a<div>b<i>c</i></div>d', (tree) => tree.leaveOut(0))).toBe('ad')
})

it('leaveOut removes a part inside a part that is already left out', () => {
  const change = (tree: PageTree): void => {
    tree.leaveOut(1)
    tree.leaveOut(0)
    tree.unwrap(1)
  }
  expect(select('<div><i>c</i></div>d', change)).toBe('d')
})

it('unwrap removes the tags of an element and keeps its content', () => {
  expect(select('<noscript>a<p>b</p></noscript>', (tree) => tree.unwrap(0))).toBe('a<p>b</p>')
})

it('leaveOutText removes a run of text in an element', () => {
  const change = (tree: PageTree): void => {
    tree.leaveOutText(tree.textRuns(0)[1]?.from ?? 0)
  }
  expect(select('<p>a<b>b</b>c</p>', change)).toBe('<p>a<b>b</b></p>')
})

it('keepOnly keeps some elements without the elements and texts around them', () => {
  const html = 'a<body>b<div>c<h1>d</h1>e</div>f<nav>g</nav><main>h<p>i</p></main>j</body>k'
  expect(
    select(html, (tree) => {
      const named = (name: string): number =>
        Array.from({ length: tree.size }, (_, node) => node).find((node) => tree.name(node) === name) ?? 0
      tree.keepOnly([named('h1'), named('main'), named('p')])
    }),
  ).toBe('<h1>d</h1><main>h<p>i</p></main>')
})

it('keepOnly without elements keeps nothing', () => {
  expect(select('a<b>b</b>', (tree) => tree.keepOnly([]))).toBe('')
})

it('keepAll keeps everything again', () => {
  const change = (tree: PageTree): void => {
    tree.keepOnly([])
    tree.keepAll()
  }
  expect(select('a<b>b</b>', change)).toBe('a<b>b</b>')
})
