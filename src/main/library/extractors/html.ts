import { isProbablyReaderable, Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'
import { gfm } from 'turndown-plugin-gfm'
import { htmlToText, isNestedDeeper } from './html-text'
import { MAX_DOM_DEPTH, MAX_DOM_HTML_BYTES } from './limits'
import { markdownHeadings } from './markdown'
import { normalizeText, oneLine } from './normalize'
import type { ExtractedDocument } from './types'

/** Below this share of the page's own text, "the article" is a teaser and the whole page is the document. */
const MIN_ARTICLE_SHARE = 0.4

/** Elements whose content is not text to read. Nothing in HTML is ever run or fetched here. */
const DROPPED = 'script,style,noscript,template,svg,canvas,iframe,object,embed,form,nav,link,meta'

/** What is used of linkedom's nodes; they are DOM nodes in that, though not by their TypeScript name. */
type HtmlNode = {
  readonly textContent: string | null
  readonly innerHTML: string
  getAttribute(name: string): string | null
  remove(): void
}
type HtmlDocument = {
  readonly body: HtmlNode
  readonly documentElement: HtmlNode | null
  querySelector(selector: string): HtmlNode | null
  querySelectorAll(selector: string): Iterable<HtmlNode>
}
type ReadabilityDocument = ConstructorParameters<typeof Readability>[0]

type ReadablePage = { title: string | null; language: string | null; markdown: string }

/** Turns HTML into Markdown: the article of an article page, else the whole page. */
export function extractHtml(html: string): ExtractedDocument {
  const isPlain = html.length > MAX_DOM_HTML_BYTES || isNestedDeeper(html, MAX_DOM_DEPTH)
  const page = isPlain ? null : readWithDom(html)
  const { title, language, markdown } = page ?? htmlToText(html)
  const text = normalizeText(markdown.trim())
  const headings = markdownHeadings(text)
  return {
    title: oneLine(title) ?? headings[0]?.title ?? null,
    mime: 'text/html',
    text,
    pages: [],
    headings,
    ...(language === null ? {} : { language }),
    warnings: [],
  }
}

/** The good way; null where nesting is too deep for a recursive reader, which the plain way survives. */
function readWithDom(html: string): ReadablePage | null {
  try {
    return toMarkdown(html)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function parse(html: string): HtmlDocument {
  const whole = /<html[\s>]/i.test(html) && /<body[\s>]/i.test(html)
  const source = whole ? html : `<!doctype html><html><head></head><body>${html}</body></html>`
  return parseHTML(source).document as unknown as HtmlDocument
}

function toMarkdown(html: string): ReadablePage {
  const document = parse(html)
  for (const element of document.querySelectorAll(DROPPED)) element.remove()
  const title = document.querySelector('title')?.textContent ?? null
  for (const element of document.querySelectorAll('title')) element.remove()
  const language = documentLanguage(document)
  const whole = document.body.textContent ?? ''
  const article = readArticle(document, html)
  const articleLength = article?.textContent?.trim().length ?? 0
  if (article?.content && articleLength >= MIN_ARTICLE_SHARE * whole.trim().length) {
    return { title: article.title || title, language, markdown: bodyToMarkdown(parse(article.content)) }
  }
  return { title, language, markdown: bodyToMarkdown(document) }
}

function readArticle(document: HtmlDocument, html: string) {
  if (!isProbablyReaderable(document as unknown as ReadabilityDocument)) return null
  // Readability takes its document apart, so it gets one of its own.
  return new Readability(parse(html) as unknown as ReadabilityDocument).parse()
}

function bodyToMarkdown(document: HtmlDocument): string {
  // As a string: Turndown's own DOM knows the rows of a table, linkedom's does not.
  return turndown().turndown(document.body.innerHTML)
}

function documentLanguage(document: HtmlDocument): string | null {
  const language = document.documentElement?.getAttribute('lang')?.trim() ?? ''
  return /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(language) ? language : null
}

function turndown(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  })
  service.use(gfm)
  service.remove(['script', 'style', 'noscript', 'iframe', 'object', 'title'])
  // Only words: an address of a picture or a data: URL is noise in an index and a leak in a viewer.
  service.addRule('picture', { filter: 'img', replacement: (_content, node) => altOf(node) })
  service.addRule('link', { filter: 'a', replacement: (content, node) => linkOf(content, node) })
  return service
}

function attribute(node: TurndownService.Node, name: string): string {
  return 'getAttribute' in node ? (node.getAttribute(name) ?? '') : ''
}

function altOf(node: TurndownService.Node): string {
  return oneLine(attribute(node, 'alt')) ?? ''
}

/** Keeps whole web addresses; a relative one leads nowhere outside its site. */
function linkOf(content: string, node: TurndownService.Node): string {
  const address = attribute(node, 'href').trim()
  if (!/^(https?:|mailto:)[^\s()<>]+$/i.test(address) || content.trim() === '') return content
  return `[${content.replace(/\n+/g, ' ')}](${address})`
}
