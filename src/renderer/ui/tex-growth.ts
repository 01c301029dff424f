/** Macros that a formula may expand: no formula needs more. */
const mostExpansions = 200
/** What a formula may come to by macros of its own, in signs: setting it takes a moment, and much longer for twice as many. */
const mostSigns = 8000

/** What makes a macro; none is made without one of these words in a formula. */
const definition = /\\(?:[gex]?def|(?:re)?newcommand|providecommand)(?![a-z@])/i
const parameter = /#(.?)/gsu

/**
 * How many macros a formula may expand; null where what it defines could grow without a limit on that. A macro without
 * parameters, or with each in one place, adds no more than the formula is long whenever it is expanded; one that repeats
 * a parameter can double what it is given, again and again.
 */
export function expansionsOf(tex: string): number | null {
  if (!definition.test(tex)) return mostExpansions
  const parameters = [...tex.matchAll(parameter)].map(([, name]) => name)
  if (new Set(parameters).size < parameters.length || parameters.includes('#')) return null
  return Math.min(mostExpansions, Math.max(1, Math.floor(mostSigns / tex.length)))
}
