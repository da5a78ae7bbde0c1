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
  /** Whether it is made from a page's Markdown. */
  readonly readsMarkdown: boolean
}

const plain: FormatFacts = { needs: undefined, price: undefined, readsMarkdown: false }
const hosted: FormatFacts = { ...plain, needs: 'hosted' }

/** Every format that the API has. */
export const formats: Readonly<Record<FormatType, FormatFacts>> = {
  markdown: { ...plain, readsMarkdown: true },
  html: plain,
  rawHtml: plain,
  links: plain,
  images: plain,
  attributes: plain,
  screenshot: { ...plain, needs: 'browser' },
  json: { needs: 'model', price: 'json', readsMarkdown: true },
  summary: { needs: 'model', price: undefined, readsMarkdown: true },
  changeTracking: { ...plain, readsMarkdown: true },
  question: { needs: 'hosted', price: 'question', readsMarkdown: true },
  highlights: { needs: 'hosted', price: 'highlights', readsMarkdown: true },
  query: { ...hosted, readsMarkdown: true },
  deterministicJson: hosted,
  branding: hosted,
  product: hosted,
  menu: hosted,
  audio: { ...hosted, price: 'audio' },
  video: { ...hosted, price: 'video' },
  rawBase64: hosted,
}

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
