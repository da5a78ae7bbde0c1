// If the picture is not what the program shows now: run `npm run generate`, and look at docs/terminal.svg.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { terminalPicture } from '../../scripts/docs/terminal-picture.mjs'

const root = path.join(import.meta.dirname, '../..')
const svg = readFileSync(path.join(root, 'docs/terminal.svg'), 'utf8')

/** The relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The colours of text over that of the ground, as contrasts. */
function contrasts(style: string): readonly number[] {
  const ground = /\.ground \{ fill: (#\w{6})/.exec(style)?.[1] ?? ''
  const inks = [...style.matchAll(/fill: (#\w{6})/g)]
    .map(([, ink = '']) => ink)
    .filter((ink) => ink !== ground)
  return inks.map((ink) => {
    const [low = 0, high = 0] = [luminance(ink), luminance(ground)].toSorted((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  })
}

describe('the picture of a terminal in the README', () => {
  it('shows the present output, the same each time', async () => {
    expect(await terminalPicture({ root })).toBe(svg)
  })

  it('is small, consists of text, and needs no other files', () => {
    expect(svg.length).toBeLessThan(30_000)
    expect(svg).toContain('crawlform apply --expect ')
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/<script|<image|href=|url\(|@import/)
    expect(svg).not.toMatch(/127\.0\.0\.1|\/tmp\/|\/home\/|\d\d:\d\d:\d\d/)
  })

  it('is readable on a phone', () => {
    const [, width = NaN] = (/viewBox="0 0 (\d+) /.exec(svg) ?? []).map(Number)
    const font = Number(/font: (\d+)px/.exec(svg)?.[1])
    // GitHub's margins leave 358 of 390 px.
    expect((font * 358) / width).toBeGreaterThan(10.5)
    const ends = [...svg.matchAll(/x="([\d.]+)"[^>]* textLength="([\d.]+)"/g)].map(
      ([, x, length]) => Number(x) + Number(length),
    )
    expect(ends.length).toBeGreaterThan(20)
    expect(Math.max(...ends)).toBeLessThan(width)
  })

  it('is readable in light and dark mode', () => {
    const [light = '', dark = ''] = svg.split('@media (prefers-color-scheme: dark)')
    const found = [contrasts(light), contrasts(dark.split('</style>')[0] ?? '')]
    expect(found.map(({ length }) => length)).toEqual([8, 8])
    for (const contrast of found.flat()) expect(contrast).toBeGreaterThanOrEqual(4.5)
  })
})
