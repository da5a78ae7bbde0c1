import type { JobStatus } from '../../protocol/crawl-status.ts'
import { html, type Markup } from '../../util/markup.ts'
import type { PageParts } from './page.ts'
import {
  badge,
  bytes,
  count,
  factRow,
  duration,
  LEAST_ERROR,
  linkTo,
  listSection,
  note,
  number,
  externalLink,
  parts,
  speed,
  status,
  time,
} from './words.ts'
import type { JobState } from './words.ts'
import { errorAbout } from '../../util/text.ts'
import {
  countPages,
  hasUnreadSitemap,
  heldBackText,
  shownStatus,
  sitemapText,
  stoppedText,
} from '../../protocol/job-texts.ts'
import { jobWarnings, leftover } from '../api/status-answer.ts'
import type { FoundJob, Jobs } from '../job/job.ts'
import type { Clock } from '../../util/clock.ts'

type EndStatus = Exclude<JobStatus, 'scraping'>

/** The time over which pages per second are measured. */
const WINDOW_MS = 20_000

/** The shown state of a job at one moment. */
type JobFacts = ReturnType<JobFactsReader['factsOf']>

type JobFactsReader = ReturnType<typeof createJobFacts>

/** Returns a reader of jobs for pages. It measures the speed of running jobs between two views of them. */
export function createJobFacts(jobs: Jobs, clock: Clock) {
  const samples = new Map<string, { readonly at: number; readonly completed: number }[]>()
  /** Returns pages per second of the last seconds; at the first view, the average since `startedAt`. */
  const measure = (job: string, completed: number, startedAt: number): number => {
    const now = clock.now()
    const seen = (samples.get(job) ?? []).filter(({ at }) => at <= now)
    // The window begins at the newest sample before it.
    const old = seen.findLastIndex(({ at }) => at < now - WINDOW_MS)
    const kept = seen.slice(Math.max(0, old))
    if (kept.at(-1)?.at !== now) kept.push({ at: now, completed })
    samples.set(job, kept)
    const [first] = kept
    const from = first === undefined || first.at === now ? { at: startedAt, completed: 0 } : first
    return perSecond(completed - from.completed, now - from.at)
  }
  const factsOf = ({ record, counts, store }: FoundJob) => {
    const { id, url, name, status, failed, cached, createdAt, heldBack } = record
    const completed = counts?.completed ?? record.completed
    const runState = jobs.isWaiting(id) ? 'waiting' : 'running'
    const state: JobState = status === 'scraping' ? runState : endState({ status, completed, heldBack })
    const lastedMs = (record.finishedAt ?? clock.now()) - createdAt
    const isRunning = state === 'running'
    const errors = store.pages.countErrors(record.number)
    if (!isRunning) samples.delete(id)
    return {
      id,
      url,
      /** The name of its crawl, or the start URL. */
      title: name ?? url,
      state,
      /** Pages with a document, also those that were answered with an error. */
      delivered: completed,
      ...countPages({
        delivered: completed,
        unfetched: failed - store.pages.countLeftOut(record.number),
        errorPages: errors,
        redirected: 0,
        copies: 0,
      }),
      errors,
      /** Pages known so far: done, running and waiting. */
      total: counts?.total ?? record.completed,
      /** Whether a sitemap was not read completely. */
      lacksSitemap: hasUnreadSitemap(record),
      cached,
      /** A clause that says why the job ended before it had fetched every URL. */
      stopped: stoppedText(leftover(record)),
      perSecond: isRunning ? measure(id, completed, createdAt) : perSecond(completed, lastedMs),
      createdAt,
      lastedMs,
    }
  }
  return { jobs, factsOf }
}

function endState(
  ended: Pick<FoundJob['record'], 'completed' | 'heldBack'> & { readonly status: EndStatus },
): JobState {
  const shown = shownStatus(ended)
  return shown === 'completed' && ended.completed === 0 ? 'empty' : shown
}

function perSecond(count: number, milliseconds: number): number {
  return milliseconds <= 0 ? 0 : (count * 1000) / milliseconds
}

const JOBS_A_PART = 50
/** Seconds between two refreshes. */
const WHILE_RUNNING = 2
const WHILE_IDLE = 5

export interface JobsFilter {
  /** Which part of the list, from 1. */
  readonly part: number
  readonly text: string
  readonly status: JobStatus | undefined
}

const STATUSES: readonly JobStatus[] = ['scraping', 'completed', 'failed', 'cancelled']

