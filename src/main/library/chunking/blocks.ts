import { markdownLines } from '../extractors/markdown'
import { type ExtractedDocument, type Heading, textForm } from '../extractors/types'

/** A half-open range of the document's text. */
export type TextRange = { readonly start: number; readonly end: number }

/** A range that is best kept whole: a paragraph, a list, a table, a code block. `byLines`: lines are its units, as in code and tables. */
export type Block = TextRange & { readonly byLines: boolean }

/**
 * Cuts a range into blocks that cover it without gaps: at blank lines, around code fences, and at `headings`,
 * which are those of the range.
 */
export function blocksOf(
  { text, mime }: ExtractedDocument,
  range: TextRange,
  headings: readonly Heading[],
): Block[] {
  const form = textForm(mime)
  const headingStarts = new Set(headings.map((heading) => heading.start))
  const blocks: Block[] = []
  let blockStart = range.start
  let byLines = false
  let afterBlank = false
  const cutAt = (position: number) => {
    if (position > blockStart) blocks.push({ start: blockStart, end: position, byLines })
    blockStart = position
  }
  for (const line of markdownLines(text, range.start, range.end)) {
    const inFence = form === 'markdown' && line.inFence
    const isBlank = !inFence && isBlankLine(text, line)
    const isLine = inFence || form === 'code' || (form === 'markdown' && text[line.start] === '|')
    const startsBlock = !isBlank && (afterBlank || headingStarts.has(line.start) || isLine !== byLines)
    if (startsBlock) {
      cutAt(line.start)
      byLines = isLine
    }
    afterBlank = isBlank
  }
  cutAt(range.end)
  return cutAtHeadings(blocks, headings)
}

function isBlankLine(text: string, line: TextRange): boolean {
  for (let index = line.start; index < line.end; index++) {
    if (text.charCodeAt(index) > 0x20) return false
  }
  return true
}

/** An outline may name a place in the middle of a line; a section begins there all the same. */
function cutAtHeadings(blocks: readonly Block[], headings: readonly Heading[]): Block[] {
  const result: Block[] = []
  let next = 0
  for (const block of blocks) {
    let { start } = block
    while (next < headings.length && (headings[next]?.start ?? 0) <= start) next++
    for (; next < headings.length; next++) {
      const at = headings[next]?.start ?? block.end
      if (at >= block.end) break
      if (at > start) result.push({ ...block, start, end: at })
      start = Math.max(start, at)
    }
    result.push({ ...block, start })
  }
  return result
}
