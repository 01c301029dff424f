/** Characters that XML can't hold are written as `_x000D_` in a workbook (ECMA-376, part 1, 22.9.2.19). */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, digits: string) => {
    const code = Number.parseInt(digits, 16)
    return code >= 0x20 || code === 0x09 || code === 0x0a || code === 0x0d ? String.fromCharCode(code) : ''
  })
}
