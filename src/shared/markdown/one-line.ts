import { flatText } from './flat-text'
import { plainInline } from './plain-inline'

// The words behind a fence have no backtick: else it is code within a line (CommonMark 4.5).
const fence = /^[ \t]*(?:`{3,}[^`\n]*|~{3,}[^\n]*)$/gmu
/** What draws a line across, or makes the line above it a heading. */
const rule = /^[ \t]*(?:(?:[-*_][ \t]*){3,}|=+)$/gmu

/** A text of Markdown in one line, for lists: its words, without the marks of blocks, of code, of emphasis and of links. */
export function inOneLine(markdown: string): string {
  return flatText(plainInline(markdown.replace(fence, '').replace(rule, '')))
}
