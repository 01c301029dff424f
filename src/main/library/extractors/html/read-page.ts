import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { type Handler, Parser } from 'htmlparser2'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { MAX_HTML_DEPTH } from '../limits'
import { withoutSoftHyphens } from '../normalize'
import { isWholeAddress, linked } from '../structure/link'
import { BlockBuilder, type PageBlock } from './block-builder'
import { elementOf } from './elements'
import { MathText } from './math'
import { numberingOf, numberOf } from './numbering'
import { isAroundPart, isAside, isHidden, isMainPart } from './parts'
import { lowered, raised } from './raised'
import { SearchingTokenizer } from './searching-tokenizer'
import { spansOf } from './table'

/** A page taken apart. Nothing in it is ever run or fetched. */
export type ReadPage = {
  readonly title: string | null
  readonly language: string | null
  readonly blocks: readonly PageBlock[]
}

/**
 * What an open element does when it closes. One shape for all of them, and no function of its own for each element: a page
 * has thousands, and making those took as long as reading the tags.
 */
type Close = {
  readonly at: number
  readonly act:
    | Container
    | 'dropped'
    | 'main'
    | 'around'
    | 'aside'
    | 'heading'
    | 'summary'
    | 'link'
    | 'code'
    | 'words'
    | 'raised'
    | 'lowered'
    | 'math'
    | 'paragraph'
  /** Of a heading. */
  readonly level: number
  /** Where the words begin that a link or code is made of, or the blocks of an aside; null where they stay as they are. */
  readonly mark: number | null
  /** The address of a link. */
  readonly address: string
}
type Container = Parameters<BlockBuilder['close']>[0]

/**
 * Reads HTML in one pass, as a stream of tags, in time and memory linear in its size. Throws `corrupt` for nesting that
 * no page has.
 */
