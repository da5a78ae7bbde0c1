import type { ElementKind } from '../html/element-kinds.ts'

/** What happens in emphasis, one after another. */
export type LineEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'mark'; readonly mark: string; readonly isEnd: boolean }
  | {
      readonly type: 'open'
      readonly kind: ElementKind
      readonly start: number
      readonly url?: string | undefined
    }
  | { readonly type: 'close'; readonly kind: ElementKind; readonly start: number; readonly end: number }

/** The start or the end of an element in emphasis. */
export type ElementEvent = Extract<LineEvent, { readonly kind: ElementKind }>
