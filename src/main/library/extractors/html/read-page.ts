import { Parser } from 'htmlparser2'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { MAX_HTML_DEPTH } from '../limits'
import { isWholeAddress, linked } from '../structure/link'
import { BlockBuilder, LINE_BREAK, type PageBlock } from './block-builder'

/** A page taken apart. Nothing in it is ever run or fetched. */
export type ReadPage = {
  readonly title: string | null
  readonly language: string | null
  readonly blocks: readonly PageBlock[]
}

/** Elements whose content is not text to read. */
const DROPPED = new Set(
  'script style noscript template svg math canvas iframe object embed select button datalist audio video map'.split(
    ' ',
  ),
)

/** Elements that begin and end a paragraph. */
const PARAGRAPHS = new Set(
  (
    'address article aside body center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset ' +
    'header hgroup hr legend li main menu nav ol optgroup option p section summary tbody tfoot thead tr ul'
  ).split(' '),
)

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
  /(?:^|[\s_-])(?:ad|ads|advert\w*|banner|breadcrumbs?|comments?|cookies?|consent|disqus|footer|menu|modal|nav\w*|newsletter|pagination|pager|popup|promo\w*|related|share|sharing|sidebar|skip-link|social|sponsor\w*|subscribe|toolbar|widget)(?:$|[\s_-])/i
const MAIN_NAMES = /(?:^|[\s_-])(?:article|main|content|body|post|entry|story|text)(?:$|[\s_-])/i
/** Only boxes are judged by their names. */
const NAMED = new Set(['div', 'section', 'ul', 'ol', 'aside', 'table', 'nav', 'footer', 'header'])

/** What an open element does when it closes. */
type Close = { readonly name: string; readonly at: number; readonly close: () => void }

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
  let language: string | null = null
  let links = 0
  let preformatted: string[] | null = null
  let codeLanguage: string | undefined
  const onClose = (name: string, close: () => void) => closes.push({ name, at: depth, close })

  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      if (depth > MAX_HTML_DEPTH) throw new AppError('corrupt', say('document.nested_too_deep'))
      if (dropped > 0 || DROPPED.has(name)) {
        if (DROPPED.has(name)) dropped++
        return
      }
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
        onClose(name, () => dropped--)
        return
      }
      if (PARAGRAPHS.has(name)) builder.endParagraph()
      if (isMainPart(name, attributes)) {
        builder.enterMain()
        onClose(name, () => builder.leaveMain())
      } else if (isAroundPart(name, attributes, builder.isInMain)) {
        builder.enterAround()
        onClose(name, () => builder.leaveAround())
      }
      openElement(name, attributes)
    },
    ontext(written) {
      const text = withoutSoftHyphens(written)
      if (inTitle) title += text
      else if (dropped > 0) return
      else if (preformatted !== null) preformatted.push(text)
      else builder.addText(text, links > 0)
    },
    onclosetag(name) {
      inTitle = false
      if (DROPPED.has(name)) dropped = Math.max(0, dropped - 1)
      else if (dropped === 0 && PARAGRAPHS.has(name) && preformatted === null) builder.endParagraph()
      for (let last = closes.at(-1); last !== undefined && last.at >= depth; last = closes.at(-1)) {
        closes.pop()
        last.close()
      }
      depth--
    },
  })

  function openElement(name: string, attributes: Record<string, string>): void {
    switch (name) {
      case 'br':
        builder.addMark(LINE_BREAK)
        break
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        builder.endParagraph()
        onClose(name, () => builder.endHeading(Number(name[1])))
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
        onClose(name, () => {
          builder.addCode(preformatted?.join('') ?? '', codeLanguage)
          preformatted = null
        })
        break
      case 'code':
      case 'kbd':
      case 'samp':
        wrapWords(name, '`')
        break
      case 'sup':
      case 'sub':
        break
      case 'blockquote':
        openContainer(name, 'quote')
        break
      case 'ul':
      case 'menu':
      case 'dir':
        openContainer(name, 'list')
        break
      case 'ol':
        openContainer(name, 'list', true)
        break
      case 'li':
        openContainer(name, 'item')
        break
      case 'table':
        openContainer(name, 'table')
        break
      case 'tr':
        builder.beginRow()
        break
      case 'td':
      case 'th':
        openContainer(name, 'cell')
        break
      case 'caption':
        builder.endParagraph()
        break
      default:
    }
  }

  function openContainer(name: string, kind: Parameters<BlockBuilder['open']>[0], ordered = false): void {
    if (builder.open(kind, ordered)) onClose(name, () => builder.close(kind))
    else onClose(name, () => builder.endParagraph())
  }

  function openLink(address: string): void {
    links++
    const mark = isWholeAddress(address) ? builder.mark() : null
    onClose('a', () => {
      links--
      if (mark !== null) builder.addMark(linked(builder.takeSince(mark), address))
    })
  }

  function wrapWords(name: string, sign: string): void {
    const mark = builder.mark()
    onClose(name, () => {
      const words = builder.takeSince(mark)
      builder.addMark(words.trim() === '' || words.includes(sign) ? words : `${sign}${words}${sign}`)
    })
  }

  parser.end(html)
  return { title: title.trim() || null, language: usableLanguage(language), blocks: builder.end() }
}

/** Where a word may be divided is for the browser's lines: nobody sees it in the word, searches for it or quotes it. */
function withoutSoftHyphens(text: string): string {
  return text.includes('\u00ad') ? text.replaceAll('\u00ad', '') : text
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

function isAroundPart(name: string, attributes: Record<string, string>, isInMain: boolean): boolean {
  if (name === 'nav' || name === 'aside') return true
  if ((name === 'footer' || name === 'header') && !isInMain) return true
  const { role } = attributes
  if (role !== undefined && AROUND_ROLES.has(role)) return true
  if (!NAMED.has(name)) return false
  const names = `${attributes.class ?? ''} ${attributes.id ?? ''}`
  return names.length > 1 && AROUND_NAMES.test(names) && !MAIN_NAMES.test(names)
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
