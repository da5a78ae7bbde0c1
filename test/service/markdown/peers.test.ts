import { describe, expect, it } from 'vitest'
import { cases, isRight, createConverters, scoresOf, shownOf } from '../../support/compare-markdown.ts'

const converters = createConverters()

describe.each(Object.entries(cases))('%s', (_, list) => {
  it.each(list.map((one) => [one[0], one] as const))('%s is rendered correctly', (html, one) => {
    const markdown = converters['crawlform']?.(html) ?? ''
    expect(isRight(markdown, one), `${markdown}\nis shown as ${shownOf(markdown)}`).toBe(true)
  })
})

it('the converter is at least as good as turndown, node-html-markdown and mdream', () => {
  for (const [group, scores] of Object.entries(scoresOf(converters)))
    expect(scores['crawlform'], group).toBe(Math.max(...Object.values(scores)))
})