/** Returns a status of jobs; undefined for any other text. */
export function jobStatusOf(text: string | undefined): JobStatus | undefined {
  return STATUSES.find((known) => known === text)
}

export function jobsPage(reader: JobFactsReader, filter: JobsFilter): PageParts {
  const { jobs } = reader
  const { part, text, status } = filter
  const { jobs: found, total } = jobs.recent(
    { skip: (part - 1) * JOBS_A_PART, count: JOBS_A_PART },
    { text, status },
  )
  const isFiltered = text !== '' || status !== undefined
  const { running, waiting } = jobs.unfinished
  const all = Math.ceil(total / JOBS_A_PART)
  const body = html`<h1>Jobs</h1>
    <div id="summary" data-live>
      <p class="quiet">
        ${isFiltered ? `${count(total, 'job matches', 'jobs match')}.` : summary(total, running, waiting)}
      </p>
    </div>
    ${search(filter)}
    <div id="jobs" data-live>
      ${found.length === 0 ? nothing(filter, all) : list(found.map((job) => reader.factsOf(job)))}
      ${parts({ part, all, what: 'the jobs' }, (to) => linkTo('/', { part: String(to), find: text, status }))}
    </div>`
  return {
    title: running === 0 ? 'Jobs' : `${number(running)} running · Jobs`,
    body,
    live: running + waiting > 0 ? WHILE_RUNNING : WHILE_IDLE,
  }
}

function summary(total: number, running: number, waiting: number): string {
  const kept = count(total, 'job')
  return `${kept}: ${number(running)} running, ${number(waiting)} waiting, ${number(total - running - waiting)} ended.`
}

function search({ text, status }: JobsFilter): Markup {
  const option = (value: string, label: string, isChosen: boolean): Markup =>
    html`<option value="${value}" ${isChosen ? html`selected` : undefined}>${label}</option>`
  return html`<form class="search" method="get" action="/" role="search">
    <label>Search <input type="search" name="find" value="${text}" placeholder="name, URL or id" /></label>
    <label
      >Status
      <select name="status">
        ${option('', 'any', status === undefined)}${STATUSES.map((known) => option(known, known === 'scraping' ? 'not ended' : known, known === status))}
      </select></label
    >
    <button>Show</button>
    ${text === '' && status === undefined ? undefined : html`<a href="/">All jobs</a>`}
  </form>`
}

function nothing({ part, text, status }: JobsFilter, all: number): Markup {
  if (text !== '' || status !== undefined) return html`<p>No job matches.</p>`
  return part > 1 && all > 0
    ? html`<p>There ${all === 1 ? 'is' : 'are'} only ${count(all, 'part')}. <a href="/">First part</a></p>`
    : html`<p>No jobs yet. <code>crawlform apply</code> submits crawls. Expired jobs are not listed.</p>`
}

function list(jobs: readonly JobFacts[]): Markup {
  return html`<ul class="jobs">
    ${jobs.map(
      (job) =>
        html`<li>
          <div class="facts"><a href="/jobs/${job.id}">${job.title}</a> ${badge(job.state)}</div>
          ${job.title === job.url ? undefined : html`<div class="quiet">${job.url}</div>`}
          <div class="facts">${progress(job)} ${facts(job)}</div>
        </li> `,
    )}
  </ul>`
}

/** Returns a bar for a job that runs. A job whose pages are not known yet has a bar without an end. */
export function progress({ state, delivered, total }: JobFacts): Markup | undefined {
  if (state !== 'running') return undefined
  const label = `${number(delivered)} of ${number(total)} known pages`
  return total === 0
    ? html`<progress aria-label="${label}"></progress>`
    : html`<progress max="${total}" value="${delivered}" aria-label="${label}"></progress>`
}

/** A job that ended without a page, or has not begun, has no speed. */
export function hasSpeed({ state, completed }: JobFacts): boolean {
  return state === 'running' || (state !== 'waiting' && completed > 0)
}

function facts(job: JobFacts): Markup {
  const { state, completed, total, failed } = job
  const pages =
    state === 'running' ? `${number(completed)} of ${count(total, 'known page')}` : count(completed, 'page')
  const texts = [
    pages,
    ...(failed === 0 ? [] : [`${number(failed)} failed`]),
    ...(job.lacksSitemap ? ['a sitemap was not read completely'] : []),
    ...(job.stopped === undefined ? [] : [job.stopped]),
    ...(hasSpeed(job) ? [speed(job.perSecond)] : []),
  ]
  return html`${texts.map((one) => html`<span>${one}</span> `)}<span class="quiet"
      >${time(job.createdAt)}${
        state === 'waiting'
          ? undefined
          : html`, ${state === 'running' ? 'for' : 'took'} ${duration(job.lastedMs)}`
      }</span
    >`
}

