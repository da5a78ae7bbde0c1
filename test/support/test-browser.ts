import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'
import { browserAvailable, findChromium } from '../../src/service/browser/find-chromium.ts'

/** How our pages say that they have no icon, which a browser asks for all the same. */
const NO_ICON = 'data:,'

const where = { searchPath: process.env['PATH'] }

/** Whether this machine has a browser for tests. */
export const hasBrowser = browserAvailable(where)

export interface OpenedPage {
  readonly page: Page
  /** URLs that the page asked for. */
  readonly requests: readonly string[]
  /** What its scripts complained of, logged or asked. */
  readonly complaints: readonly string[]
}

/** Chromium, and a folder for pages and their pictures. */
export interface TestBrowser {
  /** Where pictures go. With CRAWLFORM_SCREENSHOTS it is that directory, which stays, so that they can be looked at. */
  readonly folder: string
  /** Opens an empty page in a context of its own. */
  open(options?: Parameters<Browser['newContext']>[0]): Promise<OpenedPage>
  /** Opens `NAME.html` of the folder. */
  openFile(name: string, options?: Parameters<Browser['newContext']>[0]): Promise<OpenedPage>
  close(): Promise<void>
}

/** Starts Chromium. Throws where `hasBrowser` is false. */
export async function startTestBrowser(): Promise<TestBrowser> {
  const kept = process.env['CRAWLFORM_SCREENSHOTS']
  const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'crawlform-pictures-'))
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch({
    executablePath: findChromium(where) ?? '',
    args: ['--no-sandbox'],
  })
  const open: TestBrowser['open'] = async (options = {}) => {
    const page = await (await browser.newContext(options)).newPage()
    page.setDefaultTimeout(120_000)
    const [requests, complaints]: [string[], string[]] = [[], []]
    page.on('request', (request) => {
      if (request.url() !== NO_ICON) requests.push(request.url())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(dialog.message()))
    page.on('console', (message) => complaints.push(message.text()))
    return { page, requests, complaints }
  }
  return {
    folder,
    open,
    openFile: async (name, options) => {
      const opened = await open(options)
      await opened.page.goto(pathToFileURL(path.join(folder, `${name}.html`)).href, {
        waitUntil: 'networkidle',
      })
      return opened
    },
    close: async () => {
      await browser.close()
      if (kept === undefined) rmSync(folder, { recursive: true })
    },
  }
}
