import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { type PagesOffer, readAllPages, readOfferedPages } from './shared-pages'

/** So many that they are offered. */
const PAGES = 1000

/** All pages in their places, and who read each. */
async function gather(pages: number, offer?: (offer: PagesOffer) => void) {
  const here: number[] = []
  const read = (page: number) => {
    here.push(page)
    return `page ${page}`
  }
  const all: string[] = []
  let told = 0
  for await (const part of readAllPages(pages, read, offer)) {
    part.pages.forEach((page, at) => {
      all[part.first - 1 + at] = page
    })
    told += part.pages.length
  }
  return { all, here, told }
}

const expected = (pages: number) => Array.from({ length: pages }, (_, at) => `page ${at + 1}`)

describe('pages that several threads read', () => {
  it('are read here alone where nobody is told of them, or they are few', async () => {
    expect(await gather(PAGES)).toMatchObject({ all: expected(PAGES), told: PAGES })
    const offer = vi.fn()
    const few = await gather(20, offer)
    expect(few.here).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(offer).not.toHaveBeenCalled()
  })

  it('are read here alone where nobody takes the offer', async () => {
    const { all, told, here } = await gather(PAGES, () => {})
    expect(all).toEqual(expected(PAGES))
    expect([told, here.length]).toEqual([PAGES, PAGES])
  })

  it('are each read once, by this thread or another', async () => {
    const there: number[] = []
    const { all, told, here } = await gather(PAGES, (offer) => {
      const read = (page: number) => {
        there.push(page)
        return `page ${page}`
      }
      readOfferedPages(offer, read, () => there.length >= 200)
      offer.port.close()
    })
    expect(all).toEqual(expected(PAGES))
    expect(told).toBe(PAGES)
    // The part that was begun when the other one was called away is read again.
    expect(there).toHaveLength(200)
    expect(here).toHaveLength(PAGES - 192)
  })

  it('are waited for where another thread still reads some of them', async () => {
    const { all, here } = await gather(PAGES, (offer) => {
      const told: unknown[] = []
      const late = { ...offer, port: { postMessage: (each: unknown) => told.push(each) } } as never
      readOfferedPages(
        late,
        (page) => `page ${page}`,
        () => false,
      )
      const [begun, ...parts] = told
      offer.port.postMessage(begun)
      void delay(50).then(() => {
        for (const part of parts) offer.port.postMessage(part)
        offer.port.close()
      })
    })
    expect(here).toEqual([])
    expect(all).toEqual(expected(PAGES))
  })

  it('are read here where the other thread took some and ended', async () => {
    const { all, told, here } = await gather(PAGES, (offer) => {
      offer.port.postMessage('begun')
      Atomics.add(new Int32Array(offer.next), 0, 3)
      void delay(20).then(() => offer.port.close())
    })
    expect(all).toEqual(expected(PAGES))
    expect([told, here.length]).toEqual([PAGES, PAGES])
  })

  it('are offered again by who was called away, and not by who ended without a word', async () => {
    const away = vi.fn((offer: PagesOffer) => {
      readOfferedPages(offer, String, () => true)
      offer.port.close()
    })
    expect((await gather(PAGES, away)).all).toEqual(expected(PAGES))
    expect(away.mock.calls.length).toBeGreaterThan(2)
    const ended = vi.fn((offer: PagesOffer) => offer.port.close())
    expect((await gather(PAGES, ended)).all).toEqual(expected(PAGES))
    expect(ended).toHaveBeenCalledOnce()
  })
})
