import { escapeAttribute } from '../../util/escape-xml.ts'
import { editXml } from './edit-xml.ts'

export const CONTAINER = 'META-INF/container.xml'
/** Chapters of a book. */
export const CHAPTER = /\.x?html?$/i

/**
 * Returns the container of a book with the name of its package file. `full-path` is part of a URL
 * (EPUB 3.3, section 4.2.6.3.1), and the library reads it as a name.
 */
export function editContainer(xml: string): string {
  return editXml(xml, {
    open: (element) => {
      const { name, prefix } = element
      if (name !== 'rootfile') return undefined
      const path = element.attribute('full-path') ?? ''
      const decoded = decodedName(path)
      if (decoded === path) return undefined
      const type = element.attribute('media-type') ?? 'application/oebps-package+xml'
      return {
        write: `<${prefix}rootfile full-path="${escapeAttribute(decoded)}" media-type="${escapeAttribute(type)}"/>`,
      }
    },
  })
}

/** Returns a chapter without what HTML hides: lists of pages and landmarks, which programs show elsewhere. */
export function editChapter(xhtml: string): string {
  if (!/\shidden[\s=>/]/.test(xhtml)) return xhtml
  return editXml(xhtml, {
    open: (element) => (element.attribute('hidden') === undefined ? undefined : 'drop'),
  })
}

/** Returns the name of a file that a part of a URL means. A percent sign may also be meant. */
export function decodedName(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
