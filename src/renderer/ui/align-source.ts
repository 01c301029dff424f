/** A named character of HTML, or one by its number. */
const entity = /^&(?:[a-z][a-z0-9]*|#\d+|#x[\da-f]+);/iu

/** Where in the source each unit of a drawn text comes from, and where in the source it ends. */
export function alignSource(
  source: string,
  from: number,
  value: string,
  to = source.length,
): { readonly starts: readonly number[]; readonly end: number } {
  const starts: number[] = []
  // What is nowhere ahead is not further on either: looked for again each time, a long text would take minutes.
  const missing = new Set<string>()
  let at = from
  for (let index = 0; index < value.length; index++) {
    const unit = value.charAt(index)
    let next = missing.has(unit) ? to : at
    // Marks of Markdown lie between: quote signs, indentation, emphasis, backslashes.
    while (next < to && source.charAt(next) !== unit && !entity.test(source.slice(next, next + 40))) next++
    if (next >= to) {
      // Not written like this anywhere: it belongs to what stands before it.
      missing.add(unit)
      starts.push(at)
      continue
    }
    starts.push(next)
    const named = source.charAt(next) === '&' ? entity.exec(source.slice(next, next + 40)) : null
    const isLiteral = named === null || value.startsWith(named[0], index)
    at = next + (isLiteral ? 1 : named[0].length)
  }
  return { starts, end: at }
}
