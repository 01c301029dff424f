/** What is one thing in Markdown's text: an escaped sign, a run of backticks, the end of a paragraph, what lies between. */
const piece = /\\[!-/:-@[-`{-~]|\\|`+|\n\n|\n|[^\\`\n]+/gu
/** What may become another piece with what follows. */
const unfinished = /^(?:\\|`+|\n)$/u

/** Backticks that fence a block, which blank lines don't end. */
const fence = 3

/**
 * Reads Markdown as it streams and gives it as it is shown in a terminal: without the backslashes before signs that only
 * keep them from being Markdown (CommonMark 0.31, 2.4), and with code as it is. `end` gives what was held back because
 * what follows might have changed it.
 */
export function createUnescaper(): { write(text: string): string; end(): string } {
  let held = ''
  /** How many backticks the code began with that is open; 0 outside of code. */
  let open = 0
  const take = (part: string): string => {
    if (part.startsWith('`')) {
      if (open === 0) open = part.length
      else if (open === part.length) open = 0
      return part
    }
    if (part === '\n\n' && open < fence) open = 0
    if (open > 0) return part
    return part.length === 2 && part.startsWith('\\') ? part.slice(1) : part
  }
  return {
    write(text) {
      const parts = (held + text).match(piece) ?? []
      held = unfinished.test(parts.at(-1) ?? '') ? (parts.pop() ?? '') : ''
      return parts.map(take).join('')
    },
    end() {
      const rest = take(held)
      held = ''
      open = 0
      return rest
    },
  }
}
