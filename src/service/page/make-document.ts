import type { PageDocument, PageMetadata } from '../../protocol/crawl-status.ts'
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

/** The data of a document besides the page's content. `shown` is absent without a browser. */
type DocumentRequest = Pick<PageTask, 'scrape'> & {
  readonly [Name in 'previous' | 'isLinked']?: PageTask[Name] | undefined
} & { readonly shown?: Pick<ShownPage, 'screenshot' | 'actions'> | undefined }

type Material = DocumentRequest & {
  readonly content: PageContent
  /** Whether the site answers that the page is not there. */
  readonly isGone: boolean
}

type LocalFormat = FormatNeeding<'browser' | undefined>

/** The functions that make the formats without a language model, in the order of the document's members. */
const makers: { readonly [Type in LocalFormat]: (from: Material) => ScrapedDocument[Type] } = {
  markdown: ({ content }) => content.markdown,
  html: ({ content }) => content.html,
  rawHtml: ({ content }) => content.rawHtml,
  links: ({ content }) => content.documentLinks,
  images: ({ content }) => content.images,
  screenshot: ({ shown }) => shown?.screenshot,
  attributes: ({ content, scrape }) =>
    readAttributes(content, findFormat(scrape, 'attributes')?.selectors ?? []),
  changeTracking: ({ content, scrape, previous, isGone, isLinked = true }) => {
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
  content: PageContent,
  metadata: PageMetadata,
  request: DocumentRequest,
): ScrapedDocument {
  const isGone = metadata.statusCode === 404 || metadata.statusCode === 410
  const material: Material = { ...request, content, isGone }
  const made: Record<string, unknown> = {}
  for (const [type, make] of makersFor(request.scrape)) made[type] = make(material)
  const actions = request.shown?.actions
  const { warning } = content
  if (actions !== undefined) made['actions'] = actions
  if (warning !== undefined) made['warning'] = warning
  return Object.assign(made, { metadata })
}
