import { expect, it } from 'vitest'
import type { PageTree } from '../../../src/service/page-tree/page-tree.ts'
import { parsePage } from '../../../src/service/page-tree/parse-page.ts'
import { Selection } from '../../../src/service/page-tree/selection.ts'
import { SKIP, visitTree } from '../../../src/service/page-tree/visit-tree.ts'

/** Writes the kept elements of a page and their texts. */
function kept(tree: PageTree, selection: Selection): string {
  let text = ''
  visitTree(
    { tree },
    {
      open: (node) => {
        if (selection.isLeftOut(node) || tree.kind(node).role === 'markup') return SKIP
        if (!selection.isUnwrapped(node)) text += `<${tree.name(node)}>`
        return () => {
          if (!selection.isUnwrapped(node)) text += `</${tree.name(node)}>`
        }
      },
      text: (from, to) => {
        if (!selection.isTextLeftOut(from)) text += tree.html.slice(from, to)
      },
    },
  )
  return text
}

function select(html: string, change: (selection: Selection, tree: PageTree) => void): string {
  const tree = parsePage(html)
  const selection = new Selection(tree)
  change(selection, tree)
  return kept(tree, selection)
}

it('keeps everything at first', () => {
  expect(select('a<b>c</b>d<!-- e --><p>f', () => undefined)).toBe('a<b>c</b>d<p>f</p>')
})

it('leaves out an element with everything in it', () => {
  expect(select('a<div>b<i>c</i></div>d', (selection) => selection.leaveOut(0))).toBe('ad')
})

it('leaves out a part that is in a part already left out', () => {
  const change = (selection: Selection): void => {
    selection.leaveOut(1)
    selection.leaveOut(0)
    selection.unwrap(1)
  }
  expect(select('<div><i>c</i></div>d', change)).toBe('d')
})

it('drops the tags of an element and keeps its content', () => {
  expect(select('<noscript>a<p>b</p></noscript>', (selection) => selection.unwrap(0))).toBe('a<p>b</p>')
})

it('leaves out a run of text in an element that stays', () => {
  const change = (selection: Selection, tree: PageTree): void => {
    selection.leaveOutText(tree.textRuns(0)[1]?.from ?? 0)
  }
  expect(select('<p>a<b>b</b>c</p>', change)).toBe('<p>a<b>b</b></p>')
})

it('keeps only some elements, without the elements and texts around them', () => {
  const html = 'a<body>b<div>c<h1>d</h1>e</div>f<nav>g</nav><main>h<p>i</p></main>j</body>k'
  expect(
    select(html, (selection, tree) => {
      const named = (name: string): number =>
        Array.from({ length: tree.size }, (_, node) => node).find((node) => tree.name(node) === name) ?? 0
      selection.keepOnly([named('h1'), named('main'), named('p')])
    }),
  ).toBe('<h1>d</h1><main>h<p>i</p></main>')
})

it('keeps nothing of a page of which no element is to be kept', () => {
  expect(select('a<b>b</b>', (selection) => selection.keepOnly([]))).toBe('')
})
