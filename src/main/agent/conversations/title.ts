/** The longest title that is made from a text, in characters. */
const titleLimit = 60

/** What a title must not hold: characters that are not seen, or turn the others. */
const unseen =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** A title from the first words of a message: one line, cut at a word. */
export function titleOf(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line === '' ? 'New conversation' : cutTitle(line)
}

/** The title in what a model answered: its first line without markup, quotes and what can't be seen; may be empty. */
export function titleIn(answer: string): string {
  const lines = answer
    .replace(/<think>.*?(?:<\/think>|$)/gsu, '')
    .split(/[\r\n\u2028\u2029]+/u)
    .map((line) => withoutMarkup(line.replace(/\t/gu, ' ').replace(unseen, '')))
  return cutTitle(lines.find((line) => line !== '') ?? '')
}

function withoutMarkup(line: string): string {
  return line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/<\/?[a-z][^>]*>/giu, '')
    .replace(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s>#\-–—•]+/u, '')
    .replace(/^["'“”„‚‘’«»‹›]+|["'“”„‚‘’«»‹›]+$/gu, '')
    .trim()
    .replace(/(?<=[^.])\.$/u, '')
}

function cutTitle(line: string): string {
  const characters = [...line]
  if (characters.length <= titleLimit) return line
  const cut = characters.slice(0, titleLimit - 1).join('')
  const space = cut.lastIndexOf(' ')
  // A first word that is longer than half the title is cut inside.
  return `${(space > titleLimit / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