/** Which part of each list is shown, from 1. */
interface JobParts {
  readonly pages: number
  readonly failed: number
  /** Part of the URLs of the pages that are shown. */
  readonly find: string
  /** Shows only pages that were answered with an error. */
  readonly onlyErrors: boolean
}

const ROWS_A_PART = 100
/** The most URLs blocked by robots.txt that are listed; the API lists all. */
const MOST_BLOCKED = 100

/** Returns the page of a job: its progress, its pages, and the failed ones with their errors. */
export function jobPage(job: FoundJob, reader: JobFactsReader, part: JobParts): PageParts {
  const facts = reader.factsOf(job)
  const isOver = job.record.status !== 'scraping'
  const isFiltered = part.find !== '' || part.onlyErrors
  const body = html`<h1>${facts.title}</h1>
    ${facts.title === facts.url ? undefined : html`<p>${externalLink(facts.url)}</p>`}
    <div id="summary" data-live>${jobSummary(job, facts)}</div>
    <div id="cancel" data-live>${isOver ? undefined : cancel(facts.id)}</div>
    <h2 id="pages-title">Pages</h2>
    ${pageSearch(facts.id, part)}
    <div id="pages" data-live>${pages(job, facts, part)}</div>
    <div id="failed" data-live>${failed(job, facts, part)}</div>
    <div id="blocked" data-live>${blocked(job)}</div>
    <div id="sitemaps" data-live>${sitemaps(job)}</div>`
  return {
    title: `${title(facts)} · ${facts.title}`,
    body,
    // A search looks at every page, so it is not repeated.
    live: isOver || isFiltered ? undefined : WHILE_RUNNING,
  }
}

function capitalized(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1)
}

function title({ state, delivered, total }: JobFacts): string {
  return state === 'running' ? `${number(delivered)} of ${number(total)}` : state
}

function jobSummary(job: FoundJob, facts: JobFacts): Markup {
  const { record } = job
  const { completed, total, state, errors } = facts
  const forbidden = job.store.pages.countBlocked(record.number)
  const warnings = jobWarnings(job)
  const known = state === 'running' ? ` of ${number(total)} known so far` : ''
  const ended = record.finishedAt && html`${time(record.finishedAt)}, after ${duration(facts.lastedMs)}`
  const average = state === 'running' ? '' : ' on average'
  const blockedLink = html`robots.txt blocks <a href="#blocked">${count(forbidden, 'URL')}</a>. Set
    <code>ignoreRobotsTxt</code> to fetch ${forbidden === 1 ? 'it' : 'them'}.`
  const errorLink = html`<a href="/jobs/${record.id}?only=errors#pages-title"
      >${count(errors, 'page was', 'pages were')} answered with an error</a
    >
    (4xx or 5xx).`
  return html`<p>${badge(state)}</p>
    ${progress(facts)} ${record.error === undefined ? undefined : html`<p class="alert">${record.error}</p>`}
    ${record.heldBack && html`<p class="alert">${capitalized(heldBackText(record.heldBack))}</p>`}
    ${note(facts.stopped && `${capitalized(facts.stopped)}.`)}
    ${warnings.map((warning) => html`<p class="note">${warning}</p>`)}
    ${note(forbidden === 0 ? undefined : blockedLink)} ${note(errors === 0 ? undefined : errorLink)}
    <dl>
      ${factRow('Pages', `${number(completed)}${known} (limit ${number(record.request.limit)})`)}
      ${factRow('Failed', record.failed === 0 ? number(facts.failed) : html`<a href="#failed">${number(facts.failed)}</a>`)}
      ${factRow('From the cache', facts.cached === 0 ? undefined : number(facts.cached))}
      ${factRow('Speed', hasSpeed(facts) ? speed(facts.perSecond) + average : undefined)}
      ${factRow('Submitted', time(record.createdAt))} ${factRow('Ended', ended)}
      ${factRow('Expires', ended && time(record.expiresAt))}
      <dt>Job</dt>
      <dd class="code">${record.id}</dd>
    </dl>`
}

