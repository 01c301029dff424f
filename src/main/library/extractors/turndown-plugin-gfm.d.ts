declare module 'turndown-plugin-gfm' {
  import type TurndownService from 'turndown'

  /** Tables, strikethrough, task lists and highlighted code. */
  export const gfm: TurndownService.Plugin
}
