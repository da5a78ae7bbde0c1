import type { Format, FormatName, FormatObject } from '../schema/request-v2.gen.ts'
import { isJsonObject, type Json } from '../util/json.ts'

/** A format by its name; some have only the form of an object. */
export type FormatType = FormatName | FormatObject['type']

/** What a service needs for a setting. A user's machine may have a browser or a model, but not `hosted`. */
export type Requirement = 'browser' | 'model' | 'hosted'

/** Facts about a format that its schema does not state. */
export interface FormatFacts {
  /** Undefined when plain HTTP is enough. */
  readonly needs: Requirement | undefined
  /** Its source: the whole page, the kept content, or the Markdown of that. */
  readonly madeFrom: 'page' | 'content' | 'markdown'
}

const plain = { needs: undefined, madeFrom: 'page' } as const
const hosted = { ...plain, needs: 'hosted' } as const

export const formats = {
  markdown: { ...plain, madeFrom: 'markdown' },
  html: { ...plain, madeFrom: 'content' },
  rawHtml: plain,
  links: { ...plain, madeFrom: 'content' },
  images: { ...plain, madeFrom: 'content' },
  attributes: plain,
  screenshot: { ...plain, needs: 'browser' },
  json: { needs: 'model', madeFrom: 'markdown' },
  summary: { needs: 'model', madeFrom: 'markdown' },
  changeTracking: { ...plain, madeFrom: 'markdown' },
  question: { needs: 'hosted', madeFrom: 'markdown' },
  highlights: { needs: 'hosted', madeFrom: 'markdown' },
  query: { ...hosted, madeFrom: 'markdown' },
  deterministicJson: hosted,
  branding: hosted,
  product: hosted,
  menu: hosted,
  audio: hosted,
  video: hosted,
  rawBase64: hosted,
} as const satisfies Readonly<Record<FormatType, FormatFacts>>

export type FormatNeeding<Needs extends FormatFacts['needs']> = {
  [Type in FormatType]: (typeof formats)[Type]['needs'] extends Needs ? Type : never
}[FormatType]

/** Returns the names of the formats in a list of names and objects, unknown ones included. */
export function formatTypes(list: Json | readonly Format[] | undefined): readonly string[] {
  return Array.isArray(list)
    ? list.map((format: unknown) => String(isJsonObject(format) ? format['type'] : format))
    : []
}

export function isFormat(type: string): type is FormatType {
  return Object.hasOwn(formats, type)
}
