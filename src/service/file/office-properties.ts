import { decodeXML } from 'entities'

/** `title`, `author`, `language` and `description`, as far as a file has them. */
export type OfficeProperties = Readonly<Record<string, string>>

/** Where packages keep their properties: Office Open XML, OpenDocument, EPUB. All use the names of Dublin Core. */
export const PROPERTIES = /^(?:docProps\/core\.xml|meta\.xml|.*\.opf)$/
export const MAX_PROPERTIES_BYTES = 1024 * 1024
const MAX_PROPERTY_LENGTH = 1000
/** Elements by the API's names; the first that has a text counts. OpenDocument's `creator` is the last writer. */
const ELEMENTS = {
  title: ['dc:title'],
  author: ['meta:initial-creator', 'dc:creator'],
  language: ['dc:language'],
  description: ['dc:description'],
} as const

export function propertiesOfXml(xml: string): OfficeProperties {
  return pickProperties(ELEMENTS, (elements) => {
    for (const element of elements) {
      const [, text = ''] = new RegExp(`<${element}(?:\\s[^<>]*)?>([^<]*)<`).exec(xml) ?? []
      if (text.trim() !== '') return decodeXML(text)
    }
    return ''
  })
}

/** Returns the properties that are not empty, each read from its place. */
export function pickProperties<Place>(
  places: Readonly<Record<string, Place>>,
  read: (place: Place) => string,
) {
  const found = Object.entries(places).map(([name, place]) => {
    return [name, read(place).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_PROPERTY_LENGTH)] as const
  })
  return Object.fromEntries(found.filter(([, value]) => value !== ''))
}
