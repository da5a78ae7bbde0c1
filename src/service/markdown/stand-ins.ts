/** Stands for an image given as a `data:` URL during conversion; its bytes are not text. */
export const EMBEDDED_IMAGE = 'about:embedded-image'
/** Private-use characters that the converter passes through, for list boxes that it does not know. */
export const UNCHECKED_BOX = '\uE5B0'
export const CHECKED_BOX = '\uE5B1'
/** Stands before a heading that is not the first in its list item, where the converter forgets to start a line. */
export const BLOCK_BREAK = '\uE5B2'
/** Stands before deleted text and links where nothing is between them and the word before: the converter puts a space there. */
export const NO_SPACE = '\uE5B4'
/** Stands for a backslash before a line that would make something else of the line before it. */
export const LINE_GUARD = '\uE5B5'
/** Stands before and after a formula, whose characters are shifted. */
export const FORMULA = '\uE5B3'
