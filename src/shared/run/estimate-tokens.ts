import type { Picture } from '../tool/picture'

/**
 * Tokens per character, on the high side of what current tokenizers make: Latin words and code come to 3 to 4
 * characters a token, Cyrillic, Greek, Arabic and Hindi to about 2, Chinese, Japanese and Korean to about 1.
 */
const perCharacter = { ascii: 0.31, letters: 0.55, ideographs: 1.1 }
const firstNonAscii = 0x80
/** Where the radicals and, after them, the scripts of East Asia and the halves of emoji begin. */
const firstIdeograph = 0x2e80
/** Tokens of a picture are its pixels divided by this (platform.claude.com, "Vision"). */
const pixelsPerToken = 750

/** How many tokens a text comes to, about and rather too many; a server's own count is better where there is one. */
export function estimateTokens(text: string): number {
  let letters = 0
  let ideographs = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < firstNonAscii) continue
    if (code < firstIdeograph) letters++
    else ideographs++
  }
  const ascii = text.length - letters - ideographs
  return Math.ceil(
    ascii * perCharacter.ascii + letters * perCharacter.letters + ideographs * perCharacter.ideographs,
  )
}

/** See {@link estimateTokens}. */
export function estimatePicture({ width, height }: Pick<Picture, 'width' | 'height'>): number {
  return Math.ceil((width * height) / pixelsPerToken)
}
