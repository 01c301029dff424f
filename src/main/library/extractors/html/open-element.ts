import { isWholeAddress } from '../structure/link'
import type { BlockBuilder } from './block-builder'
import { MathText } from './math'
import { numberingOf, numberOf } from './numbering'
import { type OpenPage, onClose } from './open-page'
import { spansOf } from './table'

/** Takes up an element that opens, by what it is. */
export function openElement(page: OpenPage, name: string, attributes: Record<string, string>): void {
  const { builder } = page
  switch (name) {
    case 'br':
      builder.addLineBreak()
      break
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      builder.endParagraph()
      page.titles++
      onClose(page, 'heading', Number(name[1]))
      break
    case 'a':
      openLink(page, attributes.href?.trim() ?? '')
      break
    case 'img':
      // Only its words: an address of a picture or a data: URL is noise in an index and a leak in a viewer.
      if (attributes.alt) builder.addText(` ${attributes.alt} `, page.links > 0)
      break
    case 'pre':
      builder.endParagraph()
      page.preformatted = []
      page.codeLanguage = languageOf(attributes.class)
      onClose(page, 'code')
      break
    case 'code':
    case 'kbd':
    case 'samp':
      onClose(page, 'words', 0, builder.mark())
      break
    case 'sup':
      onClose(page, 'raised', 0, builder.mark())
      break
    case 'sub':
      onClose(page, 'lowered', 0, builder.mark())
      break
    case 'math':
      if (attributes.display === 'block') builder.endParagraph()
      page.math = new MathText()
      onClose(page, 'math')
      break
    case 'blockquote':
      openContainer(page, 'quote')
      break
    case 'ul':
    case 'menu':
    case 'dir':
      onClose(page, builder.openList(null) ? 'list' : 'paragraph')
      break
    case 'ol':
      onClose(page, builder.openList(numberingOf(attributes)) ? 'list' : 'paragraph')
      break
    case 'li':
      onClose(page, builder.openItem(numberOf(attributes.value)) ? 'item' : 'paragraph')
      break
    case 'table':
      openContainer(page, 'table')
      break
    case 'tr':
      builder.beginRow()
      break
    case 'td':
    case 'th':
      onClose(page, builder.openCell(spansOf(attributes)) ? 'cell' : 'paragraph')
      break
    case 'summary':
      page.titles++
      onClose(page, 'summary')
      break
    case 'caption':
      builder.endParagraph()
      break
    default:
  }
}

function openContainer(page: OpenPage, kind: Parameters<BlockBuilder['open']>[0]): void {
  onClose(page, page.builder.open(kind) ? kind : 'paragraph')
}

function openLink(page: OpenPage, address: string): void {
  page.links++
  onClose(page, 'link', 0, isWholeAddress(address) ? page.builder.mark() : null, address)
}

/** The language of code as classes tell it: `language-js`. */
export function languageOf(names: string | undefined): string | undefined {
  return /(?:^|\s)(?:language|lang|highlight|brush)[-:\s]([\w+#-]{1,20})/i
    .exec(names ?? '')?.[1]
    ?.toLowerCase()
}
