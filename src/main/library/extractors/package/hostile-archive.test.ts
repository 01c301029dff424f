import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { makeZip, type ZipPart } from '../../../../../tests/support/make-zip'
import { docx, paragraph } from '../../../../../tests/support/office-parts'

const extract = setUpExtraction()

/** Packing as much as the limit takes part of a second, and longer on a busy machine. */
const packingTimeMs = 60_000

describe('a hostile archive', () => {
  const types: ZipPart = { name: '[Content_Types].xml', content: 'wordprocessingml' }

  it('that unpacks to more than it says is stopped while it unpacks', async () => {
    const bomb = makeZip([
      types,
      { name: 'word/document.xml', content: Buffer.alloc(20_000_000), claimedSize: 1000 },
    ])
    await expect(extract(bomb, 'a.docx')).rejects.toMatchObject({
      name: 'AppError',
      code: expect.stringMatching(/too_large|corrupt/),
    })
  })

  it('that says how much it unpacks to is stopped at the limit', { timeout: packingTimeMs }, async () => {
    const bomb = makeZip([types, { name: 'word/document.xml', content: Buffer.alloc(130_000_000) }])
    await expect(extract(bomb, 'a.docx')).rejects.toMatchObject({ code: 'too_large' })
  })

  it('with a part twice, under a password, cut off or damaged is refused in words', async () => {
    const part: ZipPart = { name: 'word/document.xml', content: '<w:p/>' }
    await expect(extract(makeZip([types, part, part]), 'a.docx')).rejects.toMatchObject({ code: 'corrupt' })
    const locked = makeZip([types, { ...part, isEncrypted: true }])
    await expect(extract(locked, 'a.docx')).rejects.toMatchObject({ code: 'unsupported' })
    const whole = docx(paragraph('words '.repeat(500)))
    await expect(extract(whole.subarray(0, whole.length / 2), 'a.docx')).rejects.toMatchObject({
      code: 'corrupt',
    })
  })

  it('with parts nested without end is refused, not overflowed', async () => {
    await expect(extract(docx('<w:a>'.repeat(100_000)), 'a.docx')).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('never ends a reader other than with a sentence, however its bytes are damaged', async () => {
    const whole = docx(paragraph('words '.repeat(50)))
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed % below
    }
    for (let attempt = 0; attempt < 200; attempt++) {
      const damaged = Buffer.from(whole)
      for (let hit = 0; hit < 4; hit++) damaged[random(damaged.length)] = random(256)
      const outcome = await extract(damaged, 'a.docx').catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome.name).toBe('AppError')
    }
  })
})
