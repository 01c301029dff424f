import { Parser } from 'htmlparser2'
import { addressLimit } from '../../shared/web/web-address'
import { hrefOf } from './address'
import { MAX_COMPARED_LETTERS, MAX_LINKS_PER_PAGE, MAX_PAGE_DEPTH, MAX_REFRESH_SECONDS } from './limits'

/** What a page says of itself and where it leads; nothing of it is rendered or run. */
export interface PageLinks {
  readonly title: string | null
  /** The address that it gives itself, as it stands there. */
  readonly canonical: string | null
  /** Where its head has every browser go on to, other than the page itself. */
  readonly refresh: string | null
  /** Whole addresses, in order, each once. */
  readonly links: readonly string[]
  /** Letters and digits that it shows, counted up to a bound. */
  readonly shown: number
  /** Those of them outside of links and menus. */
  readonly letters: number
  /** Whether it has scripts. */
  readonly hasScripts: boolean
}

/** Reads a page as it comes, so that a large one holds nobody up. */
export interface LinkReader {
  write(text: string): void
  end(): PageLinks
}

const TITLE_CHARACTERS = 1000

/** What is not shown. */
const hidden: ReadonlySet<string> = new Set(['head', 'script', 'style', 'noscript', 'template', 'svg'])
/** What a page is not about: one that is made by its scripts often has its menus without them. */
const aside: ReadonlySet<string> = new Set(['a', 'button', 'nav', 'header', 'footer'])
/** What a browser that runs scripts does not read. */
const unheeded: ReadonlySet<string> = new Set(['noscript', 'template'])
/** Seconds and an address in the content of a refresh (HTML standard, 4.2.5.3); quotes end it where it begins with one. */
const refreshContent = /^\s*([\d.]+)[\s;,]+(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/i
/** Types of scripts that a browser runs (HTML standard, 4.12.1); the others hold data. */
const runs = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i

/** Begins to read the page at an address. */
export function createLinkReader(address: string): LinkReader {
  const links = new Set<string>()
  let base = address
  let canonical: string | null = null
  let refresh: string | null = null
  let title: string | null = null
  let inTitle = false
  let leadsOn = true
  let depth = 0
  let hiddenDepth = 0
  let unheededDepth = 0
  let asideDepth = 0
  let shown = 0
  let letters = 0
  let hasScripts = false
  const whole = (link: string | undefined): string | null => {
    // One that is too long is never asked; taken for a base, each link of the page would be as long.
    if (link === undefined || link.length > addressLimit || !URL.canParse(link, base)) return null
    const url = new URL(link, base)
    const href = url.protocol === 'https:' || url.protocol === 'http:' ? hrefOf(url) : null
    return href === null || href.length > addressLimit ? null : href
  }
  const refreshOf = (content: string) => {
    const [, seconds = '', double, single, bare] = refreshContent.exec(content) ?? []
    if (!(Number.parseFloat(seconds) <= MAX_REFRESH_SECONDS)) return null
    const to = whole((double ?? single ?? bare)?.trim() || undefined)
    // A page that only shows itself anew stays where it is.
    return to === address ? null : to
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (hidden.has(name)) hiddenDepth += 1
      if (unheeded.has(name)) unheededDepth += 1
      if (aside.has(name)) asideDepth += 1
      if (name === 'script' && runs.test(attributes.type?.trim() ?? '')) hasScripts = true
      if (name === 'title' && title === null) {
        title = ''
        inTitle = true
      } else if (name === 'base') base = whole(attributes.href) ?? base
      else if (name === 'link' && words(attributes.rel).includes('canonical')) {
        canonical ??= whole(attributes.href)
      } else if (name === 'meta' && attributes.name?.toLowerCase() === 'robots') {
        if (words(attributes.content).some((word) => word === 'nofollow' || word === 'none')) leadsOn = false
      } else if (name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh') {
        if (unheededDepth === 0) refresh ??= refreshOf(attributes.content ?? '')
      } else if (name === 'a' || name === 'area') {
        if (links.size >= MAX_LINKS_PER_PAGE || words(attributes.rel).includes('nofollow')) return
        const link = whole(attributes.href)
        if (link !== null) links.add(link)
      }
    },
    ontext(text) {
      if (hiddenDepth === 0 && shown < MAX_COMPARED_LETTERS) {
        const counted = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
        shown += counted
        if (asideDepth === 0) letters += counted
      }
      if (inTitle) title = `${title ?? ''}${text}`.slice(0, TITLE_CHARACTERS)
    },
    onclosetag(name) {
      depth -= 1
      if (hidden.has(name)) hiddenDepth -= 1
      if (unheeded.has(name)) unheededDepth -= 1
      if (aside.has(name)) asideDepth -= 1
      if (name === 'title') inTitle = false
    },
  })
  return {
    write(text) {
      if (depth <= MAX_PAGE_DEPTH) parser.write(text)
    },
    end() {
      parser.end()
      return { title, canonical, refresh, links: leadsOn ? [...links] : [], shown, letters, hasScripts }
    },
  }
}

function words(attribute: string | undefined): string[] {
  return (attribute ?? '').toLowerCase().split(/[\s,]+/)
}
