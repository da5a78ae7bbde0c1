import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { renderPlanHtml } from '../../src/render/render-plan-html.ts'
import { measurePage } from '../support/measure-page.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'
import { hasBrowser, startTestBrowser, type TestBrowser } from '../support/test-browser.ts'

const fixtures = path.join(import.meta.dirname, '../fixtures/render/plan')
const SCRIPT = `<script>document.title = 'run'</script><img src="https://example.org/x.png" onerror="alert(1)">`

function fixture(name: string): Plan {
  return JSON.parse(readFileSync(path.join(fixtures, `${name}.plan.json`), 'utf8')) as Plan
}

/** A plan whose every text tries to be markup. */
function hostilePlan(): Plan {
  const text = JSON.stringify(fixture('hostile-text'))
  const plan = JSON.parse(text) as Plan
  return {
    ...plan,
    environment: SCRIPT,
    budgetPages: 0,
    changes: plan.changes.map((change) =>
      change.action === 'forget'
        ? change
        : {
            ...change,
            name: SCRIPT,
            reason: `${SCRIPT} ${'wide'.repeat(200)}`,
            file: SCRIPT,
            request: { ...change.request, url: `https://example.com/${SCRIPT}/${'long'.repeat(300)}` },
            notes: [{ pointer: '/url', text: SCRIPT }],
          },
    ),
  }
}

/** A plan with old and new files, warnings, migrations and a secret. */
async function realReport(project: CliProject): Promise<string> {
  const git = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  const { execFileSync } = await import('node:child_process')
  const commit = (): void => {
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      [...git, 'commit', '-qm', 'x'],
    ])
      execFileSync('git', args, { cwd: project.directory })
  }
  project.write('crawlform.yaml', 'version: 2\nprofiles: { polite: { request: { delay: 1 } } }\n')
  project.write(
    'crawls/docs.yaml',
    'version: 2\nrequest: { url: https://docs.example.com/, limit: 100, excludePaths: [^/a/, ^/b/, ^/c/] }\n',
  )
  project.write('crawls/gone.yaml', 'version: 2\nrequest: { url: https://gone.example.com/, limit: 1 }\n')
  commit()
  rmSync(path.join(project.directory, 'crawls/gone.yaml'))
  project.write(
    'crawls/docs.yaml',
    `version: 2
extends: [polite]
request:
  url: https://docs.example.com/
  limit: 2000
  excludePaths: [^/a/, ^/archive/, ^/c/, '^/tmp/*']
  webhook: { url: https://hooks.example.com/, headers: { Authorization: 'Bearer \${secret:HOOK_TOKEN}' } }
`,
  )
  project.write(
    'crawls/old.yaml',
    'version: 1\nrequest: { url: https://old.example.com/, maxDepth: 3, limit: 50, allowBackwardLinks: true }\n',
  )
  const { status, stderr } = await project.run(
    ['plan', '--against', 'HEAD', '--report', 'html=plan.html', '--format', 'json'],
    { env: { HOOK_TOKEN: 'hunter2' } },
  )
  if (status !== 0) throw new Error(stderr)
  return readFileSync(path.join(project.directory, 'plan.html'), 'utf8')
}

