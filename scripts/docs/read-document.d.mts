export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'directive'; readonly text: string; readonly words: readonly string[] }
  | {
      readonly kind: 'file'
      readonly text: string
      readonly language: string
      readonly file: string
      readonly content: string
    }
  | { readonly kind: 'needs'; readonly text: string; readonly commands: readonly string[] }
  | {
      readonly kind: 'script' | 'shown'
      readonly text: string
      readonly language: string
      readonly content: string
    }
  | {
      readonly kind: 'console'
      readonly text: string
      readonly fence: string
      readonly sessions: readonly { readonly command: string; readonly output: string }[]
      readonly exit: number
      readonly background: boolean
    }

/** The parts of a Markdown document in order; their texts together are the document. */
export function readDocument(markdown: string): Part[]

/** The commands of a script, each on one line. */
export function commandLines(content: string): string[]
