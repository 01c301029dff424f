/** The longest title that is made from a message, in characters. */
export const titleLimit = 60

/** A title from the first words of a message: one line, cut at a word. */
export function titleOf(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  if (line === '') return 'New conversation'
  const characters = [...line]
  if (characters.length <= titleLimit) return line
  const cut = characters.slice(0, titleLimit - 1).join('')
  const space = cut.lastIndexOf(' ')
  // A first word that is longer than half the title is cut inside.
  return `${(space > titleLimit / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
