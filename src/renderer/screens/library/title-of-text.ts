/** As long as a title can be read at a glance (characters). */
const titleLength = 80

/** The first line of a text with words in it, without the signs of Markdown headings, cut at a word. */
export function titleOfText(words: string): string {
  const lines = words.split('\n', 50)
  const line = lines.find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  const title = line
    .replace(/^[\s#>*-]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (title.length <= titleLength) return title
  const cut = title.slice(0, titleLength + 1)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > titleLength / 2 ? end : titleLength).toWellFormed()}…`
}
