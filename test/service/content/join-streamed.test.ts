import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinStreamed } from '../../../src/service/content/join-streamed.ts'

/** A part of a page: text, or a part that comes later with its placeholder. */
type Content = string | { readonly inner: readonly Content[]; readonly standIn: string | undefined }

const SCRIPT = '<script>$RC=function(b,c){}</script>'

/** Writes content as React streams it: parts go to `later`, as elements that are not shown. */
function streamed(contents: readonly Content[], later: string[], count = { parts: 0 }): string {
  return contents
    .map((content) => {
      if (typeof content === 'string') return content
      const id = (count.parts++).toString(16)
      const inner = streamed(content.inner, later, count)
      const letter = content.standIn === undefined ? 'P' : 'B'
      const call = letter === 'B' ? `$RC("B:${id}","S:${id}")` : `$RS("S:${id}","P:${id}")`
      later.push(`<div hidden id="S:${id}">${inner}</div><script>${call}</script>`)
      const template = `<template id="${letter}:${id}"></template>`
      return content.standIn === undefined ? template : `<!--$?-->${template}${content.standIn}<!--/$-->`
    })
    .join('')
}

function whole(contents: readonly Content[]): string {
  return contents.map((content) => (typeof content === 'string' ? content : whole(content.inner))).join('')
}

function withoutScripts(html: string): string {
  return html.replaceAll(/<!--[^>]*-->|<script>.*?<\/script>/g, '')
}

const { contents } = fc.letrec<{ contents: Content[]; content: Content }>((tie) => ({
  contents: fc.array(tie('content'), { maxLength: 4 }),
  content: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('<p>a</p>', '<div><b>b</b></div>', 'text', '<!--$-->c<!--/$-->', '<hr>'),
    fc.record({
      inner: tie('contents'),
      standIn: fc.constantFrom(undefined, '', '<p>Loading</p>', '<!--$?--><i>.</i><!--/$-->'),
    }),
  ),
}))

describe('a streamed page', () => {
  it('equals the page that its scripts create, in any order of the parts', () => {
    fc.assert(
      fc.property(contents, fc.boolean(), (page, isReversed) => {
        const later: string[] = []
        const first = streamed(page, later)
        const html = `<body>${first}${(isReversed ? later.toReversed() : later).join('')}</body>`
        expect(withoutScripts(joinStreamed(html))).toBe(withoutScripts(`<body>${whole(page)}</body>`))
      }),
    )
  })

  it('is unchanged if no part arrives later', () => {
    for (const html of ['<p>a', '<template id="B:0"></template>', '<div hidden id="S:0">a</div>'])
      expect(joinStreamed(SCRIPT + html)).toBe(SCRIPT + html)
  })

  it.each([
    ['inside itself', '<div hidden id="S:0">a<template id="B:0"></template></div>'],
    [
      'in the content that another part replaces',
      '<!--$?--><template id="B:1"></template><template id="P:0"></template><!--/$--><div hidden id="S:0">a</div><div hidden id="S:1">b</div>',
    ],
    [
      'in another part, and the other way round',
      '<div hidden id="S:0">a<template id="P:1"></template></div><div hidden id="S:1">b<template id="P:0"></template></div>',
    ],
    ['twice', '<template id="P:0"></template><template id="P:0"></template><div hidden id="S:0">a</div>'],
    ['cut off', '<template id="P:0"></template><div hidden id="S:0">a<p>b'],
  ])('keeps a part whose place is %s', (_, html) => {
    const text = (page: string): string[] =>
      withoutScripts(page)
        .replaceAll(/<[^>]*>/g, '')
        .split('')
        .toSorted()
    expect(text(joinStreamed(SCRIPT + html))).toEqual(text(html))
  })

  it('may nest parts to any depth', () => {
    const count = 50_000
    const parts = Array.from(
      { length: count },
      (_, index) =>
        `<div hidden id="S:${index.toString(16)}">a<template id="P:${(index + 1).toString(16)}"></template></div>`,
    )
    const joined = joinStreamed(`${SCRIPT}<template id="P:0"></template>${parts.join('')}`)
    expect(withoutScripts(joined).match(/^a+/)?.[0]).toHaveLength(count)
  })
})
