/**
 * Text of UTF-16, low byte first; half a unit at the end is left out. Node (24.21) writes one byte past its memory where
 * it makes a text of a buffer that has an odd length and begins at an odd place, which ends the process at some time
 * (nodejs/node, pull request 64697): so every reader of a file decodes by this, or by iconv-lite, which hands over whole units.
 */
export function utf16Text(bytes: Uint8Array): string {
  const whole = bytes.length - (bytes.length % 2)
  return Buffer.from(bytes.buffer, bytes.byteOffset, whole).toString('utf16le')
}
