import MarkdownIt from 'markdown-it'
import { parseUrl } from '../../util/can-parse-url.ts'
import { escapeXml } from '../../util/escape-xml.ts'
import type { PageDocument } from '../../protocol/crawl-status.ts'
import { ApiError } from '../api/check-access.ts'
import type { FoundJob } from '../job/job.ts'
import { html, lines, Markup } from '../../util/markup.ts'
import type { PageParts } from './page.ts'
import { factRow, note, number, externalLink, status } from './words.ts'

/** Characters of Markdown that are shown; the file has all. */
const MOST_SHOWN = 200_000
/** Headings of the document are this many levels below those of the page. */
const BELOW = 2
/** HTML tags without attributes, which our Markdown uses where Markdown has no mark. */
const PLAIN_TAG = /&lt;(br|\/?(?:sub|sup|kbd))&gt;/g

export interface PagePart {
  readonly position: number
  /** Waits until this many bytes may be read into memory. */
  readonly reserve: (bytes: number) => Promise<void>
}

/** Returns one page of a job: its Markdown, rendered and as text, and the names of other formats. */
export async function documentPage(job: FoundJob, part: PagePart): Promise<PageParts> {
  const { position } = part
  const document = await read(job, part)
  const { metadata, markdown, warning } = document
  const { record } = job
  const title = metadata.title ?? metadata.url
  const base = `/jobs/${record.id}`
  const last = (job.counts?.completed ?? record.completed) - 1
  const body = html`<p>Page of the job <a href="${base}">${record.name ?? record.url}</a></p>
    <h1>${title}</h1>
    <p>${externalLink(metadata.url)}</p>
    <dl>
      ${factRow('Status', status(metadata.statusCode))}
      ${factRow('Requested', metadata.sourceURL === metadata.url ? undefined : externalLink(metadata.sourceURL))}
      ${factRow('Other formats', otherFormats(document))}
    </dl>
    ${note(warning)}
    ${markdown === undefined ? html`<p class="quiet">The crawl did not request Markdown.</p>` : preview(markdown, metadata.url, `${base}/pages/${position}/markdown`)}
    <nav class="parts" aria-label="Pages of the job">
      ${position > 0 ? html`<a href="${base}/pages/${position - 1}">Previous page</a>` : undefined}
      <span>Page ${number(position + 1)} of ${number(last + 1)}</span>
      ${position < last ? html`<a href="${base}/pages/${position + 1}">Next page</a>` : undefined}
    </nav>`
  return { title, body }
}

/** Answers with the Markdown of a page as a file of text. */
export async function markdownFile(job: FoundJob, part: PagePart): Promise<Response> {
  const { markdown } = await read(job, part)
  if (markdown === undefined) throw new ApiError(404, 'The crawl did not request Markdown.')
  return new Response(markdown, {
    headers: {
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-type': 'text/plain; charset=utf-8',
    },
  })
}

async function read({ record, store }: FoundJob, { position, reserve }: PagePart): Promise<PageDocument> {
  const rows = store.pages.results(record.number, position, 1)
  await reserve(rows[0]?.length ?? 0)
  const [document] = store.readPages(rows)
  if (document === undefined) throw new ApiError(404, 'The job has no such page.')
  return document
}

/** Names the other formats that are kept of a page. Only the API gives them. */
function otherFormats(document: PageDocument): string | undefined {
  const names = Object.keys(document).filter((name) => !['markdown', 'metadata', 'warning'].includes(name))
  return names.length === 0 ? undefined : names.join(', ')
}

function preview(markdown: string, url: string, file: string): Markup {
  const shown = markdown.slice(0, MOST_SHOWN)
  const cut = `The first ${number(shown.length)} of ${number(markdown.length)} characters are shown.`
  return html`${note(shown.length < markdown.length ? cut : undefined)}
    <div class="both">
      <section>
        <h2 id="rendered">Rendered</h2>
        <p class="quiet">Images are not loaded. <a class="narrow" href="#markdown">Source ↓</a></p>
        <div class="rendered" tabindex="0" role="region" aria-labelledby="rendered" dir="auto">
          ${renderedMarkdown(shown, url)}
        </div>
      </section>
      <section>
        <h2 id="markdown">Markdown</h2>
        <p class="quiet"><a href="${file}">Open as text</a></p>
        <pre tabindex="0" role="region" aria-labelledby="markdown" dir="auto">${lines(shown)}</pre>
      </section>
    </div>`
}

/**
 * Returns Markdown as HTML that loads and runs nothing. HTML in it becomes text, and pictures become their descriptions. Links lead
 * only to web pages and e-mail addresses.
 * @param url the page that relative links are resolved against
 */
function renderedMarkdown(markdown: string, url: string): Markup {
  const reader = new MarkdownIt({ html: false, linkify: false })
  // Links are checked below, after they are resolved.
  reader.validateLink = () => true
  reader.renderer.rules['text'] = (tokens, index) =>
    escapeXml(tokens[index]?.content ?? '').replaceAll(PLAIN_TAG, '<$1>')
  reader.renderer.rules['image'] = (tokens, index, options, env) => {
    const { children } = tokens[index] ?? {}
    const described = reader.renderer.renderInlineAsText(children ?? [], options, env)
    return `<span class="picture">Image${described === '' ? '' : `: ${escapeXml(described)}`}</span>`
  }
  reader.renderer.rules['link_open'] = (tokens, index) => {
    const target = safeTarget(String(tokens[index]?.attrGet('href') ?? ''), url)
    return target === undefined ? '<a>' : `<a href="${escapeXml(target)}" rel="noreferrer noopener nofollow">`
  }
  const tokens = reader.parse(markdown, {})
  for (const token of tokens) {
    const level = /^h([1-6])$/.exec(token.tag)?.[1]
    if (level !== undefined) token.tag = `h${Math.min(6, Number(level) + BELOW)}`
  }
  return new Markup(reader.renderer.render(tokens, reader.options, {}))
}

function safeTarget(href: string, base: string): string | undefined {
  const target = parseUrl(href, base)
  return target !== undefined && /^(?:https?|mailto):$/.test(target.protocol) ? target.href : undefined
}
