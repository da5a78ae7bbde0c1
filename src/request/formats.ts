import type { Prices } from '../schema/project-file.gen.ts'
import type { Format, FormatName, FormatObject } from '../schema/request-v2.gen.ts'
import { isJsonObject, type Json } from '../util/json.ts'

/** A format by its name; some have only the form of an object. */
export type FormatType = FormatName | FormatObject['type']

/** What a service must have for something: a machine of one's own may have a browser or a model, and never the rest. */
export type Means = 'browser' | 'model' | 'hosted'

/** What is to be known of a format besides its schema, which says what it is and what it may hold. */
export interface FormatFacts {
  /** Undefined for what plain HTTP can do. */
  readonly needs: Means | undefined
  /** The key of an environment's `prices` that a page is charged for it; undefined where it costs nothing more. */
  readonly price: keyof Prices | undefined
  /** What it is made from: the whole page, what the settings keep of it, or the Markdown of that. */
  readonly madeFrom: 'page' | 'content' | 'markdown'
}

const plain = { needs: undefined, price: undefined, madeFrom: 'page' } as const
const hosted = { ...plain, needs: 'hosted' } as const

/** Every format that the API has. */
export const formats = {
  markdown: { ...plain, madeFrom: 'markdown' },
  html: { ...plain, madeFrom: 'content' },
  rawHtml: plain,
  links: { ...plain, madeFrom: 'content' },
  images: { ...plain, madeFrom: 'content' },
  attributes: plain,
  screenshot: { ...plain, needs: 'browser' },
  json: { needs: 'model', price: 'json', madeFrom: 'markdown' },
  summary: { needs: 'model', price: undefined, madeFrom: 'markdown' },
  changeTracking: { ...plain, madeFrom: 'markdown' },
  question: { needs: 'hosted', price: 'question', madeFrom: 'markdown' },
  highlights: { needs: 'hosted', price: 'highlights', madeFrom: 'markdown' },
  query: { ...hosted, madeFrom: 'markdown' },
  deterministicJson: hosted,
  branding: hosted,
  product: hosted,
  menu: hosted,
  audio: { ...hosted, price: 'audio' },
  video: { ...hosted, price: 'video' },
  rawBase64: hosted,
} as const satisfies Readonly<Record<FormatType, FormatFacts>>

/** The formats that need one of these means. */
export type FormatNeeding<Needs extends FormatFacts['needs']> = {
  [Type in FormatType]: (typeof formats)[Type]['needs'] extends Needs ? Type : never
}[FormatType]

/** Returns the names of the formats in a list of them, written as names or as objects; of one that no schema knows too. */
export function formatTypes(list: Json | readonly Format[] | undefined): readonly string[] {
  return Array.isArray(list)
    ? list.map((format: unknown) => String(isJsonObject(format) ? format['type'] : format))
    : []
}

/** Tells whether the API has a format of this name. */
export function isFormat(type: string): type is FormatType {
  return Object.hasOwn(formats, type)
}
