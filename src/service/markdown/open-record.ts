/** What has to be remembered of an open element for its end. */
export type OpenRecord =
  | { readonly type: 'emphasis' | 'table' | 'cell' | 'line' | 'lines' }
  | {
      readonly type:
        | 'pre'
        | 'blank'
        | 'anchor'
        | 'code-table'
        | 'embedded'
        | 'code'
        | 'code-link'
        | 'linked-heading'
        | 'inner-list'
    }
  | { readonly type: 'numbers'; readonly mark: number; readonly textStart: number }
  | { readonly type: 'heading' | 'hidden'; readonly mark: number; readonly start?: number }
  | { readonly type: 'exchanged'; readonly end: string }
  | ItemRecord
  | { readonly type: 'wrapper'; readonly outer: string | undefined }

/** A link that is open. */
export interface OpenAnchor {
  readonly mark: number
  /** Its start tag, as it is written. */
  readonly text: string
  readonly start: number
  /** Whether it stands in a heading now, which stood in it. */
  isMoved: boolean
  /** Whether it leads to a place of its own page, or of another from within a heading. */
  readonly isPlace: boolean
}

export interface ItemRecord {
  readonly type: 'item'
  readonly mark: number
  readonly outer: number | undefined
}
