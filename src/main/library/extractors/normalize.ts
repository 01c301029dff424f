/** Brings decoded text into the form that every offset refers to: well-formed, NFC, `\n` line ends, no NUL. */
export function normalizeText(text: string): string {
  if (isNormal(text)) return text
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .toWellFormed()
    .normalize('NFC')
}

/** Text below the combining marks is in form NFC already (Unicode Standard Annex 15), which most text is. */
function isNormal(text: string): boolean {
  if (text.includes('\r') || text.includes('\0')) return false
  // ASCII, a byte for each character, which is counted many times faster than characters are looked at.
  return Buffer.byteLength(text) === text.length || !/[^\0-\u02ff]/.test(text)
}

/** Where a word may be divided is for the lines of who shows it: nobody sees it in the word, searches for it or quotes it. */
export function withoutSoftHyphens(text: string): string {
  return text.includes('\u00ad') ? text.replaceAll('\u00ad', '') : text
}

/** Each run of white space as one space. */
export function foldSpace(text: string): string {
  // Most text has single spaces alone, and looking is much cheaper than replacing each of them by itself.
  return text.replace(/\s{2,}|[^\S ]/g, ' ')
}

/** Makes one line of a title or heading; null when nothing is left. */
export function titleLine(text: string | null | undefined, maxLength = 300): string | null {
  const line = foldSpace((text ?? '').replace(/\p{Cc}+/gu, ' ')).trim()
  return line === '' ? null : line.slice(0, maxLength).toWellFormed()
}
