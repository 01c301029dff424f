/** Redirects that one address may lead through; browsers stop at 20, honest sites need three. */
export const MAX_REDIRECTS = 5

/** Bytes of a page or file once it is unpacked: the largest PDFs that are read on the web, with room. */
export const MAX_CONTENT_BYTES = 100_000_000

/** Bytes of all pages that one crawl brings. */
export const MAX_CRAWL_BYTES = 500_000_000

/** Bytes of a robots.txt that are looked at, as RFC 9309 asks for at least. */
export const MAX_ROBOTS_BYTES = 512_000

/**
 * Comparisons of one letter that rules with stars may cost for one address, about 100 ms of the main thread: half of all
 * that is looked at behind stars, for an address of 100 characters.
 */
export const MAX_ROBOTS_STEPS = 25_000_000

/** Bytes of an answer's header; Node's own limit for what it serves. */
export const MAX_HEADER_BYTES = 16_384

/** Time limits of one request, in milliseconds. */
export interface TimeLimits {
  /** From the look-up of the name to a connection. */
  readonly connectMs: number
  /** Without a byte, once connected. */
  readonly silenceMs: number
  /** For all of it, redirects included: a server that sends a byte now and then comes to an end too. */
  readonly wholeMs: number
}

/** See {@link TimeLimits}: what people wait for a slow server, and a large file over a slow line. */
export const usualTimeLimits: TimeLimits = { connectMs: 15_000, silenceMs: 30_000, wholeMs: 180_000 }

/** Between two requests to one host in a crawl (milliseconds). */
export const CRAWL_PAUSE_MS = 1000

/** The longest pause that a site can ask for (milliseconds): one that asks for more gets this one. */
export const MAX_CRAWL_PAUSE_MS = 30_000

/** Links in a row from the first page; a calendar has a next page for ever. */
export const MAX_CRAWL_DEPTH = 20

/**
 * Elements in one another on a page, as many as Chromium takes (its `kMaximumHTMLParserDOMTreeDepth`). Each end of an
 * element is looked for among all that are open, so that one more makes all that follows slower: a deeper page is looked
 * at for links no further.
 */
export const MAX_PAGE_DEPTH = 512

/** Links of one page that are remembered. */
export const MAX_LINKS_PER_PAGE = 2000
