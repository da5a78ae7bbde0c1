import { escapeXml } from '../../util/escape-xml.ts'
import { commentText } from './comment-text.ts'
import { editXml, type Fate } from './edit-xml.ts'
import { readXml, type XmlElement } from './read-xml.ts'
import { hide } from './hidden-text.ts'
import { type HidingStyle, hidingBy } from './style-chain.ts'

/** Parts of OpenDocument that hold text and its styles. */
export const OPEN_CONTENT = 'content.xml'
export const OPEN_STYLES = 'styles.xml'

/**
 * What becomes of elements of OpenDocument (version 1.3 part 3, by section) that the library reads otherwise than they are
 * shown. Any element with `text:display="none"` (19.836 and others) goes, such as a section or a field; so do those whose style
 * says so (20.421). `unwrap`: the library does not look into it. `hidden`: it goes if it says so. `paragraph`: its paragraph does.
 */
const ELEMENTS: Readonly<Record<string, 'drop' | 'unwrap' | 'hidden' | 'paragraph' | 'comment' | 'reading'>> =
  {
    /** 5.5.1: what was deleted */
    'tracked-changes': 'drop',
    /** 7.4.18: a program */
    script: 'drop',
    /** 14.1, comments: shown beside the text; in presentations they are the only discussion of a slide */
    annotation: 'comment',
    /** 7.4.15 and 7.4.16: fields that show or hide by a condition, with its last result */
    'hidden-text': 'hidden',
    'hidden-paragraph': 'paragraph',
    /** 5.3.6: a paragraph in a list without one */
    'numbered-paragraph': 'unwrap',
    /** 8.5, 8.6 and 8.7: indexes */
    'table-index': 'unwrap',
    'object-index': 'unwrap',
    'user-index': 'unwrap',
    /** 6.4.4: how a text is read */
    'ruby-text': 'reading',
  }

/** Where a hidden layer or style of a page counts. */
const SHAPE =
  /^(?:frame|g|custom-shape|rect|ellipse|circle|polygon|polyline|path|line|connector|caption|page)$/
/** Elements whose style may hide their text, by the family of it. */
const STYLED: Readonly<Record<string, string>> = { p: 'paragraph', h: 'paragraph', span: 'text', a: 'text' }

interface OpenStyles {
  hides(family: string, name: string | undefined): boolean
  readonly hiddenPages: ReadonlySet<string>
  readonly hiddenLayers: ReadonlySet<string>
}

/** Returns the content of an OpenDocument text or presentation as a reader sees it. */
export function editOpenDocument(content: string, stylesXml: string): string {
  const styles = readStyles([stylesXml, content])
  const isPresentation = content.includes(':presentation>')
  /** For each open paragraph, whether a field hides it. */
  const paragraphs: boolean[] = []
  /** The texts of open elements that are replaced at their end. */
  const texts: string[] = []
  let author = ''
  return editXml(content, {
    open: (element) => {
      const fate = isUnseen(element, styles) ? 'drop' : fateOf(element, isPresentation, paragraphs)
      if (fate === 'drop') return 'drop'
      if (element.name === 'p' || element.name === 'h') paragraphs.push(false)
      if (isReplaced(element, isPresentation)) texts.push('')
      return fate
    },
    text: (text) => {
      const last = texts.length - 1
      if (last >= 0) texts[last] = (texts[last] ?? '') + text
    },
    close: (element) => {
      if (element.name === 'p' || element.name === 'h') {
        if (texts.length > 0) texts[texts.length - 1] += ' '
        return paragraphs.pop() === true ? 'drop' : undefined
      }
      if (!isReplaced(element, isPresentation)) return undefined
      const text = texts.pop() ?? ''
      if (element.name === 'creator') author = text
      if (element.name === 'creator') return 'drop'
      if (element.name === 'ruby-text') return { write: escapeXml(`(${text.trim()})`) }
      return text.trim() === '' ? 'drop' : { write: commentOf(text, author) }
    },
  })
}

function fateOf(element: XmlElement, isPresentation: boolean, paragraphs: boolean[]): Fate {
  const { name } = element
  // They are no part of the text of a comment.
  if ((name === 'date' || name === 'creator-initials') && element.parent?.name === 'annotation') return 'drop'
  const rule = Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined
  const isHidden = element.attribute('is-hidden') === 'true'
  if (rule === 'paragraph' && isHidden && paragraphs.length > 0) paragraphs[paragraphs.length - 1] = true
  if (rule === 'comment') return isPresentation ? undefined : 'drop'
  if (rule === 'hidden') return isHidden ? 'drop' : undefined
  return rule === 'drop' || rule === 'unwrap' ? rule : undefined
}

function isReplaced({ name, parent }: XmlElement, isPresentation: boolean): boolean {
  if (name === 'ruby-text') return true
  return isPresentation && (name === 'annotation' || (name === 'creator' && parent?.name === 'annotation'))
}

/** Tells whether an element is hidden by an attribute or by its style. */
function isUnseen(element: XmlElement, styles: OpenStyles): boolean {
  const { name } = element
  if (element.attribute('display') === 'none' && name !== 'layer') return true
  if (name === 'table-row' && /^(?:collapse|filter)$/.test(element.attribute('visibility') ?? '')) return true
  const style = element.attribute('style-name')
  const family = Object.hasOwn(STYLED, name) ? STYLED[name] : undefined
  if (family !== undefined && styles.hides(family, style)) return true
  if (!SHAPE.test(name)) return false
  return name === 'page'
    ? styles.hiddenPages.has(style ?? '')
    : styles.hiddenLayers.has(element.attribute('layer') ?? '')
}

/** A comment as a shape of its own on its slide. */
function commentOf(text: string, author: string): string {
  const written = hide('> ') + escapeXml(commentText(author, text))
  return `<draw:frame><draw:text-box><text:p>${written}</text:p></draw:text-box></draw:frame>`
}

/** Reads styles; automatic ones are in the content. */
function readStyles(parts: readonly string[]): OpenStyles {
  const styles = new Map<string, HidingStyle>()
  const hiddenPages = new Set<string>()
  const hiddenLayers = new Set<string>()
  for (const part of parts) {
    let key = ''
    let name = ''
    readXml(part, {
      open: (element) => {
        if (element.name === 'style' || element.name === 'default-style') {
          name = element.attribute('name') ?? ''
          const family = element.attribute('family')
          key = `${family} ${name}`
          const parent = element.attribute('parent-style-name')
          styles.set(key, parent === undefined ? {} : { parent: `${family} ${parent}` })
        } else if (element.name === 'text-properties') {
          const display = element.attribute('display')
          const style = styles.get(key)
          if (display !== undefined && style !== undefined) style.hides = display === 'none'
        } else if (
          element.name === 'drawing-page-properties' &&
          element.attribute('visibility') === 'hidden'
        ) {
          hiddenPages.add(name)
        } else if (
          element.name === 'layer' &&
          /^(?:none|printer)$/.test(element.attribute('display') ?? '')
        ) {
          hiddenLayers.add(element.attribute('name') ?? '')
        }
      },
    })
  }
  const hides = hidingBy(styles)
  return {
    hides: (family, name) => name !== undefined && hides(`${family} ${name}`),
    hiddenPages,
    hiddenLayers,
  }
}
