import type { PageDocument, PageMetadata } from '../../protocol/crawl-status.ts'
import { given } from '../../util/json.ts'
import { onceEach } from '../../util/once-each.ts'
import type { ShownPage } from '../browser/show-page.ts'
import { readAttributes } from '../content/css-tree.ts'
import type { PageContent } from '../content/html-content.ts'
import { formatTypes, type FormatNeeding } from '../../request/formats.ts'
import { findFormat, type ScrapeSettings } from '../../request/page-settings.ts'
import type { PageTask } from './page-task.ts'
import { trackChange } from './track-change.ts'

/** A page's document on its way to the store, where it becomes the `PageDocument` of the API. */
export interface ScrapedDocument extends Pick<
  PageDocument,
  'markdown' | 'html' | 'rawHtml' | 'links' | 'images' | 'screenshot' | 'warning' | 'metadata'
> {
  readonly [format: string]: unknown
}

/** What a document is made from. */
interface Material {
  readonly content: PageContent
  readonly task: PageTask
  /** Absent without a browser. */
  readonly shown: Pick<ShownPage, 'screenshot' | 'actions'> | undefined
  /** Whether the site answers that the page is not there. */
  readonly isGone: boolean
}

/** The functions that make the formats without a language model, in the order of the document's members. */
const makers: {
  readonly [Type in FormatNeeding<'browser' | undefined>]: (from: Material) => ScrapedDocument[Type]
} = {
  markdown: ({ content }) => content.markdown,
  html: ({ content }) => content.html,
  rawHtml: ({ content }) => content.rawHtml,
  links: ({ content }) => content.documentLinks,
  images: ({ content }) => content.images,
  screenshot: ({ shown }) => shown?.screenshot,
  attributes: ({ content, task }) =>
    readAttributes(content, findFormat(task.scrape, 'attributes')?.selectors ?? []),
  changeTracking: ({ content, task, isGone }) => {
    const { scrape, previous, isLinked = true } = task
    const tracking = findFormat(scrape, 'changeTracking') ?? { type: 'changeTracking' }
    return trackChange(content.markdown, previous, tracking, { isGone, isLinked })
  },
}

const makersFor = onceEach((scrape: ScrapeSettings) => {
  const types = new Set(formatTypes(scrape.formats))
  return Object.entries(makers).filter(([type]) => types.has(type))
})

/** Returns the document of a page in the asked formats that need no language model, and in no others. */
export function makeDocument(
  { content, task, shown }: Omit<Material, 'isGone'>,
  metadata: PageMetadata,
): ScrapedDocument {
  const isGone = metadata.statusCode === 404 || metadata.statusCode === 410
  const made: Record<string, unknown> = {}
  for (const [type, make] of makersFor(task.scrape)) made[type] = make({ content, task, shown, isGone })
  return Object.assign(made, given({ actions: shown?.actions, warning: content.warning }), { metadata })
}
