const codeSpan = /(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/gu
/** A link or a picture; its address may have brackets of its own, and a title behind it. */
const link = /!?\[([^[\]]*)\]\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/gu
const bareAddress = /<((?:https?:\/\/|mailto:)[^<>\s]*)>/gu
/** Within a word they belong to a formula or a name. */
const stars = /(?<![\p{L}\p{N}\\*])(\*{1,3}|~~)(?=[^\s*])([^\n]*?[^\s\\*])\1(?![\p{L}\p{N}*])/gu
const underlines = /(?<![\p{L}\p{N}\\_])(_{1,3})(?=[^\s_])([^\n]*?[^\s\\])\1(?![\p{L}\p{N}_])/gu
const escaped = /\\([!-/:-@[-`{-~])/gu

// Stands for code while the marks around it are taken; no keyboard writes it.
const codePlace = '\u0001'
const codePlaces = new RegExp(`${codePlace}(\\d+)${codePlace}`, 'gu')

/** The words of a line of Markdown without the marks of emphasis, code and links; what is code stays letter by letter. */
export function plainInline(text: string): string {
  const codes: string[] = []
  return text
    .replaceAll(codePlace, '')
    .replace(codeSpan, (whole, _, code: string, at: number) => {
      if (text[at - 1] === '\\') return whole
      codes.push(code.trim())
      return `${codePlace}${codes.length - 1}${codePlace}`
    })
    .replace(link, '$1')
    .replace(bareAddress, '$1')
    .replace(stars, '$2')
    .replace(underlines, '$2')
    .replace(escaped, '$1')
    .replace(codePlaces, (_, index) => codes[Number(index)] ?? '')
}
