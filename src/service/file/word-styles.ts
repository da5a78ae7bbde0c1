import { isOn, isWithin, readXml } from './read-xml.ts'
import { type HidingStyle, hidingBy } from './style-chain.ts'

/** What styles say about hidden text, by their kinds (ECMA-376 part 1, sections 17.3.2.41 and 17.7). */
export interface WordStyles {
  /** Whether text is hidden that says nothing else: the defaults of the document. */
  readonly isHidden: boolean
  /** Whether a style, or what it is based on, hides text. Without an id the default style of paragraphs counts. */
  hides(id: string | undefined): boolean
}

/** Reads `word/styles.xml`. */
export function readWordStyles(xml: string): WordStyles {
  const styles = new Map<string, HidingStyle>()
  let style: HidingStyle = {}
  let defaultId: string | undefined
  let isHidden = false
  readXml(xml, {
    open: (element) => {
      const { name } = element
      if (name === 'style') {
        const id = element.attribute('styleId') ?? ''
        style = {}
        styles.set(id, style)
        const isDefault =
          element.attribute('type') === 'paragraph' && isOn(element.attribute('default') ?? '0')
        if (isDefault) defaultId = id
      } else if (name === 'basedOn') {
        style.parent = element.attribute('val') ?? ''
      } else if (name === 'vanish' || name === 'specVanish') {
        const value = isOn(element.attribute('val'))
        if (isWithin(element, 'docDefaults')) isHidden ||= value
        // Parts of a table style have properties of their own, and a mark of a paragraph is no text.
        else if (element.parent?.parent?.name === 'style') style.hides = value
      }
    },
  })
  const hides = hidingBy(styles)
  return {
    isHidden,
    hides: (id = defaultId) => id !== undefined && hides(id),
  }
}
