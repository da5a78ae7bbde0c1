import type { JobStatus } from '../../protocol/crawl-status.ts'
import type { JobFacts, JobFactsReader } from './job-facts.ts'
import { html, type Markup, type PageParts } from './page.ts'
import { badge, count, lasting, linkTo, number, parts, speed, time } from './words.ts'

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

/** Returns the jobs that fit, newest first. */
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
export function progress({ state, completed, total }: JobFacts): Markup | undefined {
  if (state !== 'running') return undefined
  const label = `${number(completed)} of ${number(total)} known pages`
  return total === 0
    ? html`<progress aria-label="${label}"></progress>`
    : html`<progress max="${total}" value="${completed}" aria-label="${label}"></progress>`
}

/** A job that ended without a page, or has not begun, has no speed. */
export function hasSpeed({ state, completed }: JobFacts): boolean {
  return state === 'running' || (state !== 'waiting' && completed > 0)
}

function facts(job: JobFacts): Markup {
  const { state, completed, total, failed, errors } = job
  const pages =
    state === 'running' ? `${number(completed)} of ${count(total, 'page')}` : count(completed, 'page')
  const texts = [
    pages,
    ...(failed === 0 ? [] : [`${number(failed)} failed`]),
    ...(errors === 0 ? [] : [`${number(errors)} answered with an error`]),
    ...(job.lacksSitemap ? ['a sitemap was not read completely'] : []),
    ...(job.stopped === undefined ? [] : [job.stopped]),
    ...(hasSpeed(job) ? [speed(job.perSecond)] : []),
  ]
  return html`${texts.map((one) => html`<span>${one}</span> `)}<span class="quiet"
      >${time(job.createdAt)}${
        state === 'waiting'
          ? undefined
          : html`, ${state === 'running' ? 'for' : 'took'} ${lasting(job.lastedMs)}`
      }</span
    >`
}
