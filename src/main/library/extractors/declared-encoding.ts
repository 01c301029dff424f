/** Bytes within which a page names its encoding (HTML Living Standard 4.2.5.4). */
const DECLARED_WITHIN = 1024

/** The encoding that XML names in its declaration, which is its first line (XML 1.0, 2.8). */
export function xmlEncoding(bytes: Uint8Array): string | null {
  return /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(startOf(bytes))?.[1] ?? null
}

/** The encoding that a page names: as XML, or in its head. */
export function pageEncoding(bytes: Uint8Array): string | null {
  return xmlEncoding(bytes) ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(startOf(bytes))?.[1] ?? null
}

function startOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, DECLARED_WITHIN)).toString(
    'latin1',
  )
}
