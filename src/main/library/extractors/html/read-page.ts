import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { type Handler, Parser } from 'htmlparser2'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { MAX_HTML_DEPTH } from '../limits'
import { withoutSoftHyphens } from '../normalize'
import { isWholeAddress, linked } from '../structure/link'
import { BlockBuilder, type PageBlock } from './block-builder'
import { numberingOf, numberOf } from './numbering'
import { SearchingTokenizer } from './searching-tokenizer'
import { spansOf } from './table'

/** A page taken apart. Nothing in it is ever run or fetched. */
export type ReadPage = {
  readonly title: string | null
  readonly language: string | null
  readonly blocks: readonly PageBlock[]
}

/** Elements whose content is not text to read. */
const DROPPED =
  'script style noscript template svg math canvas iframe object embed select button datalist audio video map'.split(
    ' ',
  )

/** Elements that begin and end a paragraph. */
const PARAGRAPHS = (
  'address article aside body center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset ' +
  'header hgroup hr legend li main menu nav ol optgroup option p section summary tbody tfoot thead tr ul'
).split(' ')

/** Only boxes are judged by their names. */
const NAMED = ['div', 'section', 'ul', 'ol', 'aside', 'table', 'nav', 'footer', 'header']

/** Elements in whose text `&` is a letter like any other (HTML Living Standard 13.1.2.6). */
const VERBATIM = ['xmp', 'plaintext', 'noembed', 'noframes']

/** All others that mean something here. */
const OTHERS = 'html title br h1 h2 h3 h4 h5 h6 a img pre code kbd samp blockquote td th caption'.split(' ')

/** What an element is. The name that comes with a tag is cut out of the page; comparing these is much faster. */
type Element = {
  readonly name: string
  readonly isDropped: boolean
  readonly isParagraph: boolean
  readonly isNamed: boolean
  readonly isVerbatim: boolean
}
const UNKNOWN: Element = {
  name: '',
  isDropped: false,
  isParagraph: false,
  isNamed: false,
  isVerbatim: false,
}
const ELEMENTS: ReadonlyMap<string, Element> = new Map(
  [...DROPPED, ...PARAGRAPHS, ...NAMED, ...VERBATIM, ...OTHERS].map((name) => [
    name,
    {
      name,
      isDropped: DROPPED.includes(name),
      isParagraph: PARAGRAPHS.includes(name),
      isNamed: NAMED.includes(name),
      isVerbatim: VERBATIM.includes(name),
    },
  ]),
)
function elementOf(tag: string): Element {
  return ELEMENTS.get(tag) ?? UNKNOWN
}

const AROUND_ROLES = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'menu',
  'menubar',
])

/** Names that sites give to what stands around the content, after the lists that reader modes of browsers use. */
const AROUND_NAMES =
  /(?:^|[\s_-])(?:ad|ads|advert\w*|banner|breadcrumbs?|comments?|cookies?|consent|disqus|footer|menu|modal|nav\w*|newsletter|pagination|pager|popup|promo\w*|related|share|sharing|skip-link|social|sponsor\w*|subscribe|toolbar|widget)(?:$|[\s_-])/i
/** Sites call the column beside the content so, and books their boxes. */
const ASIDE_NAMES = /(?:^|[\s_-])sidebar(?:$|[\s_-])/i
/** Notes of a text are a part of it wherever they stand (docutils, DPUB-ARIA). */
const NOTE_NAMES = /(?:^|\s)footnotes?(?:[\s-]|$)/i
const NOTE_ROLES = new Set(['note', 'doc-footnote', 'doc-endnote', 'doc-endnotes'])
const MAIN_NAMES = /(?:^|[\s_-])(?:article|main|content|body|post|entry|story|text)(?:$|[\s_-])/i
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
    | 'link'
    | 'code'
    | 'words'
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
  let preformatted: string[] | null = null
  let codeLanguage: string | undefined
  const onClose = (act: Close['act'], level = 0, mark: number | null = null, address = '') =>
    closes.push({ at: depth, act, level, mark, address })

  const handler: Partial<Handler> = {
    onopentag(tag, raw) {
      const element = elementOf(tag)
      const { name } = element
      isVerbatim = element.isVerbatim
      depth++
      if (depth > MAX_HTML_DEPTH) throw new AppError('corrupt', say('document.nested_too_deep'))
      if (dropped > 0 || element.isDropped) {
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
      else builder.addText(text, links > 0)
    },
    onclosetag(tag) {
      const { isDropped, isParagraph } = elementOf(tag)
      inTitle = false
      isVerbatim = false
      if (isDropped) dropped = Math.max(0, dropped - 1)
      else if (dropped === 0 && isParagraph && preformatted === null) builder.endParagraph()
      for (let last = closes.at(-1); last !== undefined && last.at >= depth; last = closes.at(-1)) {
        closes.pop()
        close(last)
      }
      depth--
    },
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
      case 'sub':
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
      case 'heading':
        builder.endHeading(level)
        break
      case 'link':
        links--
        if (mark !== null) builder.wrapSince(mark, linked, address)
        break
      case 'words':
        builder.wrapSince(mark ?? 0, asCode)
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

function isHidden(attributes: Record<string, string>): boolean {
  if (attributes.hidden !== undefined && attributes.hidden !== 'until-found') return true
  const { style } = attributes
  return style !== undefined && /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)
}

function isMainPart(name: string, attributes: Record<string, string>): boolean {
  return (
    name === 'main' ||
    name === 'article' ||
    attributes.role === 'main' ||
    attributes.role === 'article' ||
    attributes.itemprop === 'articleBody'
  )
}

function isAroundPart(
  { name, isNamed }: Element,
  attributes: Record<string, string>,
  isInMain: boolean,
): boolean {
  if (name === 'nav') return true
  if ((name === 'footer' || name === 'header') && !isInMain) return true
  const { role } = attributes
  if (role !== undefined && AROUND_ROLES.has(role)) return true
  if (!isNamed) return false
  const names = namesOf(name, attributes)
  return names.length > 1 && AROUND_NAMES.test(names) && !MAIN_NAMES.test(names)
}

/** Whether it may stand around the content or explain it, which its links tell. */
function isAside({ name, isNamed }: Element, attributes: Record<string, string>): boolean {
  const { role, class: names = '' } = attributes
  if (name === 'aside') return !NOTE_NAMES.test(names) && (role === undefined || !NOTE_ROLES.has(role))
  return isNamed && ASIDE_NAMES.test(namesOf(name, attributes))
}

/** The names that a site gave an element; programs make those of sections from their headings. */
function namesOf(name: string, { class: names = '', id = '' }: Record<string, string>): string {
  return name === 'section' || /(?:^|\s)section(?:\s|$)/.test(names) ? names : `${names} ${id}`
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
