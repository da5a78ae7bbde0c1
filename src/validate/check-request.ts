import { diagnose, factsOf } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { valueAt } from '../util/json-pointer.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import { checkHeaders } from './check-headers.ts'
import { checkUrl } from './check-url.ts'
import { findSchemaProblems } from './find-schema-problems.ts'
import type { RequestCheck } from './request-check.ts'
import type { Subject } from './subject.ts'

/**
 * Returns what is wrong with a final request of version 2, in which templates have their values: the wire schema, and
 * the rules that hold between settings, which files, profiles and environments bring together. Secrets may still be
 * `${secret:NAME}`. `locate` tells where a setting was written, wherever that was.
 */
export function checkRequest(request: Json, locate: RequestCheck['locate']): readonly Diagnostic[] {
  const subject: Subject = { schema: 'request-v2', root: request, text: undefined, locate }
  const found = findSchemaProblems(subject, new Set()).filter((problem) => !isAboutSecret(problem, request))
  if (!isJsonObject(request)) return found
  const { scrapeOptions } = request
  const check = { request, scrapeOptions: isJsonObject(scrapeOptions) ? scrapeOptions : {}, locate }
  const more = [
    ...checkUrl(check),
    ...checkWebhook(check),
    ...checkHeaders(check),
    ...checkTimes(check),
    ...checkFormats(check),
  ]
  const spoken = new Set(found.map(({ pointer }) => pointer))
  return [...found, ...more.filter(({ pointer }) => !spoken.has(pointer))]
}

/** Returns true for the form of a value that is still a reference: what it stands for has a form of its own. */
function isAboutSecret({ rule, pointer }: Diagnostic, request: Json): boolean {
  const value = factsOf(rule).about === 'form' ? valueAt(request, pointer ?? '') : undefined
  return typeof value === 'string' && value.includes('${secret:')
}

function checkWebhook({ request, locate }: RequestCheck): Diagnostic[] {
  const { webhook } = request
  const found: Diagnostic[] = []
  const [url, pointer] = isJsonObject(webhook) ? [webhook['url'], '/webhook/url'] : [webhook, '/webhook']
  const scheme = typeof url === 'string' ? /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1] : undefined
  if (scheme !== undefined && !/^https?$/i.test(scheme)) {
    found.push(diagnose('limits/webhook-scheme', { scheme: `${scheme}://` }, locate(pointer), { pointer }))
  }
  const events = isJsonObject(webhook) ? webhook['events'] : undefined
  if (Array.isArray(events) && events.length === 0) {
    const at = '/webhook/events'
    found.push(diagnose('limits/empty-events', {}, locate(at, 'key'), { pointer: at }))
  }
  return found
}

/** Longer than any page needs to be waited for, in milliseconds (crawl-api 1.8). */
const MOST_WAIT = 60_000
/** What a wait for a selector counts as. */
const SELECTOR_WAIT = 1000

function checkTimes({ scrapeOptions, locate }: RequestCheck): Diagnostic[] {
  const found: Diagnostic[] = []
  const waitFor = numberOf(scrapeOptions['waitFor'])
  const timeout = numberOf(scrapeOptions['timeout'])
  const pointer = '/scrapeOptions/waitFor'
  if (waitFor > 0 && timeout > 0 && waitFor > timeout / 2) {
    const related = [{ message: '"timeout" is set here', place: locate('/scrapeOptions/timeout') }]
    found.push(
      diagnose('limits/wait-exceeds-timeout', { waitFor, timeout }, locate(pointer), { pointer, related }),
    )
  }
  const actions = actionWaits(scrapeOptions['actions'])
  if (waitFor + actions > MOST_WAIT && waitFor <= MOST_WAIT) {
    const at = actions > 0 ? '/scrapeOptions/actions' : pointer
    const args = { total: waitFor + actions, waitFor, actions }
    found.push(diagnose('limits/total-wait', args, locate(at, 'key'), { pointer: at }))
  }
  return found.length > 0 ? found : checkSmallTimes(scrapeOptions, locate)
}

const SMALL_TIMES = [
  { key: 'waitFor', below: 60 },
  { key: 'maxAge', below: 1000 },
  { key: 'minAge', below: 1000 },
]

/** Times so small that they were probably meant as seconds. */
function checkSmallTimes(scrapeOptions: JsonObject, locate: RequestCheck['locate']): Diagnostic[] {
  return SMALL_TIMES.flatMap(({ key, below }) => {
    const value = numberOf(scrapeOptions[key])
    if (value <= 0 || value > below) return []
    const pointer = `/scrapeOptions/${key}`
    return [
      diagnose('limits/milliseconds', { key, value, milliseconds: value * 1000 }, locate(pointer), {
        pointer,
      }),
    ]
  })
}

function actionWaits(actions: Json | undefined): number {
  if (!Array.isArray(actions)) return 0
  let total = 0
  for (const action of actions.filter(isJsonObject)) {
    if (action['type'] !== 'wait') continue
    total += typeof action['milliseconds'] === 'number' ? action['milliseconds'] : SELECTOR_WAIT
  }
  return total
}

function checkFormats({ scrapeOptions, locate }: RequestCheck): Diagnostic[] {
  const { formats } = scrapeOptions
  if (!Array.isArray(formats)) return []
  const types = formats.map((format: Json) => (isJsonObject(format) ? format['type'] : format))
  const found: Diagnostic[] = []
  const at = (type: string): string => `/scrapeOptions/formats/${types.lastIndexOf(type)}`
  if (types.includes('changeTracking') && !types.includes('markdown')) {
    const pointer = at('changeTracking')
    found.push(diagnose('limits/change-tracking-alone', {}, locate(pointer), { pointer }))
  }
  const screenshots = types.filter((type) => type === 'screenshot').length
  if (screenshots > 1) {
    const pointer = at('screenshot')
    found.push(diagnose('limits/one-screenshot', { count: screenshots }, locate(pointer), { pointer }))
  }
  if (types.includes('rawBase64') && types.length > 1) {
    const pointer = at('rawBase64')
    found.push(diagnose('limits/raw-base64-alone', {}, locate(pointer), { pointer }))
  }
  for (const [index, format] of formats.entries()) {
    const isEmptyJson = types[index] === 'json' && (!isJsonObject(format) || saysNothing(format))
    if (!isEmptyJson) continue
    const pointer = `/scrapeOptions/formats/${index}`
    found.push(diagnose('limits/json-without-prompt', {}, locate(pointer), { pointer }))
  }
  return found
}

function saysNothing(format: JsonObject): boolean {
  return format['schema'] === undefined && !format['prompt']
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}
