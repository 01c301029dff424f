import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { type Handler, Parser } from 'htmlparser2'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { MAX_HTML_DEPTH } from '../limits'
import { withoutSoftHyphens } from '../normalize'
import { BlockBuilder, type PageBlock } from './block-builder'
import { closeElements } from './close-elements'
import { elementOf } from './elements'
import { languageOf, openElement } from './open-element'
import { type OpenPage, onClose } from './open-page'
import { isAroundPart, isAside, isHidden, isMainPart } from './parts'
import { SearchingTokenizer } from './searching-tokenizer'

/** A page taken apart. Nothing in it is ever run or fetched. */
export type ReadPage = {
  readonly title: string | null
  readonly language: string | null
  readonly blocks: readonly PageBlock[]
}

/**
 * Reads HTML in one pass, as a stream of tags, in time and memory linear in its size. Throws `corrupt` for nesting that
 * no page has.
 */
export function readPage(html: string): ReadPage {
  const builder = new BlockBuilder()
  const page: OpenPage = {
    builder,
    closes: [],
    depth: 0,
    dropped: 0,
    links: 0,
    titles: 0,
    preformatted: null,
    codeLanguage: undefined,
    math: null,
  }
  let title = ''
  let inTitle = false
  let isVerbatim = false
  let language: string | null = null

  const handler: Partial<Handler> = {
    onopentag(tag, raw) {
      const element = elementOf(tag)
      const { name } = element
      isVerbatim = element.isVerbatim
      page.depth++
      if (page.depth > MAX_HTML_DEPTH) throw new AppError('corrupt', say('document.nested_too_deep'))
      if (page.dropped > 0 || (element.isDropped && !isTitleButton(page, name))) {
        if (element.isDropped) page.dropped++
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
      if (page.preformatted !== null) {
        if (name === 'br') page.preformatted.push('\n')
        if (name === 'code') page.codeLanguage ??= languageOf(attributes.class)
        return
      }
      if (page.math !== null) {
        page.math.open(name === '' ? tag : name, attributes)
        return
      }
      if (isHidden(attributes)) {
        page.dropped++
        onClose(page, 'dropped')
        return
      }
      if (element.isParagraph) builder.endParagraph()
      if (isMainPart(name, attributes)) {
        builder.enterMain()
        onClose(page, 'main')
      } else if (isAroundPart(element, attributes, builder.isInMain)) {
        builder.enterAround()
        onClose(page, 'around')
      } else if (isAside(element, attributes)) onClose(page, 'aside', 0, builder.enterAside())
      openElement(page, name, attributes)
    },
    ontext(raw) {
      if (page.dropped > 0) return
      const text = !isVerbatim && raw.includes('&') ? decodeHTML(raw) : raw
      if (inTitle) title += withoutSoftHyphens(text)
      else if (page.preformatted !== null) page.preformatted.push(text)
      else if (page.math !== null) page.math.addText(text)
      else builder.addText(text, page.links > 0)
    },
    onclosetag(tag) {
      const { isDropped, isParagraph } = elementOf(tag)
      inTitle = false
      isVerbatim = false
      if (page.dropped === 0) page.math?.close()
      if (isDropped) page.dropped = Math.max(0, page.dropped - 1)
      else if (page.dropped === 0 && isParagraph && page.preformatted === null) builder.endParagraph()
      closeElements(page)
      page.depth--
    },
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

/** What opens a part of a page may be its title; behind the words of one, it copies or edits. */
function isTitleButton({ builder, titles }: OpenPage, name: string): boolean {
  return name === 'button' && titles > 0 && builder.mark() === 0
}

function usableLanguage(language: string | null): string | null {
  const tag = language?.trim() ?? ''
  return /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag) ? tag : null
}
