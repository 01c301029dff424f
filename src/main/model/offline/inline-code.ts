import { settingAside } from '../../../shared/markdown/set-aside'

/** Words between backticks, as people mark code in any text. */
const marked = /(?<![\p{L}\p{N}`\\])`([^`\n\s](?:[^`\n]*[^`\n\s])?)`(?![\p{L}\p{N}`])/gu

/** Changes a line but for what is marked as code in it, which stays with its backticks. */
export function exceptInlineCode(line: string, change: (words: string) => string): string {
  return settingAside(line, marked, ({ 0: whole }) => (isQuoted(whole) ? null : whole), change)
}

/** TeX writes quotation marks as `so', two of which have what stands between them. */
function isQuoted(code: string): boolean {
  return code.split("'").length % 2 === 0
}
