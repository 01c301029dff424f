/** Brings decoded text into the form that every offset refers to: well-formed, NFC, `\n` line ends, no NUL. */
export function normalizeText(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .toWellFormed()
    .normalize('NFC')
}

/** Makes one line of a title or heading; null when nothing is left. */
export function oneLine(text: string | null | undefined, maxLength = 300): string | null {
  const line = (text ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line === '' ? null : line.slice(0, maxLength).toWellFormed()
}
