import type { ServerResponse } from 'node:http'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { page } from './pages.ts'

export interface GatedSite extends LoopbackSite {
  /** Pages that have been asked for and not answered, in order of arrival. */
  readonly waiting: string[]
  /** The most pages that ever waited at once. */
  readonly mostWaiting: number
  /** Answers the page that has waited longest, or this one. */
  answer(path?: string): void
  /** Answers everything from now on at once. */
  open(): void
}

/** A start page that links to `/p0` ... `/pN-1`. These answer only after the test allows it. */
export async function startGatedSite(pages: number): Promise<GatedSite> {
  const links = Array.from({ length: pages }, (_, index) => `/p${index}`)
  const held = new Map<string, ServerResponse>()
  const waiting: string[] = []
  let mostWaiting = 0
  let isOpen = false
  const web = await startLoopbackSite({ '/': page('Start', links) })
  const answer = (path = waiting[0]): void => {
    if (path === undefined) throw new Error('no page waits')
    waiting.splice(waiting.indexOf(path), 1)
    held.get(path)?.setHeader('content-type', 'text/html').end(page(path))
  }
  for (const link of links) {
    web.set(link, (_, response) => {
      if (isOpen) return page(link)
      held.set(link, response)
      waiting.push(link)
      mostWaiting = Math.max(mostWaiting, waiting.length)
      return undefined
    })
  }
  return {
    ...web,
    waiting,
    get mostWaiting() {
      return mostWaiting
    },
    answer,
    open: () => {
      isOpen = true
      while (waiting.length > 0) answer()
    },
  }
}