export function readPage(html: string): ReadPage {
  const builder = new BlockBuilder()
  const closes: Close[] = []
  let depth = 0
  let dropped = 0
  let title = ''
  let inTitle = false
  let isVerbatim = false
  let language: string | null = null
  let links = 0
  let titles = 0
  let preformatted: string[] | null = null
  let codeLanguage: string | undefined
  let math: MathText | null = null
  const onClose = (act: Close['act'], level = 0, mark: number | null = null, address = '') =>
    closes.push({ at: depth, act, level, mark, address })

  const handler: Partial<Handler> = {
    onopentag(tag, raw) {
      const element = elementOf(tag)
      const { name } = element
      isVerbatim = element.isVerbatim
      depth++
      if (depth > MAX_HTML_DEPTH) throw new AppError('corrupt', say('document.nested_too_deep'))
      if (dropped > 0 || (element.isDropped && !isTitleButton(name))) {
        if (element.isDropped) dropped++
        return
      }
      const attributes = decodedAttributes(raw)
      if (name === 'html') {
        language = attributes.lang ?? attributes['xml:lang'] ?? null
        return
      }
      if (name === 'title') {
        inTitle = title === ''
        return
      }
      if (preformatted !== null) {
        if (name === 'br') preformatted.push('\n')
        if (name === 'code') codeLanguage ??= languageOf(attributes.class)
        return
      }
      if (math !== null) {
        math.open(name === '' ? tag : name, attributes)
        return
      }
      if (isHidden(attributes)) {
        dropped++
        onClose('dropped')
        return
      }
      if (element.isParagraph) builder.endParagraph()
      if (isMainPart(name, attributes)) {
        builder.enterMain()
        onClose('main')
      } else if (isAroundPart(element, attributes, builder.isInMain)) {
        builder.enterAround()
        onClose('around')
      } else if (isAside(element, attributes)) onClose('aside', 0, builder.enterAside())
      openElement(name, attributes)
    },
    ontext(raw) {
      if (dropped > 0) return
      const text = !isVerbatim && raw.includes('&') ? decodeHTML(raw) : raw
      if (inTitle) title += withoutSoftHyphens(text)
      else if (preformatted !== null) preformatted.push(text)
      else if (math !== null) math.addText(text)
      else builder.addText(text, links > 0)
    },
    onclosetag(tag) {
      const { isDropped, isParagraph } = elementOf(tag)
      inTitle = false
      isVerbatim = false
      if (dropped === 0) math?.close()
      if (isDropped) dropped = Math.max(0, dropped - 1)
      else if (dropped === 0 && isParagraph && preformatted === null) builder.endParagraph()
      for (let last = closes.at(-1); last !== undefined && last.at >= depth; last = closes.at(-1)) {
        closes.pop()
        close(last)
      }
      depth--
    },
  }

  /** What opens a part of a page may be its title; behind the words of one, it copies or edits. */
  function isTitleButton(name: string): boolean {
    return name === 'button' && titles > 0 && builder.mark() === 0
  }

  function openElement(name: string, attributes: Record<string, string>): void {
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
        titles++
        onClose('heading', Number(name[1]))
        break
      case 'a':
        openLink(attributes.href?.trim() ?? '')
        break
      case 'img':
        // Only its words: an address of a picture or a data: URL is noise in an index and a leak in a viewer.
        if (attributes.alt) builder.addText(` ${attributes.alt} `, links > 0)
        break
      case 'pre':
        builder.endParagraph()
        preformatted = []
        codeLanguage = languageOf(attributes.class)
        onClose('code')
        break
      case 'code':
      case 'kbd':
      case 'samp':
        onClose('words', 0, builder.mark())
        break
      case 'sup':
        onClose('raised', 0, builder.mark())
        break
      case 'sub':
        onClose('lowered', 0, builder.mark())
        break
      case 'math':
        if (attributes.display === 'block') builder.endParagraph()
        math = new MathText()
        onClose('math')
        break
      case 'blockquote':
        openContainer('quote')
        break
      case 'ul':
      case 'menu':
      case 'dir':
        onClose(builder.openList(null) ? 'list' : 'paragraph')
        break
      case 'ol':
        onClose(builder.openList(numberingOf(attributes)) ? 'list' : 'paragraph')
        break
      case 'li':
        onClose(builder.openItem(numberOf(attributes.value)) ? 'item' : 'paragraph')
        break
      case 'table':
        openContainer('table')
        break
      case 'tr':
        builder.beginRow()
        break
      case 'td':
      case 'th':
        onClose(builder.openCell(spansOf(attributes)) ? 'cell' : 'paragraph')
        break
      case 'summary':
        titles++
        onClose('summary')
        break
      case 'caption':
        builder.endParagraph()
        break
      default:
    }
  }

  function openContainer(kind: Parameters<BlockBuilder['open']>[0]): void {
    onClose(builder.open(kind) ? kind : 'paragraph')
  }

  function openLink(address: string): void {
    links++
    onClose('link', 0, isWholeAddress(address) ? builder.mark() : null, address)
  }

  function close({ act, level, mark, address }: Close): void {
    switch (act) {
      case 'dropped':
        dropped--
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
        titles--
        builder.endParagraph()
        break
      case 'heading':
        titles--
        builder.endHeading(level)
        break
      case 'link':
        links--
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
        builder.addText(math?.end() ?? '', links > 0)
        math = null
        break
      case 'code':
        builder.addCode(preformatted?.join('') ?? '', codeLanguage)
        preformatted = null
        break
      case 'paragraph':
        builder.endParagraph()
        break
      default:
        builder.close(act)
    }
  }

  new Parser(handler, { decodeEntities: false, Tokenizer: SearchingTokenizer }).end(html)
  return { title: title.trim() || null, language: usableLanguage(language), blocks: builder.end() }
}

function decodedAttributes(raw: Record<string, string>): Record<string, string> {
  for (const name in raw) {
    const value = raw[name]
    if (value?.includes('&')) raw[name] = decodeHTMLAttribute(value)
  }
  return raw
}

function asCode(words: string): string {
  return words.trim() === '' || words.includes('`') ? words : `\`${words}\``
}

function languageOf(names: string | undefined): string | undefined {
  return /(?:^|\s)(?:language|lang|highlight|brush)[-:\s]([\w+#-]{1,20})/i
    .exec(names ?? '')?.[1]
    ?.toLowerCase()
}

function usableLanguage(language: string | null): string | null {
  const tag = language?.trim() ?? ''
  return /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag) ? tag : null
}
