import type { Page } from 'playwright-core'
import type { ScreenshotFormat } from '../../schema/request-v2.gen.ts'

/** Options of a screenshot, as a format or as an action. */
export type ScreenshotSettings = Pick<ScreenshotFormat, 'fullPage' | 'quality' | 'viewport'>

/** Pages may be endless, but a picture must not be. */
const MAX_HEIGHT = 20_000
const CAPPED = `html { max-height: ${MAX_HEIGHT}px !important; overflow: hidden !important }`

/** Returns a picture of the page as a `data:` URL: JPEG when a quality is given, PNG otherwise. */
export async function takeScreenshot(
  page: Page,
  settings: ScreenshotSettings,
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
