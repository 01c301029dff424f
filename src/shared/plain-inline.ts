import { settingAside } from './set-aside'

const codeSpan = /(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/gu
/** A link or a picture; its address may have brackets of its own, and a title behind it. */
const link = /!?\[([^[\]]*)\]\((<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/gu
const picture = /!\[[^[\]]*\]\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/gu
const tag = /<\/?[a-z][^<>\n]*>/giu
const bareAddress = /<((?:https?:\/\/|mailto:)[^<>\s]*)>/gu
/** Within a word they belong to a formula or a name. */
const stars = /(?<![\p{L}\p{N}\\*])(\*{1,3}|~~)(?=[^\s*])([^\n]*?[^\s\\*])\1(?![\p{L}\p{N}*])/gu
const underlines = /(?<![\p{L}\p{N}\\_])(_{1,3})(?=[^\s_])([^\n]*?[^\s\\])\1(?![\p{L}\p{N}_])/gu
const escaped = /\\([!-/:-@[-`{-~])/gu

/** The words of a line of Markdown without the marks of emphasis, code and links; what is code stays letter by letter. */
export function plainInline(text: string): string {
  return exceptCode(text, withoutMarks)
}

/** A heading's words: without the badges beside them, or what a picture that stands alone shows. */
export function plainHeading(text: string): string {
  const words = exceptCode(text, (rest) =>
    withoutMarks(rest.replace(picture, '').replace(link, '$1').replace(tag, '')),
  )
  return words.trim() === '' ? plainInline(text) : words.replace(/\s+/gu, ' ').trim()
}

/** Text with what its links and pictures show in the place of each; what only looks like a link stays. */
export function linksAsText(text: string): string {
  const shown = (whole: string, words: string, address: string) => (/[./:#]/u.test(address) ? words : whole)
  return text.replace(link, shown).replace(link, shown)
}

/** Changes a text but for what is code in it, which loses its backticks. */
function exceptCode(text: string, change: (rest: string) => string): string {
  const keep = ({ index, input, 2: code = '' }: RegExpExecArray) =>
    input[index - 1] === '\\' ? null : code.trim()
  return settingAside(text, codeSpan, keep, change)
}

function withoutMarks(text: string): string {
  return (
    text
      // A picture may be what a link shows.
      .replace(link, '$1')
      .replace(link, '$1')
      .replace(bareAddress, '$1')
      .replace(stars, '$2')
      .replace(underlines, '$2')
      .replace(escaped, '$1')
  )
}
