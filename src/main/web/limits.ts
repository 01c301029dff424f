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

/** Letters of a page, outside of links and scripts, below which its scripts are taken to make it: a heading and a sentence. */
export const FEW_LETTERS = 200

/** Seconds after which a page that leads elsewhere by its head is one to be read until then. */
export const MAX_REFRESH_SECONDS = 10

/** Bytes of one thing that a page's scripts ask for. */
export const MAX_RESOURCE_BYTES = 10_000_000

/**
 * Bytes that one page sends and gets while it is opened, and how often it may ask, for what is answered and for all else: a
 * heavy page has 5 MB in 100.
 */
export const MAX_PAGE_REQUEST_BYTES = 50_000_000
/** See {@link MAX_PAGE_REQUEST_BYTES}. */
export const MAX_PAGE_REQUESTS = 300
/** See {@link MAX_PAGE_REQUEST_BYTES}. */
export const MAX_PAUSED_REQUESTS = 3000
/** Requests of one page that are under way at once; a browser has as many to one host. */
export const PAGE_REQUESTS_AT_ONCE = 6

/** Characters of a page as its scripts made it, and elements and texts in it: some ten times a long article. */
export const MAX_RENDERED_CHARACTERS = 5_000_000
/** See {@link MAX_RENDERED_CHARACTERS}. */
export const MAX_RENDERED_NODES = 200_000

/** Letters up to which two states of a page are compared: one that shows more is full. */
export const MAX_COMPARED_LETTERS = 20_000

/** Time limits of a page whose scripts are run, in milliseconds. */
export interface RenderingTimes {
  /** Without a request after it has been loaded: it is taken to be done. */
  readonly quietMs: number
  /** For the browser to start and answer at all: ten times what a slow disk needs. */
  readonly startMs: number
  /** From its beginning, after which it is taken as it is: some pages ask for something for ever. */
  readonly wholeMs: number
  /** To be read afterwards. One whose scripts are busy all the time is not. */
  readonly readMs: number
}

/** See {@link RenderingTimes}; half a second without a request is what drivers of browsers wait for. */
export const usualRenderingTimes: RenderingTimes = {
  startMs: 20_000,
  quietMs: 500,
  wholeMs: 20_000,
  readMs: 5000,
}
