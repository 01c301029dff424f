import type { ToolInfo } from '../../../shared/contract/tools'
import type { ToolLine } from '../../../shared/tool/load-tools'

/** The longest line on what a tool does, in characters. */
export const longestLine = 110

/** A tool in one line: the first sentence of its description, or how that begins. */
export function lineOf({ name, title, description }: ToolInfo, longest = longestLine): ToolLine {
  const text = promptLine(description)
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text
  if (sentence.length <= longest) return { name, title, line: sentence }
  const cut = sentence.slice(0, longest - 1)
  const space = cut.lastIndexOf(' ')
  return { name, title, line: `${(space > 0 ? cut.slice(0, space) : cut).toWellFormed()}…` }
}

/** What another program says of its tools must not begin a line of instructions. */
export function promptLine(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
}
