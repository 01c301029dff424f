/** Macros that a formula may expand: no formula needs more. */
const mostExpansions = 200
/** What a formula may come to by macros of its own, in signs: setting it takes a moment, and much longer for twice as many. */
const mostSigns = 8000

/** What makes a macro; none is made without one of these words in a formula. */
const definition = /\\(?:[gex]?def|(?:re)?newcommand|providecommand)(?![a-z@])/i
const parameter = /#(.?)/gsu
/** What makes a macro of what others come to, or by another name; and a comment, whose braces are none. */
const indirect = /\\(?:[ex]def|(?:future)?let|expandafter)(?![a-z@])|%/i
/** A definition up to its body. */
const head =
  /\s*\\(?:g?def\s*(?:\\[a-zA-Z@]+|\\[^a-zA-Z@])(?:\s*#[1-9])*|(?:(?:re)?new|provide)command\s*(?:\{\s*\\[a-zA-Z@]+\s*\}|\\[a-zA-Z@]+)\s*(?:\[\s*[0-9]\s*\])?)\s*(?=\{)/y
const brace = /\\.|[{}]/gsu

/**
 * How many macros a formula may expand; null where what it defines could grow without a limit on that. A macro without
 * parameters, or with each in one place, adds no more than its body whenever it is expanded; one that repeats a parameter
 * can double what it is given, again and again. Where the bodies can't be told beforehand, because macros are made
 * within others or of others, the whole formula is taken for one.
 */
export function expansionsOf(tex: string): number | null {
  if (!definition.test(tex)) return mostExpansions
  const bodies = bodiesOf(tex) ?? [tex]
  if (bodies.some(repeats)) return null
  const longest = Math.max(1, ...bodies.map(({ length }) => length))
  return Math.min(mostExpansions, Math.max(1, Math.floor(mostSigns / longest)))
}

function repeats(body: string): boolean {
  const parameters = [...body.matchAll(parameter)].map(([, name]) => name)
  return new Set(parameters).size < parameters.length || parameters.includes('#')
}

/** The bodies of a formula’s macros; null where not all of them are defined at its start, each as it is written. */
function bodiesOf(tex: string): string[] | null {
  if (indirect.test(tex)) return null
  const bodies: string[] = []
  let at = 0
  for (let from = endOf(head, tex, at); from !== null; from = endOf(head, tex, at)) {
    const to = endOfGroup(tex, from)
    if (to === null) return null
    bodies.push(tex.slice(from + 1, to - 1))
    at = to
  }
  return [...bodies, tex.slice(at)].some((part) => definition.test(part)) ? null : bodies
}

/** Where a sticky pattern ends that stands at a place; null where it does not. */
function endOf(sticky: RegExp, text: string, at: number): number | null {
  sticky.lastIndex = at
  return sticky.test(text) ? sticky.lastIndex : null
}

/** Behind the brace that closes the one at a place; null where none does. */
function endOfGroup(tex: string, from: number): number | null {
  let depth = 0
  for (const { 0: sign, index } of tex.slice(from).matchAll(brace)) {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0
    if (depth === 0) return from + index + 1
  }
  return null
}
