import parseRobots from 'robots-parser'
import { AppError } from '../../shared/errors'
import type { WebAddress } from './address'
import type { GuardedFetch, RequestLimits } from './guarded-fetch'
import { CRAWL_PAUSE_MS, MAX_CRAWL_PAUSE_MS, MAX_ROBOTS_BYTES, MAX_ROBOTS_STEPS } from './limits'

/** What a site asks of programs. */
export interface RobotRules {
  mayRead(url: string): boolean
  /** Between two requests (milliseconds). */
  readonly pauseMs: number
}

/** By which a site can speak to this program. */
const NAME = 'Countersign'

/** What a site without rules allows. */
const everything: RobotRules = { mayRead: () => true, pauseMs: CRAWL_PAUSE_MS }

/** Asks a site for its rules, at the address where they are; null where it has some and can't tell them (RFC 9309, 2.3.1). */
export async function readRobots(
  fetch: GuardedFetch,
  robots: WebAddress,
  limits: Pick<RequestLimits, 'signal' | 'mayFollow'>,
): Promise<RobotRules | null> {
  try {
    const answer = await fetch(robots, { ...limits, maxBytes: Number.POSITIVE_INFINITY })
    const text = await firstBytes(answer.chunks)
    const rules = parseRobots(robots.href, text)
    const delay = rules.getCrawlDelay(NAME) ?? 0
    const behindStars = lengthBehindStars(text)
    return {
      // What would take too long to be compared is not known, and what is not known is not read.
      mayRead: (url) => behindStars * url.length <= MAX_ROBOTS_STEPS && rules.isAllowed(url, NAME) !== false,
      pauseMs: Math.min(MAX_CRAWL_PAUSE_MS, Math.max(CRAWL_PAUSE_MS, delay * 1000)),
    }
  } catch (error) {
    const said = error instanceof AppError ? error.said?.code : undefined
    // That there are none, or that they are not for everyone, allows everything.
    if (said === 'web.not_found' || said === 'web.not_allowed' || said === 'web.empty') return everything
    if (said === 'web.failed' || said === 'web.too_often' || said === 'web.too_slow') return null
    throw error
  }
}

/**
 * How much of the rules may have to be compared with an address at each of its places: what comes behind the first star
 * of a line, in bytes.
 */
function lengthBehindStars(text: string): number {
  let length = 0
  for (const line of text.split(/\r\n|\r|\n/)) {
    const star = line.indexOf('*')
    if (star !== -1) length += Buffer.byteLength(line.slice(star))
  }
  return length
}

/** What counts of rules that never end. */
async function firstBytes(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    size += chunk.length
    if (size >= MAX_ROBOTS_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, MAX_ROBOTS_BYTES).toString('utf8')
}
