import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { parsePointer } from '../util/json-pointer.ts'
import type { BadValue } from './bad-value.ts'
import { countedIn } from './counted-in.ts'

interface Form {
  readonly matches: RegExp
  readonly wanted: string
  readonly help?: string
}

const DURATION = 'a duration such as 12h, 7d or 1d12h'

/** Descriptions of the texts whose form the schema gives as a regular expression. */
const FORMS: readonly Form[] = [
  {
    matches: /\/name$/,
    wanted: 'a crawl name; letters, digits, ".", "_" and "-" are allowed, beginning with a letter or digit',
    help: 'Write a name such as docs-en.',
  },
  {
    matches: /\/refresh$/,
    wanted: DURATION,
    help: 'Write a number and s, m, h, d or w.',
  },
  { matches: /\/maxDrop$/, wanted: 'a share such as 20%', help: 'Write a number from 0 to 100 and "%".' },
  {
    matches: /\/location\/country$/,
    wanted: 'a country code of two letters (ISO 3166-1), such as DE or US',
  },
  {
    matches: /\/apiKey$/,
    wanted: 'a reference such as ${secret:NAME}',
    help: 'Put the key into an environment variable, and name it: "${secret:FIRECRAWL_API_KEY}".',
  },
  {
    matches: /\/password$/,
    wanted: 'a reference such as ${secret:NAME}',
    help: 'Put the password into an environment variable, and name it: "${secret:NAME}".',
  },
  {
    matches: /\/baseUrl$/,
    wanted: 'a URL that starts with http:// or https://',
    help: 'Write it as "https://api.example.com".',
  },
  {
    matches: /\/state\/(?:lockA|unlockA|a)ddress$/,
    wanted: 'a URL that starts with http:// or https://',
    help: 'Write it as "https://gitlab.example.com/api/v4/projects/7/terraform/state/crawls".',
  },
  {
    matches: /\/crawls\/\d+$/,
    wanted: 'a path inside the repository',
    help: 'Write it relative to crawlform.yaml, without "..".',
  },
  {
    matches: /\/integration$/,
    wanted: 'the name of an integration that the service knows, or one that starts with "_"',
  },
  {
    matches: /\/webhook(?:\/url)?$/,
    wanted: 'a whole URL',
    help: 'Write it with its scheme: "https://hooks.example.com/crawl".',
  },
]

/** Explains a number where a text of another form is wanted, such as a duration or a share. */
export function explainBareNumber({
  pointer,
  place,
  name: subject,
  value,
}: BadValue): Diagnostic | undefined {
  if (typeof value !== 'number' || !/\/(?:refresh|maxDrop)$/.test(pointer)) return undefined
  const form = FORMS.find(({ matches }) => matches.test(pointer))
  const written = pointer.endsWith('/refresh') ? `${value}d` : `${value}%`
  const args = { subject, wanted: form?.wanted ?? '', help: `Did you mean ${written}?` }
  return diagnose('schema/bad-format', args, place, { pointer })
}

/** Explains a text that the schema's regular expression does not match. */
export function explainForm(bad: BadValue): Diagnostic | undefined {
  const { pointer, place, name: subject, value } = bad
  if (
    typeof value !== 'string' ||
    !bad.errors.some(({ keyword }) => keyword === 'pattern' || keyword === 'format')
  ) {
    return undefined
  }
  const isSecret = /\/(?:apiKey|password)$/.test(pointer)
  const extras = isSecret ? ({ pointer, sensitive: true } as const) : { pointer }
  if (parsePointer(pointer).at(-1) === 'url' && !pointer.includes('/webhook/')) {
    return diagnose('schema/bad-format', { subject, wanted: 'a URL', help: urlHelp(value) }, place, extras)
  }
  const form = FORMS.find(({ matches }) => matches.test(pointer))
  return diagnose(
    'schema/bad-format',
    { subject, wanted: form?.wanted ?? 'in the expected form', help: formHelp(form, value) },
    place,
    extras,
  )
}

function formHelp(form: Form | undefined, value: string): string | undefined {
  const days = form?.wanted === DURATION ? countedIn('days', value) : undefined
  if (days !== undefined) return `Write ${Number.isInteger(days) ? `${days}d` : `${days * 24}h`}.`
  return value.toUpperCase() === 'UK' && form?.help === undefined ? 'The United Kingdom is GB.' : form?.help
}

function urlHelp(value: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) && !/^https?:/i.test(value))
    return 'Only http:// and https:// can be crawled.'
  if (/^[\u2018-\u201f\u00ab\u00bb\u0060\u00b4]/.test(value)) return 'Use straight quotes (") or no quotes.'
  if (/^\w+:\/\/\w+:\/\//.test(value)) return 'The scheme is written twice; keep one.'
  if (/\s/.test(value.trim())) return 'Write a space inside a URL as "%20".'
  if (value.startsWith('/')) return 'Write the whole URL with its host, not only the path.'
  return 'Write it like "https://docs.example.com/".'
}
