import { frontMatterOf, scalarOf } from '../../../shared/markdown/front-matter'
import { plainHeading } from '../../../shared/markdown/plain-inline'
import { toTheEnd } from '../../async/stepwise'
import { titleLine } from './normalize'
import type { ExtractedDocument, Heading } from './types'

// With `s`, as a line may hold other ends of lines, which no rest would fit then and each shorter beginning be tried.
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/s
const ATX_HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/s
const SETEXT_UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/
/** Lines that begin a block of another kind, so that a dashed line below them is a rule, not an underline. */
const NOT_A_PARAGRAPH = /^(?: {4}|\t| {0,3}(?:[-*+>|]|\d+[.)]))/

/** Characters of a line above which it is no heading: the patterns are not made for endless lines. */
const MAX_HEADING_LINE = 1000

/** Takes Markdown as it is and finds its headings and title. */
export function extractMarkdown(text: string): ExtractedDocument {
  const headings = toTheEnd(markdownHeadings(text))
  const title = frontMatterTitle(text) ?? headings.find((heading) => heading.level === 1)?.title ?? null
  return { title, mime: 'text/markdown', text, pages: [], headings, warnings: [] }
}

/** A line of Markdown and whether it belongs to a fenced code block; `fence` is what would close the one open behind it. */
export type MarkdownLine = {
  readonly start: number
  readonly end: number
  readonly inFence: boolean
  readonly fence: string | null
}

/** The lines of a text without their line ends; fence marks count as inside. */
export function* markdownLines(text: string, from = 0, to = text.length): Generator<MarkdownLine> {
  let fence: string | null = null
  for (let start = from; start < to; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 || newline > to ? to : newline
    const mark = FENCE.exec(text.slice(start, Math.min(end, start + 200)))
    const inFence = fence !== null || isOpening(mark)
    if (fence === null) {
      if (isOpening(mark)) fence = mark?.[1] ?? null
    } else if (mark?.[1]?.startsWith(fence) === true && mark[2]?.trim() === '') fence = null
    yield { start, end, inFence, fence }
    start = end + 1
  }
}

/** What would close the fenced code block that is open at the end of a text; null where none is. */
export function openFence(text: string): string | null {
  let open: string | null = null
  for (const { fence } of markdownLines(text)) open = fence
  return open
}

/** A backtick fence has no backtick after it, else the line is inline code. */
function isOpening(mark: RegExpExecArray | null): boolean {
  return mark !== null && !(mark[1]?.startsWith('`') === true && mark[2]?.includes('`') === true)
}

/** The ATX and setext headings outside front matter and code fences, looked for in a step for each line. */
export function* markdownHeadings(text: string): Generator<void, Heading[]> {
  const headings: Heading[] = []
  let paragraph: { start: number; line: string } | null = null
  for (const { start, end, inFence } of markdownLines(text, frontMatterOf(text)?.length ?? 0)) {
    const line = text.slice(start, Math.min(end, start + MAX_HEADING_LINE))
    const canBeHeading = !inFence && end - start < MAX_HEADING_LINE
    const atx = canBeHeading ? ATX_HEADING.exec(line) : null
    const underline = canBeHeading ? SETEXT_UNDERLINE.exec(line) : null
    if (atx !== null) {
      const title = titleLine(plainHeading(atx[2] ?? ''))
      if (title !== null) headings.push({ level: atx[1]?.length ?? 1, title, start })
      paragraph = null
    } else if (underline !== null && paragraph !== null) {
      const title = titleLine(plainHeading(paragraph.line))
      if (title !== null) {
        headings.push({ level: underline[1]?.startsWith('=') ? 1 : 2, title, start: paragraph.start })
      }
      paragraph = null
    } else if (inFence || line.trim() === '' || NOT_A_PARAGRAPH.test(line)) paragraph = null
    else if (paragraph === null) paragraph = { start, line }
    else paragraph = { start: paragraph.start, line: `${paragraph.line} ${line}` }
    yield
  }
  return headings
}

function frontMatterTitle(text: string): string | null {
  return titleLine(scalarOf(frontMatterOf(text)?.fields.get('title')))
}
