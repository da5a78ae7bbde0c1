declare module 'turndown-plugin-gfm' {
  import type TurndownService from 'turndown'
  /** Tables, deleted text, list boxes and highlighted code. */
  export const gfm: TurndownService.Plugin
}
