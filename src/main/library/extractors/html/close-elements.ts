import { linked } from '../structure/link'
import type { Close, OpenPage } from './open-page'
import { lowered, raised } from './raised'

/** Carries out what the element that closes now does then, and all that are still open within it. */
export function closeElements(page: OpenPage): void {
  const { closes, depth } = page
  for (let last = closes.at(-1); last !== undefined && last.at >= depth; last = closes.at(-1)) {
    closes.pop()
    carryOut(page, last)
  }
}

function carryOut(page: OpenPage, { act, level, mark, address }: Close): void {
  const { builder } = page
  switch (act) {
    case 'dropped':
      page.dropped--
      break
    case 'main':
      builder.leaveMain()
      break
    case 'around':
      builder.leaveAround()
      break
    case 'aside':
      builder.leaveAside(mark ?? 0)
      break
    case 'summary':
      page.titles--
      builder.endParagraph()
      break
    case 'heading':
      page.titles--
      builder.endHeading(level)
      break
    case 'link':
      page.links--
      if (mark !== null) builder.wrapSince(mark, linked, address)
      break
    case 'words':
      builder.wrapSince(mark ?? 0, asCode)
      break
    case 'raised':
    case 'lowered':
      builder.wrapSince(mark ?? 0, act === 'raised' ? raised : lowered)
      break
    case 'math':
      builder.addText(page.math?.end() ?? '', page.links > 0)
      page.math = null
      break
    case 'code':
      builder.addCode(page.preformatted?.join('') ?? '', page.codeLanguage)
      page.preformatted = null
      break
    case 'paragraph':
      builder.endParagraph()
      break
    default:
      builder.close(act)
  }
}

function asCode(words: string): string {
  return words.trim() === '' || words.includes('`') ? words : `\`${words}\``
}
