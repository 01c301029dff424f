import { setImmediate as nextTurn } from 'node:timers/promises'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

/** Pages that one of the readers takes at a time: few enough that both end at about the same time. */
const PAGES_OF_PART = 16

/** In less than the time of so many pages no other reader has begun: to start one and to open the file takes longer. */
const LEAST_SHARED_PAGES = 200

/** How often the pages of one document are offered: whoever takes them opens the file, which takes its time as well. */
const MOST_OFFERS = 4

/** Pages of a document that is being read, for another thread that has nothing to do. */
export type PagesOffer = {
  readonly pages: number
  /** The number of the next part that nobody has taken, as an Int32. */
  readonly next: SharedArrayBuffer
  /** Takes each {@link Part} that was read. */
  readonly port: MessagePort
}

/** Pages that follow each other, the first of them counted from 1. */
export type Part<Page> = { readonly first: number; readonly pages: readonly Page[] }

/** What whoever takes an offer says: that it begins, each part, and that it leaves what is left to others. */
type Told<Page> = 'begun' | Part<Page> | 'called away'

/**
 * Reads all pages of a document, each once; in order, unless they are offered and somebody takes a part of them. What the
 * other one took and did not bring is read here.
 */
export async function* readAllPages<Page>(
  pages: number,
  read: (page: number) => Page,
  offer?: (offer: PagesOffer) => void,
): AsyncGenerator<Part<Page>, void, undefined> {
  if (offer === undefined || pages < LEAST_SHARED_PAGES) {
    for (let page = 1; page <= pages; page++) yield { first: page, pages: [read(page)] }
    return
  }
  const next = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const missing = new Set(
    Array.from({ length: Math.ceil(pages / PAGES_OF_PART) }, (_, part) => firstOf(part)),
  )
  const other = followOther<Page>({
    offer: (port) => offer({ pages, next, port }),
    isAnyLeft: () => firstOf(Atomics.load(new Int32Array(next), 0)) <= pages,
  })
  function* brought(): Generator<Part<Page>, void, undefined> {
    for (const part of other.brought()) {
      missing.delete(part.first)
      yield part
    }
  }
  try {
    for (let isAnyLeft = true; isAnyLeft; ) {
      const first = take(next)
      isAnyLeft = first <= pages
      if (isAnyLeft) {
        missing.delete(first)
        yield readPart(first, pages, read)
      }
      // What the other one tells is heard between two parts.
      await nextTurn()
      yield* brought()
    }
    while (missing.size > 0 && (await other.brings())) yield* brought()
    for (const first of missing) yield readPart(first, pages, read)
  } finally {
    other.close()
  }
}

/** Reads parts of what another thread offers until none is left, or `isCalledAway` says so between two pages. */
export function readOfferedPages<Page>(
  { pages, next, port }: PagesOffer,
  read: (page: number) => Page,
  isCalledAway: () => boolean,
): void {
  const tell = (told: Told<Page | null>) => port.postMessage(told)
  tell('begun')
  while (!isCalledAway()) {
    const first = take(next)
    if (first > pages) return
    const part = readPart(first, pages, (page) => (isCalledAway() ? null : read(page)))
    if (!isCalledAway()) tell(part)
  }
  tell('called away')
}

const firstOf = (part: number): number => part * PAGES_OF_PART + 1
const take = (next: SharedArrayBuffer): number => firstOf(Atomics.add(new Int32Array(next), 0, 1))

function readPart<Page>(first: number, pages: number, read: (page: number) => Page): Part<Page> {
  const length = Math.min(PAGES_OF_PART, pages + 1 - first)
  return { first, pages: Array.from({ length }, (_, at) => read(first + at)) }
}

/** What comes from whoever takes an offer; while any are left, they are offered again by who is called away. */
function followOther<Page>({
  offer,
  isAnyLeft,
}: {
  readonly offer: (port: MessagePort) => void
  readonly isAnyLeft: () => boolean
}) {
  const arrived: Part<Page>[] = []
  let offersLeft = MOST_OFFERS
  let isAtWork = false
  let wake = () => {}

  function begin(): MessagePort {
    offersLeft--
    const { port1, port2 } = new MessageChannel()
    port1.on('message', (told: Told<Page>) => {
      if (typeof told === 'object') arrived.push(told)
      else isAtWork = told === 'begun'
      if (told === 'called away' && offersLeft > 0 && isAnyLeft()) current = begin()
      wake()
    })
    // Whoever ends without a word has read all, or was ended by a page that others better read alone.
    port1.on('close', () => {
      if (current === port1) isAtWork = false
      wake()
    })
    offer(port2)
    return port1
  }

  let current = begin()
  return {
    /** The parts that came since this was asked last. */
    brought: (): Part<Page>[] => arrived.splice(0),
    /** Waits for more; false where nothing more comes. One that has not begun yet is not waited for. */
    async brings(): Promise<boolean> {
      while (arrived.length === 0 && isAtWork) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return arrived.length > 0
    },
    close: () => current.close(),
  }
}
