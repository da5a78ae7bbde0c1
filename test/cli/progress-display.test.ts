import { describe, expect, it } from 'vitest'
import { barDisplay, lineDisplay } from '../../src/cli/output/progress-display.ts'
import { plainStyle } from '../../src/render/render.ts'
import { FakeClock } from '../support/fake-clock.ts'

function recorder(columns = 80) {
  const clock = new FakeClock()
  let text = ''
  const stream = {
    isTerminal: true,
    columns,
    width: columns,
    write: (more: string) => void (text += more),
    say: (more: string) => void (text += more),
    shown: (more: string) => more,
  }
  const open = (bars: boolean) => (bars ? barDisplay(stream, plainStyle) : lineDisplay(stream, clock, true))
  return { clock, open, text: () => text }
}

const job = (crawl: string, completed: number, total: number) =>
  ({ crawl, status: 'scraping', completed, total }) as const

/** What a terminal shows after `output`: lines, with the cursor movement that bars use and nothing else. */
function screen(output: string): string[] {
  const lines: string[] = []
  // oxlint-disable-next-line no-control-regex
  for (const part of output.split(/(?<=\n)|(?=\u001b)/)) {
    // oxlint-disable-next-line no-control-regex
    const up = /^\u001b\[(\d+)F$/.exec(part)
    if (up !== null) lines.splice(lines.length - Number(up[1]))
    else if (part.startsWith('\u001b[J')) {
      const rest = part.slice(3)
      if (rest !== '') lines.push(rest)
    } else lines.push(part)
  }
  return lines.map((line) => line.replace(/\n$/, ''))
}

describe('progress bars', () => {
  it('are redrawn in place, sorted by name, with other text above them', () => {
    const { open, text } = recorder()
    const display = open(true)
    display.update(job('b', 1, 4))
    display.update(job('a', 2, 4))
    display.print('something happened\n')
    display.update(job('b', 3, 4))
    expect(screen(text())).toEqual([
      'something happened',
      'a [############............] 2 of 4 known pages',
      'b [##################......] 3 of 4 known pages',
    ])
    display.remove('a')
    display.close()
    expect(screen(text())).toEqual(['something happened'])
    expect(text()).not.toContain('\r')
  })

  it('are never wider than the terminal, and never fill more than a screen', () => {
    const { open, text } = recorder(30)
    const display = open(true)
    for (let index = 0; index < 40; index += 1) display.update(job(`crawl-with-a-long-name-${index}`, 1, 4))
    const lines = screen(text())
    expect(lines.length).toBe(12)
    expect(lines.at(-1)).toBe('and 29 more')
    for (const line of lines) expect(line.length).toBeLessThan(30)
  })

  it('are not redrawn when nothing changed', () => {
    const { open, text } = recorder()
    const display = open(true)
    display.update(job('a', 1, 4))
    const before = text()
    display.update(job('a', 1, 4))
    expect(text()).toBe(before)
  })
})

describe('lines of progress', () => {
  it('are written when the status changes, and every few seconds', () => {
    const { open, clock, text } = recorder()
    const display = open(false)
    display.update(job('a', 1, 4))
    display.update(job('a', 2, 4))
    clock.advance(10_000)
    display.update(job('a', 3, 4))
    display.print('a: completed\n')
    display.close()
    expect(text()).toBe('a: running, 1 of 4 known pages\na: running, 3 of 4 known pages\na: completed\n')
  })
})