describe.runIf(hasBrowser)('the HTML report in a browser', () => {
  let browser: TestBrowser
  let project: CliProject | undefined
  beforeAll(async () => {
    browser = await startTestBrowser()
    project = cliProject()
    const reports = {
      'every-action': renderPlanHtml(
        { ...fixture('every-action'), budgetPages: 50_000 },
        { detail: 'full', applyCommand: 'crawlform apply --expect abc' },
      ),
      'no-crawls': renderPlanHtml(fixture('no-crawls'), { detail: 'normal' }),
      hostile: renderPlanHtml(hostilePlan(), {
        detail: 'full',
        applyCommand: SCRIPT,
        comparedWith: SCRIPT,
        warnings: [
          {
            rule: SCRIPT,
            severity: 'warning',
            message: SCRIPT,
            help: `a\n${SCRIPT}`,
            file: SCRIPT,
            ...place,
          },
        ],
      }),
      real: await realReport(project),
    }
    for (const [name, html] of Object.entries(reports))
      writeFileSync(path.join(browser.folder, `${name}.html`), html)
  })
  afterAll(async () => {
    await browser?.close()
    project?.remove()
  })

  const names = ['every-action', 'no-crawls', 'hostile', 'real']
  // Colours do not depend on the width.
  const looks = names.flatMap((name) => [
    { name, colorScheme: 'light' as const, width: 375 },
    { name, colorScheme: 'dark' as const, width: 1280 },
  ])

  it.each(looks)(
    '$name, $colorScheme, $width pixels wide: is readable and fits, without scripts',
    async (look) => {
      const { name, colorScheme, width } = look
      const { page, requests, complaints } = await browser.openFile(name, {
        colorScheme,
        viewport: { width, height: 800 },
        javaScriptEnabled: false,
      })
      const picture = path.join(browser.folder, `${name}-${colorScheme}-${width}.png`)
      await page.screenshot({ path: picture, fullPage: true })
      expect(statSync(picture).size).toBeGreaterThan(5000)
      const { texts, faint, beyond } = await measurePage(page)
      expect(texts).toBeGreaterThan(3)
      expect({ faint, beyond }).toEqual({ faint: [], beyond: [] })
      expect(requests).toHaveLength(1)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it('separates the columns of the overview', async () => {
    const { page } = await browser.openFile('every-action', { viewport: { width: 1280, height: 800 } })
    const gaps = await page.evaluate<number[]>(`
      [...document.querySelectorAll('.overview tr')].flatMap((row) => {
        const boxes = [...row.cells].map((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          return range.getBoundingClientRect()
        }).filter(({ width }) => width > 0)
        return boxes.slice(1).map(({ left }, index) => left - boxes[index].right)
      })`)
    expect(gaps.length).toBeGreaterThan(10)
    expect(Math.min(...gaps)).toBeGreaterThan(5)
    await page.context().close()
  })

  it('treats nothing in the files as markup, even if scripts may run', async () => {
    const { page, requests, complaints } = await browser.openFile('hostile')
    expect(await page.title()).toContain('<script>')
    expect(await page.locator('script, img').count()).toBe(0)
    expect(await page.locator('h3').allInnerTexts()).toEqual([SCRIPT])
    expect([requests.length, complaints]).toEqual([1, []])
    await page.context().close()
  })

  it('shows settings, origins, differences, budget, notes and warnings, and no secret', async () => {
    const { page } = await browser.openFile('real')
    const text = await page.locator('main').innerText()
    for (const part of [
      'Compared with HEAD, environment local',
      '1 added, 1 changed, 1 removed, 0 the same.',
      '1 warning about the files',
      'pages are scraped one at a time', // a note
      'migrate/depth-meaning',
      'profile polite (crawlform.yaml:2)',
      'migrated from maxDepth (crawls/old.yaml:2)',
      'Bearer ${secret:HOOK_TOKEN}',
      'crawls/docs.yaml:5',
    ]) {
      expect(text).toContain(part)
    }
    expect(await page.content()).not.toContain('hunter2')
    const removed = await page.locator('del').allInnerTexts()
    const added = await page.locator('ins').allInnerTexts()
    expect([removed, added]).toEqual([
      expect.arrayContaining(['- ^/b/', '100']),
      expect.arrayContaining(['+ ^/archive/', '2000']),
    ])
    const { page: budgeted } = await browser.openFile('every-action')
    expect(await budgeted.locator('.budget').allInnerTexts()).toEqual([
      '2575 of 50000 pages of the budget',
      '6000 of 5000 credits of the budget, too many',
    ])
    await budgeted.context().close()
    // Every crawl is one click away.
    for (const link of await page.locator('.overview a').all()) {
      const target = (await link.getAttribute('href')) ?? ''
      expect(await page.locator(target).count()).toBe(1)
    }
    await page.context().close()
  })
})

const place = { line: 1, column: 1, endLine: 1, endColumn: 2 }
