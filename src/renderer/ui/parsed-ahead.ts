import type { MarkdownBlocks } from './markdown-blocks'

/** Texts that are parsed before they are shown: more than a person scrolls past while the page has nothing to do. */
const mostTexts = 120

/** Keeps what was parsed of texts that will be shown soon; the one that was put first goes first. */
export function createParsedAhead(parse: (text: string) => MarkdownBlocks) {
  const parsed = new Map<string, MarkdownBlocks>()
  return {
    has: (text: string): boolean => parsed.has(text),
    /** Parses a text unless that is done. */
    add(text: string): void {
      if (parsed.has(text)) return
      parsed.set(text, parse(text))
      const [oldest] = parsed.keys()
      if (parsed.size > mostTexts && oldest !== undefined) parsed.delete(oldest)
    },
    /** What a text comes to, where it was parsed. */
    get: (text: string): MarkdownBlocks | undefined => parsed.get(text),
  }
}
