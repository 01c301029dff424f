import { pictureTypeOf } from './header'

/** Types that are told by their first bytes, beside pictures. */
const signatures: readonly { readonly start: string; readonly at?: number; readonly type: string }[] = [
  { start: '%PDF-', type: 'application/pdf' },
  { start: 'PK\x03\x04', type: 'application/zip' },
  { start: '\x1f\x8b', type: 'application/gzip' },
  { start: '7z\xbc\xaf\x27\x1c', type: 'application/x-7z-compressed' },
  { start: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', type: 'application/x-ole-storage' },
  { start: 'SQLite format 3\0', type: 'application/vnd.sqlite3' },
  { start: '\x7fELF', type: 'application/x-elf' },
  { start: 'MZ', type: 'application/vnd.microsoft.portable-executable' },
  { start: '\0asm', type: 'application/wasm' },
  { start: 'ftyp', at: 4, type: 'video/mp4' },
  { start: '\x1aE\xdf\xa3', type: 'video/webm' },
  { start: 'OggS', type: 'audio/ogg' },
  { start: 'fLaC', type: 'audio/flac' },
  { start: 'ID3', type: 'audio/mpeg' },
  { start: 'BM', type: 'image/bmp' },
  { start: 'II*\0', type: 'image/tiff' },
  { start: 'MM\0*', type: 'image/tiff' },
]

/** What bytes are by their beginning; the name plays no part, because anyone can choose it. */
export function mediaTypeOf(head: Uint8Array): string {
  const picture = pictureTypeOf(head)
  if (picture !== null) return picture
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 32)).toString('latin1')
  const found = signatures.find(({ start, at = 0 }) => text.startsWith(start, at))
  return found?.type ?? 'application/octet-stream'
}
