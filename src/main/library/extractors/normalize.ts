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
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x300 || code === 0x0d || code === 0) return false
  }
  return true
}

/** Makes one line of a title or heading; null when nothing is left. */
export function oneLine(text: string | null | undefined, maxLength = 300): string | null {
  const line = (text ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line === '' ? null : line.slice(0, maxLength).toWellFormed()
}
