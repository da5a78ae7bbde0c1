import type { Page } from 'playwright-core'
import type { Action, ScreenshotFormat } from '../../schema/request-v2.gen.ts'
import type { Clock } from '../../util/clock.ts'
import type { Json } from '../../util/json.ts'

/** The `actions` member of a document: the results of actions by kind, in order. */
export interface ActionResults {
  readonly screenshots: string[]
  readonly scrapes: { readonly url: string; readonly html: string }[]
  readonly javascriptReturns: { readonly type: string; readonly value: Json }[]
  /** Base64. */
  readonly pdfs: string[]
}

export class ActionError extends Error {}

export interface ActionRun {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly stepTimeoutMs: number
}

const MAX_CLICKS = 100
/** Maximum length of a script's result as JSON. */
const MAX_RETURN_LENGTH = 1_000_000
/** Pages may be endless, but a picture must not be. */
const MAX_HEIGHT = 20_000
const CAPPED = `html { max-height: ${MAX_HEIGHT}px !important; overflow: hidden !important }`

/** @throws {ActionError} with the first action that fails, counted from 1 */
export async function runActions(page: Page, actions: readonly Action[], run: ActionRun) {
  const results: ActionResults = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] }
  for (const [index, action] of actions.entries()) {
    run.signal.throwIfAborted()
    try {
      await runAction(page, action, results, run)
    } catch (error) {
      run.signal.throwIfAborted()
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown'
      throw new ActionError(`Action ${index + 1}, "${action.type}", failed: ${reason}`)
    }
  }
  return results
}

async function runAction(page: Page, action: Action, results: ActionResults, run: ActionRun): Promise<void> {
  const timeout = run.stepTimeoutMs
  switch (action.type) {
    case 'wait':
      if (action.milliseconds !== undefined) await run.clock.sleep(action.milliseconds, run.signal)
      if (action.selector !== undefined)
        await page.waitForSelector(action.selector, { state: 'attached', timeout })
      return
    case 'click':
      return click(page, action.selector, action.all === true, timeout)
    case 'write':
      return page.keyboard.type(action.text)
    case 'press':
      return page.keyboard.press(action.key)
    case 'scroll':
      return scroll(page, action.direction ?? 'down', action.selector)
    case 'screenshot':
      results.screenshots.push(await takeScreenshot(page, action, timeout))
      return
    case 'scrape':
      results.scrapes.push({ url: page.url(), html: await page.content() })
      return
    case 'executeJavascript':
      results.javascriptReturns.push(await execute(page, action.script))
      return
    case 'pdf': {
      const { format = 'Letter', landscape = false, scale = 1 } = action
      const pdf = await page.pdf({ format, landscape, scale, printBackground: true })
      results.pdfs.push(pdf.toString('base64'))
    }
  }
}

async function click(page: Page, selector: string, all: boolean, timeout: number): Promise<void> {
  if (!all) return page.click(selector, { timeout })
  const elements = await page.locator(selector).all()
  if (elements.length === 0) throw new Error(`nothing matches "${selector}"`)
  for (const element of elements.slice(0, MAX_CLICKS)) await element.click({ timeout })
}

async function scroll(page: Page, direction: 'up' | 'down', selector: string | undefined): Promise<void> {
  const found = await page.evaluate(
    `(() => {
      const selector = ${JSON.stringify(selector ?? null)}
      const target = selector === null ? window : document.querySelector(selector)
      if (target === null) return false
      const height = selector === null ? window.innerHeight : target.clientHeight
      target.scrollBy(0, ${direction === 'up' ? -1 : 1} * height)
      return true
    })()`,
  )
  if (found !== true) throw new Error(`nothing matches "${selector}"`)
}

/** Runs a script: an expression, or statements that may `return` a value. */
async function execute(page: Page, script: string): Promise<{ type: string; value: Json }> {
  const wrapped = `(async () => {
    const value = await ${/\breturn\b/.test(script) ? `(async () => { ${script}\n })()` : `(0, eval)(${JSON.stringify(script)})`}
    const text = JSON.stringify(value)
    return { type: value === null ? 'null' : typeof value, text: text === undefined ? 'null' : text.slice(0, ${MAX_RETURN_LENGTH + 1}) }
  })()`
  const { type, text } = await page.evaluate<{ type: string; text: string }>(wrapped)
  if (text.length > MAX_RETURN_LENGTH) throw new Error('the script returned too much data')
  // The value as JSON, written by the page.
  return { type, value: JSON.parse(text) as Json }
}

/** Returns a picture of the page as a `data:` URL: JPEG when a quality is given, PNG otherwise. */
export async function takeScreenshot(
  page: Page,
  settings: Pick<ScreenshotFormat, 'fullPage' | 'quality' | 'viewport'>,
  timeout: number,
): Promise<string> {
  const { fullPage = false, quality, viewport } = settings
  if (viewport !== undefined) await page.setViewportSize(viewport)
  const height = fullPage ? await page.evaluate('document.documentElement.scrollHeight') : 0
  const picture = await page.screenshot({
    fullPage,
    timeout,
    animations: 'disabled',
    ...(Number(height) > MAX_HEIGHT ? { style: CAPPED } : {}),
    ...(quality === undefined ? { type: 'png' } : { type: 'jpeg', quality }),
  })
  return `data:image/${quality === undefined ? 'png' : 'jpeg'};base64,${picture.toString('base64')}`
}
