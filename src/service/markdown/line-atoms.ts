/** Marks of emphasis that are wanted at a place, outermost first, each once. */
export type Marks = readonly string[]

/**
 * A part of a line: text of the page, code, finished Markdown (`raw`), or the open or close part of a bracket or tag.
 * `hasGap` says that white space comes before it.
 */
export interface Atom {
  readonly type: 'text' | 'code' | 'raw' | 'open' | 'close'
  text: string
  readonly hasGap: boolean
  readonly marks: Marks
  /** The atom that this one closes. */
  readonly opened?: Atom | undefined
}
