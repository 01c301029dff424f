import type { Range } from '../sentences'

/** Lists, tables and records are quoted up to so many characters: what is left out is seen in the document. */
export const longestWhole = 600

/** Where the line begins and ends that has the character at `at`, without its line end. */
export function lineAt(text: string, at: number): Range {
  const end = text.indexOf('\n', at)
  return { start: at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1, end: end === -1 ? text.length : end }
}

/** The lines from the character at `at` to the last one that goes on with the same, as far as they can be quoted. */
export function linesFrom(text: string, at: number, goesOn: (line: string) => boolean): Range {
  const first = lineAt(text, at)
  let { end } = first
  while (end < text.length) {
    const line = lineAt(text, end + 1)
    if (!goesOn(text.slice(line.start, line.end)) || line.end - first.start > longestWhole) break
    end = line.end
  }
  return { start: at, end }
}
