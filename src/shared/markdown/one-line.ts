import { flatText } from './flat-text'
import { plainInline } from './plain-inline'

const fence = /^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gmu
/** What draws a line across, or makes the line above it a heading. */
const rule = /^[ \t]*(?:(?:[-*_][ \t]*){3,}|=+)$/gmu

/** A text of Markdown in one line, for lists: its words, without the marks of blocks, of code, of emphasis and of links. */
export function inOneLine(markdown: string): string {
  return flatText(plainInline(markdown.replace(fence, '').replace(rule, '')))
}
