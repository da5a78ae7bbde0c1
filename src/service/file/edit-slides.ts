import { decodeXML } from 'entities'
import { escapeXml } from '../../util/escape-xml.ts'
import { commentText } from './comment-text.ts'
import { editXml, type Fate } from './edit-xml.ts'
import { isOn, readXml, type XmlElement } from './read-xml.ts'
import { hide } from './hidden-text.ts'

/** The parts of a presentation that hold slides, their relations, comments and the authors of those. */
export const SLIDE_PART =
  /^ppt\/(?:slides\/[^/]+\.xml|slides\/_rels\/[^/]+\.rels|comments\/[^/]+\.xml|commentAuthors\.xml|authors\.xml)$/
const SLIDE = /^ppt\/slides\/([^/]+\.xml)$/

/**
 * What becomes of parts of a slide (ECMA-376 part 1, by section). A slide with `show="0"` (19.3.1.38) and a shape whose
 * `cNvPr` is `hidden` (19.3.1.12) go; of comments (19.4.1 and 19.4.2, [MS-PPTX] 2.6), each becomes a quotation that says so.
 */
const SHAPES = new Set(['sp', 'pic', 'grpSp', 'cxnSp', 'graphicFrame', 'contentPart'])
/** What relations of a slide lead to. */
const RELATIONS = { notes: 'notesSlide', comments: 'comments' } as const

interface Comment {
  readonly author: string | undefined
  text: string
}

/** Changes the parts of a presentation so that they have what is seen when it is shown, with notes and comments. */
export function editSlides(parts: Map<string, string>): void {
  const authors = readAuthors(parts)
  for (const [path, xml] of parts) {
    const name = SLIDE.exec(path)?.[1]
    if (name === undefined) continue
    const relations = `ppt/slides/_rels/${name}.rels`
    const rels = parts.get(relations) ?? ''
    const isHidden = !isShown(xml)
    if (isHidden) parts.set(relations, withoutNotes(rels))
    const comments = isHidden
      ? []
      : targetsOf(rels, RELATIONS.comments).flatMap((target) => {
          return readComments(parts.get(`ppt/comments/${target}`) ?? '')
        })
    const notes = comments.map((comment) => paragraphOf(comment, authors))
    parts.set(path, titleFirst(editSlide(xml, isHidden, notes)))
  }
}

function isShown(xml: string): boolean {
  let shown = true
  const root = /<(?:\w+:)?sld\b[^<>]*>/.exec(xml)?.[0] ?? ''
  readXml(root, { open: (element) => void (shown = isOn(element.attribute('show'))) })
  return shown
}

function editSlide(xml: string, isHidden: boolean, notes: readonly string[]): string {
  /** For each open shape, whether it is hidden. */
  const shapes: boolean[] = []
  return editXml(xml, {
    open: (element) => {
      const { name, parent } = element
      if (SHAPES.has(name)) {
        if (isHidden) return 'drop'
        shapes.push(false)
      }
      // Its properties are the first in a shape.
      const isItsOwn = name === 'cNvPr' && parent?.name.startsWith('nv') === true
      if (isItsOwn && shapes.length > 0 && isOn(element.attribute('hidden') ?? '0'))
        shapes[shapes.length - 1] = true
      return isHidden && name === 'AlternateContent' ? 'drop' : undefined
    },
    close: (element) => {
      if (SHAPES.has(element.name)) return shapes.pop() === true ? 'drop' : undefined
      return undefined
    },
  }).replace(/<\/((?:\w+:)?)spTree>/, (end, prefix: string) =>
    notes.length === 0 ? end : shapeOf(prefix, notes) + end,
  )
}

/** Returns a slide with its title (19.7.10) before its other shapes: files have shapes from back to front. */
function titleFirst(slide: string): string {
  const title = /<((?:\w+:)?)ph\b[^<>]*\btype="(?:t|ctrT)itle"/.exec(slide)
  if (title === null) return slide
  const [, prefix = ''] = title
  const end = slide.indexOf(`</${prefix}sp>`, title.index) + prefix.length + '</sp>'.length
  const before = slide.slice(0, title.index)
  const start = Math.max(before.lastIndexOf(`<${prefix}sp>`), before.lastIndexOf(`<${prefix}sp `))
  const first = before.search(FIRST_SHAPE)
  if (start <= first || end < start || before.includes('AlternateContent')) return slide
  return slide.slice(0, first) + slide.slice(start, end) + slide.slice(first, start) + slide.slice(end)
}

const FIRST_SHAPE = /<(?:\w+:)?(?:sp|pic|grpSp|cxnSp|graphicFrame|contentPart)[ >]/

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main'

function shapeOf(prefix: string, paragraphs: readonly string[]): string {
  const texts = paragraphs.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')
  return `<${prefix}sp><${prefix}txBody xmlns:a="${DRAWING}">${texts}</${prefix}txBody></${prefix}sp>`
}

/** Returns a comment as a text of XML. */
function paragraphOf({ author, text }: Comment, authors: ReadonlyMap<string, string>): string {
  const name = authors.get(author ?? '')
  return hide('> ') + escapeXml(commentText(name, text))
}

function readAuthors(parts: ReadonlyMap<string, string>): Map<string, string> {
  const authors = new Map<string, string>()
  for (const part of ['ppt/commentAuthors.xml', 'ppt/authors.xml']) {
    readXml(parts.get(part) ?? '', {
      open: (element) => {
        const { name } = element
        if (name === 'cmAuthor' || name === 'author')
          authors.set(element.attribute('id') ?? '', element.attribute('name') ?? '')
      },
    })
  }
  return authors
}

function readComments(xml: string): Comment[] {
  const comments: Comment[] = []
  /** A reply is in the comment that it answers. */
  const open: Comment[] = []
  let isText = false
  readXml(xml, {
    open: (element) => {
      const { name } = element
      isText = name === 't' || name === 'text'
      if (name !== 'cm' && name !== 'reply') return
      const comment = { author: element.attribute('authorId'), text: '' }
      comments.push(comment)
      open.push(comment)
    },
    text: (text) => {
      const comment = open.at(-1)
      if (isText && comment !== undefined) comment.text += text
    },
    close: ({ name }) => {
      isText = false
      const comment = open.at(-1)
      if (name === 'cm' || name === 'reply') open.pop()
      else if (name === 'p' && comment !== undefined) comment.text += ' '
    },
  })
  return comments.filter(({ text }) => text.trim() !== '')
}

/** Returns the names of the files that relations of a kind lead to. */
function targetsOf(rels: string, kind: string): string[] {
  const targets: string[] = []
  readXml(rels, {
    open: (element) => {
      if (isRelation(element, kind))
        targets.push(decodeXML(element.attribute('Target') ?? '').replace(/^.*\//, ''))
    },
  })
  return targets
}

function withoutNotes(rels: string): string {
  return editXml(rels, {
    open: (element): Fate => (isRelation(element, RELATIONS.notes) ? 'drop' : undefined),
  })
}

function isRelation(element: XmlElement, kind: string): boolean {
  return element.name === 'Relationship' && (element.attribute('Type') ?? '').endsWith(`/${kind}`)
}
