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
        | 'flattened'
        | 'division'
        | 'linked-heading'
        | 'inner-list'
    }
  | { readonly type: 'numbers'; readonly mark: number; readonly textStart: number }
  | { readonly type: 'heading' | 'hidden'; readonly mark: number; readonly start?: number }
  | ItemRecord
  | { readonly type: 'wrapper'; readonly outer: string | undefined }

export interface ItemRecord {
  readonly type: 'item'
  readonly mark: number
  readonly outer: number | undefined
}