/** Returns the cancel button inside a closed `details`, so that a single click does not cancel. */
function cancel(id: string): Markup {
  return html`<details class="ask">
    <summary>Cancel this job …</summary>
    <form method="post" action="/jobs/${id}/cancel">
      <p>The pages fetched so far are kept.</p>
      <button class="grave">Cancel the job</button>
    </form>
  </details>`
}

function address(id: string, part: JobParts, to: string): string {
  const [pages, failed] = [part.pages, part.failed].map((one) => (one > 1 ? String(one) : undefined))
  const query = { pages, failed, find: part.find, only: part.onlyErrors ? 'errors' : undefined }
  return `${linkTo(`/jobs/${id}`, query)}#${to}`
}

function pageSearch(id: string, { find, onlyErrors }: JobParts): Markup {
  return html`<form class="search" method="get" action="/jobs/${id}#pages-title" role="search">
    <label>Search <input type="search" name="find" value="${find}" placeholder="part of a URL" /></label>
    <label
      ><input type="checkbox" name="only" value="errors" ${onlyErrors ? html`checked` : undefined} /> only
      errors</label
    >
    <button>Show</button>
    ${find === '' && !onlyErrors ? undefined : html`<a href="/jobs/${id}#pages-title">All pages</a>`}
  </form>`
}

function pages({ record, store }: FoundJob, { delivered, id }: JobFacts, part: JobParts): Markup {
  const skip = (part.pages - 1) * ROWS_A_PART
  const isFiltered = part.find !== '' || part.onlyErrors
  const wanted = { text: part.find, status: part.onlyErrors ? LEAST_ERROR : 0 }
  const rows = isFiltered
    ? store.pages.findResults(record.number, wanted, { skip, count: ROWS_A_PART })
    : store.pages.resultUrls(record.number, skip, ROWS_A_PART)
  const total = isFiltered ? store.pages.countResults(record.number, wanted) : delivered
  const all = Math.ceil(total / ROWS_A_PART)
  const none = record.status === 'scraping' ? 'None yet.' : 'None.'
  const fewer = skip === 0 ? none : 'This part is empty.'
  const empty = isFiltered ? 'No page matches.' : fewer
  return html`${rows.length === 0 ? html`<p class="quiet">${empty}</p>` : undefined}
    <ol class="rows" start="${skip + 1}">
      ${rows.map(
        ({ position, url, finalUrl, length, status: code }) =>
          html`<li class="facts">
            <a href="/jobs/${id}/pages/${position}">${finalUrl ?? url}</a>
            <span class="quiet">${status(code)} · ${bytes(length)}</span>
          </li> `,
      )}
    </ol>
    ${parts({ part: part.pages, all, what: 'the pages' }, (to) => address(id, { ...part, pages: to }, 'pages'))}`
}

function failed({ record, store }: FoundJob, { id }: JobFacts, part: JobParts) {
  const failures = record.failed
  if (failures === 0) return undefined
  const skip = (part.failed - 1) * ROWS_A_PART
  const items = store.pages.failures(record.number, { skip, count: ROWS_A_PART }).map(
    ({ url, code, error, at }) =>
      html`<div>${externalLink(url)}</div>
        <div>${capitalized(errorAbout(url, error))}</div>
        <div class="quiet"><span class="code">${code}</span>, ${time(at)}</div>`,
  )
  const place = { part: part.failed, all: Math.ceil(failures / ROWS_A_PART), what: 'the failed pages' }
  const more = parts(place, (to) => address(id, { ...part, failed: to }, 'failed'))
  return items.length === 0 ? more : listSection('Failed pages', items, more)
}

function sitemaps({ record }: FoundJob): Markup | undefined {
  const items = record.sitemaps.map((sitemap) => {
    const [style, sign] = sitemap.error === undefined ? ['quiet', ''] : ['error', '✗ ']
    return html`<div>${externalLink(sitemap.url)}</div>
      <div class="${style}">${sign}${sitemapText(sitemap)}</div>`
  })
  return listSection('Sitemaps', items)
}

function blocked({ record, store }: FoundJob): Markup | undefined {
  const urls = store.pages.blocked(record.number, MOST_BLOCKED)
  const left = store.pages.countBlocked(record.number) - urls.length
  const more = html`<p class="quiet">
    And ${number(left)} more: <code>/v2/crawl/${record.id}/errors</code> lists all.
  </p>`
  return listSection('Blocked by robots.txt', urls.map(externalLink), left === 0 ? undefined : more)
}
