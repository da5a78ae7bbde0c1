import { factsOf, type JobFacts, type Shown } from './job-facts.ts'
import { html, type Markup } from './markup.ts'
import { answerPage } from './page.ts'
import { badge, count, lasting, number, parts, speed, time } from './words.ts'

const JOBS_A_PART = 50
/** Seconds between two looks. */
const WHILE_RUNNING = 2
const WHILE_IDLE = 5

/** Answers with the jobs, newest first. */
export function jobsPage(shown: Shown, part: number): Response {
  const { jobs } = shown
  const { jobs: found, total } = jobs.recent((part - 1) * JOBS_A_PART, JOBS_A_PART)
  const { running, waiting } = jobs.unfinished
  const all = Math.ceil(total / JOBS_A_PART)
  const body = html`<h1>Jobs</h1>
    <div id="summary" data-live><p class="quiet">${summary(total, running, waiting)}</p></div>
    <div id="jobs" data-live>
      ${found.length === 0 ? nothing(part, all) : list(found.map((job) => factsOf(job, shown)))}
      ${parts({ part, all, what: 'the jobs' }, (to) => `/?part=${to}`)}
    </div>`
  return answerPage({
    title: running === 0 ? 'Jobs' : `${number(running)} running · Jobs`,
    body,
    live: running + waiting > 0 ? WHILE_RUNNING : WHILE_IDLE,
    isSignedIn: shown.isSignedIn,
  })
}

function summary(total: number, running: number, waiting: number): string {
  const kept = `${count(total, 'job')} kept`
  return `${kept}: ${number(running)} running, ${number(waiting)} waiting, ${number(total - running - waiting)} ended.`
}

function nothing(part: number, all: number): Markup {
  return part > 1 && all > 0
    ? html`<p>There are ${count(all, 'part')} only. <a href="/">The first</a></p>`
    : html`<p>
        There are no jobs. <code>crawlform apply</code> submits crawls; what has expired is not listed.
      </p>`
}

function list(jobs: readonly JobFacts[]): Markup {
  return html`<ul class="jobs">
    ${jobs.map(
      (job) =>
        html`<li>
          <div class="facts"><a href="/jobs/${job.id}">${job.url}</a> ${badge(job.state)}</div>
          <div class="facts">${progress(job)} ${facts(job)}</div>
        </li> `,
    )}
  </ul>`
}

/** Returns a bar for a job that runs. A job whose pages are not known yet has a bar without an end. */
export function progress({ state, completed, total }: JobFacts): Markup | undefined {
  if (state !== 'running') return undefined
  const said = `${number(completed)} of ${number(total)} known pages`
  return total === 0
    ? html`<progress aria-label="${said}"></progress>`
    : html`<progress max="${total}" value="${completed}" aria-label="${said}"></progress>`
}

/** A job that ended without a page, or has not begun, has no speed. */
export function hasSpeed({ state, completed }: JobFacts): boolean {
  return state === 'running' || (state !== 'waiting' && completed > 0)
}

function facts(job: JobFacts): Markup {
  const { state, completed, total, failed } = job
  const pages =
    state === 'running' ? `${number(completed)} of ${count(total, 'page')}` : count(completed, 'page')
  const said = [
    pages,
    ...(failed === 0 ? [] : [`${number(failed)} failed`]),
    ...(job.stopped === undefined ? [] : [job.stopped]),
    ...(hasSpeed(job) ? [speed(job.perSecond)] : []),
  ]
  return html`${said.map((one) => html`<span>${one}</span> `)}<span class="quiet"
      >${time(job.createdAt)}${
        state === 'waiting'
          ? undefined
          : html`, ${state === 'running' ? 'for' : 'took'} ${lasting(job.lastedMs)}`
      }</span
    >`
}
